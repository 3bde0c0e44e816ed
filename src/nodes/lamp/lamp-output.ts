import { inspect } from 'node:util';
import type { NodeMessage } from 'node-red';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import type { KeyExtras } from '../../panels/lamp/state.js';
import { isPacket } from '../../panels/recognise/index.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import type { LampValues } from '../../saved/lamp.js';

/** A lamp, a motor fader or a display of a panel. It ends with its node. */
export interface LampOutput {
  /** Takes a message of the flow. Throws `BAD_INPUT`. */
  handle(msg: NodeMessage): void;
  /** Sends the present state. Nothing is sent before this. */
  start(): void;
  /** Sends nothing until the next start. */
  stop(): void;
  /** The message that makes it dark. Undefined: it has no light. */
  readonly dark: SurfaceMessage | undefined;
  /** Shows these besides the state. Only for a lamp. */
  showExtras?(extras: KeyExtras): void;
  /** Shows the present state. Its session may have ended. */
  update(): void;
  /** Sends the present state again, since the surface may have lost it. */
  resend(): void;
  /** The same at an interval, so that it does not disturb a hand. */
  repeat(): void;
  /** The last input and output, for the dialog. */
  readonly report: LampReport;
}

/** A packet of another control. An answer of the hub does not count, although it may contain a device's fields. */
export const isForeignPacket = (msg: NodeMessage): boolean => !('hub' in msg) && isPacket(msg);

/** The `Value` of a hub property, or the payload itself. */
export const valueIn = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as { Value?: unknown }).Value : payload;

/** Returns the function from a hub value to its place between both ends, 0 … 1. */
export const partOfRange =
  ({ low, high }: Pick<LampValues, 'low' | 'high'>) =>
  (value: number): number =>
    Math.min(1, Math.max(0, (value - low) / (high - low)));

const LIMITS = { breakLength: Number.POSITIVE_INFINITY, depth: 5, maxArrayLength: 50, maxStringLength: 200 };

/** A surface's message as readable text, for example a Buffer as its bytes. */
export const onOneLine = (fields: SurfaceMessage): string => inspect(fields, LIMITS);
