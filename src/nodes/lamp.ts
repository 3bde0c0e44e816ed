import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { findOperation } from '../hub/table/operations.js';
import { badInput } from '../hub/wire/errors.js';
import type { Gesture } from '../panels/gesture.js';
import { parseLampMessage } from '../panels/lamp/lamp-input.js';
import type { LampReport } from '../panels/lamp/lamp-report.js';
import { MOTOR_MODES } from '../panels/lamp/motor.js';
import { type Appearance, STATES } from '../panels/lamp/state.js';
import { recogniseAll } from '../panels/recognise/index.js';
import { isPacket } from '../panels/recognise/packet.js';
import {
  DISPLAYS,
  FADERS,
  isDisplay,
  isLampSurface,
  LAMPS,
  type LampSurface,
  SURFACES,
  sendsBlinks,
} from '../panels/render/index.js';
import type { MotorControl, Surface, ValueDisplaySurface } from '../panels/render/surface.js';
import { DEFAULT_HIGH, DEFAULT_LOW, type SavedLamp } from '../saved/lamp.js';
import { liveRoute } from './endpoints/live-route.js';
import { appearancesOf, repeatOf } from './lamp/lamp-settings.js';
import { MotorFader } from './lamp/motor-fader.js';
import { StateLamp } from './lamp/state-lamp.js';
import { ValueDisplay } from './lamp/value-display.js';
import { putFailure } from './message/message.js';
import { isSuperseded } from './message/superseded.js';
import { provideLiveReport } from './registry/live-reports.js';
import { sessionsChanged, validityOf } from './registry/sessions.js';
import { toCatchError } from './runtime/catch-error.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { atLeast, choice, finite } from './runtime/saved-field.js';

type LampDef = NodeDef & SavedLamp;

/** Nodes behind the lamp need time to start, in ms. Core's `udp out` needs 75 ms. */
const STARTING_MS = 250;

