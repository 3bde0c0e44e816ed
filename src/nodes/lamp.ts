import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { findOperation } from '../hub/table/operations.js';
import { badInput } from '../hub/wire/errors.js';
import type { Gesture } from '../panels/gesture.js';
import { parseLampMessage } from '../panels/lamp/lamp-input.js';
import type { LampReport } from '../panels/lamp/lamp-report.js';
import { MOTOR_MODES } from '../panels/lamp/motor.js';
import { type Look, STATES } from '../panels/lamp/state.js';
import { recogniseAll } from '../panels/recognise/index.js';
import { isPacket } from '../panels/recognise/packet.js';
import { FADERS, isLampSurface, LAMPS, type LampSurface, SURFACES, sendsBlinks } from '../panels/render/index.js';
import type { MotorControl, Surface } from '../panels/render/surface.js';
import { type SavedLamp, USUAL_HIGH, USUAL_LOW } from '../saved/lamp.js';
import { liveRoute } from './endpoints/live-route.js';
import { contactsChanged, validityOf } from './input/contacts.js';
import { looksOf, repeatOf } from './input/lamp-settings.js';
import { provideLiveReport } from './input/live-reports.js';
import { atLeast, choice, finite } from './input/saved-field.js';
import { toCatchError } from './output/catch-error.js';
import { putFailure } from './output/message.js';
import { MotorFader } from './output/motor-fader.js';
import { onInput } from './output/on-input.js';
import { registerNode } from './output/register-node.js';
import { wordsOf } from './output/runtime-words.js';
import { StateLamp } from './output/state-lamp.js';

type LampDef = NodeDef & SavedLamp;

/** What is behind a lamp may listen only a moment after the start, in ms: core's `udp out` takes 75. */
const STARTING_MS = 250;

/** What works for a node: takes each message, begins all over when asked to. */
interface Shown {
  take(msg: NodeMessage): void;
  /** From now on it sends. */
  start(): void;
  again(): void;
  /** The present state again, though nobody asked. */
  repeat(): void;
  /** For its dialog. */
  readonly seen: () => LampReport;
  close(): void;
}

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  liveRoute(RED, 'lamp');

  registerNode(RED, 'hub-lamp', words, work);

  function work(node: Node, saved: LampDef): void {
    const surface = choice('surface', saved.surface || SURFACES[0], SURFACES);
    const control = String(saved.control ?? '').trim();
    const known = <T>(draw: T | undefined): T => {
      if (draw === undefined) throw badInput('control', control, { key: 'control' });
      return draw;
    };
    const repeat = repeatOf(saved);
    const shown = isLampSurface(surface)
      ? lamp(node, saved, surface, known(LAMPS[surface](control)))
      : fader(node, saved, known(FADERS[surface](control)));

    onInput(
      node,
      (msg) => {
        if ('reset' in msg) shown.again();
        else shown.take(msg);
      },
      (msg, error) => {
        putFailure(msg, undefined, error);
        return toCatchError(words, error);
      },
    );
    const starting = setTimeout(() => shown.start(), STARTING_MS);
    const repeating = repeat > 0 ? setInterval(() => shown.repeat(), repeat) : undefined;
    const unseen = provideLiveReport('lamp', node, shown.seen);
    node.on('close', () => {
      clearTimeout(starting);
      clearInterval(repeating);
      unseen();
      shown.close();
    });
  }

  function lamp(node: Node, saved: LampDef, surface: LampSurface, draw: NonNullable<ReturnType<Surface>>): Shown {
    const silence = atLeast(0, 'silence', saved.silence || 0) * 1000;
    const hub = String(saved.hub ?? '').trim();
    const blinks = (look: Look) => sendsBlinks(surface, look);
    const shown = new StateLamp(node, words, { draw, ...looksOf(saved), silence, blinks });
    const unfollow = contactsChanged.watch(() => shown.look());
    return {
      take(msg) {
        const fields = msg as Readonly<Record<string, unknown>>;
        const input = parseLampMessage(fields, findOperation);
        if (input) shown.hear(input, validityOf(fields, hub));
        else if (!isOthers(msg)) throw badInput('payload', msg.payload, { key: 'choice', options: STATES });
      },
      start: () => shown.start(),
      again: () => shown.again(),
      repeat: () => shown.again(),
      seen: () => shown.seen,
      close() {
        unfollow();
        shown.close();
      },
    };
  }

  function fader(node: Node, saved: LampDef, { draw, names }: MotorControl): Shown {
    const low = finite('low', saved.low || USUAL_LOW);
    const high = finite('high', saved.high === undefined || saved.high === '' ? USUAL_HIGH : saved.high);
    if (low === high) throw badInput('high', saved.high, { key: 'number' });
    const touch = String(saved.touch ?? '').trim();
    const shown = new MotorFader(node, words, choice('mode', saved.mode || MOTOR_MODES[0], MOTOR_MODES), draw);
    return {
      take(msg) {
        const { hub, gesture: told } = msg as { hub?: unknown; gesture?: Gesture };
        // An answer of the hub to what the fader has sent still holds what came from the fader.
        const gestures = hub === undefined ? (told ? [told] : recogniseAll(msg)) : [];
        // The fader may be anywhere in a bundle.
        const own = gestures.filter(({ control }) => (touch !== '' && control === touch) || names.includes(control));
        for (const { control, pressed } of own) {
          if (control === touch) shown.touch(pressed === true);
          else shown.move();
        }
        if (own.length > 0 || isOthers(msg)) return undefined;
        if (msg.payload === 'unknown') return shown.lose();
        const value = numberIn(msg.payload);
        if (value === undefined) throw badInput('payload', msg.payload, { key: 'number' });
        return shown.hear(Math.min(1, Math.max(0, (value - low) / (high - low))));
      },
      start: () => shown.start(),
      again: () => shown.again(),
      repeat: () => shown.repeat(),
      seen: () => shown.seen,
      close: () => shown.close(),
    };
  }
};

/** Whether it is a packet of another control. An answer of the hub may still hold what came from a device. */
const isOthers = (msg: NodeMessage): boolean => !('hub' in msg) && isPacket(msg);

/** A number, or the one in a property of the hub. */
function numberIn(payload: unknown): number | undefined {
  const value = typeof payload === 'object' && payload !== null ? (payload as { Value?: unknown }).Value : payload;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
