import { isObject } from '../../base/values.js';
import type { CueCall } from '../../hub/records/as-run.js';
import { badInput } from '../../hub/wire/errors.js';
import { LOOK_OPERATIONS, type LookOperation } from '../../saved/look.js';
import { type DeskMessage, operationIn } from '../desk/desk-node.js';
import type { Ignored, PressFilter } from '../runtime/press-filter.js';
import type { LookSettings } from './look-settings.js';

/** A flow that invents names of keys must not fill the memory. */
const MOST_KEYS = 1000;

type Gesture = Readonly<Partial<Record<'did' | 'source' | 'control' | 'client', unknown>>>;

/** The operation that a message asks for. */
export interface LookRequest {
  readonly operation: LookOperation;
  readonly look: string;
  /** A part of the look. */
  readonly only?: unknown;
  /** 0 … 1. Undefined: no blend. */
  readonly share?: number | undefined;
  /** The cue that recalls it, and the fade of all values in seconds. */
  readonly cue?: { readonly call: CueCall; readonly fade?: number | undefined };
}

/** The operation of a key with *Hold stores*, or the reason to ignore it. */
interface HeldRequest {
  readonly operation?: LookOperation;
  readonly ignored?: Ignored;
}

/** Turns messages into requests, and ignores the releases of keys. */
export class LookRequests {
  readonly #settings: LookSettings;
  readonly #presses: PressFilter;
  /** The keys that are held. Several keys may share a node. */
  readonly #held = new Set<string>();

  constructor(settings: LookSettings, presses: PressFilter) {
    this.#settings = settings;
    this.#presses = presses;
  }

  /** The request of a message, or the reason to ignore it. Throws `BAD_INPUT`. */
  async read(msg: DeskMessage): Promise<LookRequest | { readonly ignored: Ignored }> {
    const given = operationIn(msg, LOOK_OPERATIONS);
    const { holdStores, look: fixed } = this.#settings;
    const isBlend = msg.blend !== undefined && (given ?? this.#settings.operation) === 'recall';
    const gesture: Gesture = isObject(msg.gesture) ? msg.gesture : {};
    const held = !isBlend && holdStores && gesture.did !== undefined ? this.#heldRequest(gesture) : undefined;
    const ignored = isBlend || held ? held?.ignored : await this.#presses.refusal(msg);
    if (ignored) return { ignored };
    const operation = given ?? held?.operation ?? this.#settings.operation;
    const look = fixed || msg.look;
    if (typeof look !== 'string' && NAMED.includes(operation)) throw badInput('look', look, { key: 'text' });
    return {
      operation,
      look: String(look ?? ''),
      only: msg.only,
      share: msg.blend === undefined ? undefined : shareIn(msg.blend),
    };
  }

  /** With *Hold stores*, `hub-panel` reports a hold while the key is down, and a release after it. */
  #heldRequest({ did, source, control, client }: Gesture): HeldRequest {
    const key = JSON.stringify([source, control, client]);
    const wasHeld = this.#held.delete(key);
    if (did === 'hold') {
      if (this.#held.size === MOST_KEYS) this.#held.clear();
      this.#held.add(key);
      return { operation: 'store' };
    }
    return did === 'release' && !wasHeld ? { operation: this.#settings.operation } : { ignored: 'moved' };
  }
}

/** These operations need the name of a look. */
const NAMED: readonly LookOperation[] = ['recall', 'store', 'compare', 'delete'];

/** The share of a blend, 0 … 1. Throws `BAD_INPUT`. */
export function shareIn(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw badInput('blend', value, { key: 'share' });
}