/** The lamp or motor fader of a node. */
interface Output {
  handle(msg: NodeMessage): void;
  /** Nothing is sent before the start. */
  start(): void;
  resend(): void;
  /** Sends the present state again at an interval. */
  repeat(): void;
  /** The last input and output, for the dialog. */
  readonly report: () => LampReport;
  close(): void;
}

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  liveRoute(RED, 'lamp');

  registerNode(RED, 'hub-lamp', words, startNode);

  function startNode(node: Node, saved: LampDef): void {
    const surface = choice('surface', saved.surface || SURFACES[0], SURFACES);
    const control = String(saved.control ?? '').trim();
    const requireControl = <T>(draw: T | undefined): T => {
      if (draw === undefined) throw badInput('control', control, { key: 'control' });
      return draw;
    };
    const repeat = repeatOf(saved);
    const output = isLampSurface(surface)
      ? lamp(node, saved, surface, requireControl(LAMPS[surface](control)))
      : isDisplay(surface)
        ? display(node, saved, requireControl(DISPLAYS[surface](control)))
        : fader(node, saved, requireControl(FADERS[surface](control)));

    onInput(
      node,
      words,
      (msg) => {
        if ('reset' in msg) output.resend();
        else if (!isSuperseded(msg)) output.handle(msg);
      },
      (msg, error) => {
        putFailure(msg, undefined, error);
        return toCatchError(words, error, node);
      },
    );
    const starting = setTimeout(() => output.start(), STARTING_MS);
    const repeating = repeat > 0 ? setInterval(() => output.repeat(), repeat) : undefined;
    const unregisterReport = provideLiveReport('lamp', node, output.report);
    node.on('close', () => {
      clearTimeout(starting);
      clearInterval(repeating);
      unregisterReport();
      output.close();
    });
  }

  function lamp(node: Node, saved: LampDef, surface: LampSurface, draw: NonNullable<ReturnType<Surface>>): Output {
    const sourceTimeout = atLeast(0, 'sourceTimeout', saved.sourceTimeout || 0) * 1000;
    const hub = String(saved.hub ?? '').trim();
    const blinks = (appearance: Appearance) => sendsBlinks(surface, appearance);
    const output = new StateLamp(node, words, { draw, ...appearancesOf(saved), sourceTimeout, blinks });
    const unfollow = sessionsChanged.watch(() => output.update());
    return {
      handle(msg) {
        const fields = msg as Readonly<Record<string, unknown>>;
        const input = parseLampMessage(fields, findOperation);
        if (input) return output.receive(input, validityOf(fields, hub));
        if (isForeignPacket(msg)) return;
        // A word of the hub that is not described: the state from before may no longer hold.
        if (msg.hub) output.receive({ from: 'source', name: String(msg.topic ?? ''), state: 'unknown' });
        throw badInput('payload', msg.payload, { key: 'choice', options: STATES });
      },
      start: () => output.start(),
      resend: () => output.resend(),
      repeat: () => output.resend(),
      report: () => output.report,
      close() {
        unfollow();
        output.close();
      },
    };
  }

  function display(node: Node, saved: LampDef, surface: ValueDisplaySurface): Output {
    const hub = String(saved.hub ?? '').trim();
    const output = new ValueDisplay(node, words, surface, partOfRange(saved));
    const unfollow = sessionsChanged.watch(() => output.update());
    return {
      handle(msg) {
        const fields = msg as Readonly<Record<string, unknown>>;
        const input = parseLampMessage(fields, findOperation);
        // The value is sent again after a reconnection.
        if (input?.from === 'hub' && input.connected) return;
        if (input?.from === 'hub' || input?.from === 'lost') return output.setContent(undefined);
        if (isForeignPacket(msg)) return;
        const content = contentIn(msg.payload);
        output.setContent(content === 'unknown' ? undefined : content, validityOf(fields, hub));
      },
      start: () => output.start(),
      resend: () => output.resend(),
      repeat: () => output.resend(),
      report: () => output.report,
      close() {
        unfollow();
        output.close();
      },
    };
  }

  function fader(node: Node, saved: LampDef, { draw, names, touches = [] }: MotorControl): Output {
    const partOf = partOfRange(saved);
    const touch = String(saved.touch ?? '').trim();
    const isTouch = (control: string) => (touch === '' ? touches.includes(control) : control === touch);
    const hub = String(saved.hub ?? '').trim();
    const output = new MotorFader(node, words, choice('mode', saved.mode || MOTOR_MODES[0], MOTOR_MODES), draw);
    const unfollow = sessionsChanged.watch(() => output.update());
    return {
      handle(msg) {
        const fields = msg as Readonly<Record<string, unknown>>;
        const ownGesture = fields.gesture as Gesture | undefined;
        // An answer of the hub still contains the gesture that caused the request.
        const gestures = fields.hub === undefined ? (ownGesture ? [ownGesture] : recogniseAll(msg)) : [];
        // A bundle may contain the fader at any position.
        const ownGestures = gestures.filter(({ control }) => isTouch(control) || names.includes(control));
        for (const { control, pressed } of ownGestures) {
          if (isTouch(control)) output.touch(pressed === true);
          else output.move();
        }
        if (ownGestures.length > 0 || isForeignPacket(msg)) return undefined;
        if (msg.payload === 'unknown') return output.setHubValue(undefined);
        const value = numberIn(msg.payload);
        if (value === undefined) throw badInput('payload', msg.payload, { key: 'number' });
        return output.setHubValue(partOf(value), validityOf(fields, hub));
      },
      start: () => output.start(),
      resend: () => output.resend(),
      repeat: () => output.repeat(),
      report: () => output.report,
      close() {
        unfollow();
        output.close();
      },
    };
  }
};

/** A packet of another control. An answer of the hub does not count, although it may contain a device's fields. */
const isForeignPacket = (msg: NodeMessage): boolean => !('hub' in msg) && isPacket(msg);

/** The payload, or the `Value` of a hub property, if it is a number. */
function numberIn(payload: unknown): number | undefined {
  const value = typeof payload === 'object' && payload !== null ? (payload as { Value?: unknown }).Value : payload;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns the function from a hub value to its place between both ends, 0 … 1. Throws `BAD_INPUT`. */
function partOfRange(saved: SavedLamp): (value: number) => number {
  const low = finite('low', saved.low || DEFAULT_LOW);
  const high = finite('high', saved.high === undefined || saved.high === '' ? DEFAULT_HIGH : saved.high);
  if (low === high) throw badInput('high', saved.high, { key: 'number' });
  return (value) => Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The payload, or the `Value` of a hub property, if a display can show it. */
function contentIn(payload: unknown): string | number | boolean | undefined {
  const value = typeof payload === 'object' && payload !== null ? (payload as { Value?: unknown }).Value : payload;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
