import { inspect } from 'node:util';
import type { NodeMessage } from 'node-red';
import { badInput } from '../../hub/wire/errors.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { isPacket } from '../../panels/recognise/packet.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import { DEFAULT_HIGH, DEFAULT_LOW, type SavedLamp } from '../../saved/lamp.js';
import { finite } from '../runtime/saved-field.js';

/** A lamp, a motor fader or a display of a panel. It ends with its node. */
export interface LampOutput {
  /** Takes a message of the flow. Throws `BAD_INPUT`. */
  handle(msg: NodeMessage): void;
  /** Sends the first state. Nothing is sent before this. */
  start(): void;
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

/** The saved configuration for messages that name none. */
export const chosenHub = ({ hub }: SavedLamp): string => String(hub ?? '').trim();

/** Returns the function from a hub value to its place between both ends, 0 … 1. Throws `BAD_INPUT`. */
export function partOfRange(saved: SavedLamp): (value: number) => number {
  const low = finite('low', saved.low || DEFAULT_LOW);
  const high = finite('high', saved.high === undefined || saved.high === '' ? DEFAULT_HIGH : saved.high);
  if (low === high) throw badInput('high', saved.high, { key: 'number' });
  return (value) => Math.min(1, Math.max(0, (value - low) / (high - low)));
}

const LIMITS = { breakLength: Number.POSITIVE_INFINITY, depth: 5, maxArrayLength: 50, maxStringLength: 200 };

/** A surface's message as readable text, for example a Buffer as its bytes. */
export const onOneLine = (fields: SurfaceMessage): string => inspect(fields, LIMITS);
