import type { NodeMessage } from 'node-red';
import type { Clock } from '../../base/clock.js';
import { plainText } from '../../base/values.js';
import { badInput } from '../../hub/wire/errors.js';
import type { ButtonHistories } from '../../panels/mapping/button-histories.js';
import { LOOK_OPERATIONS, type LookOperation } from '../../saved/look.js';
import { type Ignored, PressFilter } from '../runtime/press-filter.js';
import type { LookSettings } from './look-settings.js';

/** A flow that invents names of keys must not fill the memory. */
const MOST_KEYS = 1000;

/** Each field may be missing. */
type Fields = NodeMessage & {
  readonly operation?: unknown;
  readonly look?: unknown;
  readonly only?: unknown;
  readonly blend?: unknown;
  readonly gesture?: Gesture;
};

type Gesture = Readonly<Partial<Record<'did' | 'source' | 'control' | 'client', unknown>>>;

/** The operation that a message asks for. */
export interface LookRequest {
  readonly operation: LookOperation;
  readonly look: string;
  /** A part of the look. */
  readonly only: unknown;
  /** 0 … 1. Undefined: no blend. */
  readonly share: number | undefined;
}

/** Turns messages into requests, and ignores the releases of keys. */
export class LookRequests {
  readonly #settings: LookSettings;
  readonly #presses: PressFilter;
  /** The keys that are held. Several keys may share a node. */
  readonly #held = new Set<string>();

  constructor(settings: LookSettings, clock: Clock, histories: ButtonHistories) {
    this.#settings = settings;
    this.#presses = new PressFilter({ kind: 'press', payloadIsData: false }, clock, histories);
    this.#presses.start();
  }

  /** The request of a message, or the reason to ignore it. Throws `BAD_INPUT`. */
  async read(msg: Fields): Promise<LookRequest | Ignored> {
    const given = msg.operation === undefined ? undefined : operationIn(msg.operation);
    const { holdStores, look: fixed } = this.#settings;
    const isBlend = msg.blend !== undefined && (given ?? this.#settings.operation) === 'recall';
    const held =
      !isBlend && holdStores && msg.gesture?.did !== undefined ? this.#heldOperation(msg.gesture) : undefined;
    if (held === 'moved') return held;
    const ignored = isBlend || held ? undefined : await this.#presses.refusal(msg);
    if (ignored) return ignored;
    const operation = given ?? held ?? this.#settings.operation;
    const look = fixed || msg.look;
    if (typeof look !== 'string' && NAMED.includes(operation)) throw badInput('look', look, { key: 'text' });
    return { operation, look: String(look ?? ''), only: msg.only, share: shareIn(msg.blend) };
  }

  close(): void {
    this.#presses.close();
  }

  /** With *Hold stores*, `hub-panel` reports a hold while the key is down, and a release after it. */
  #heldOperation({ did, source, control, client }: Gesture): LookOperation | 'moved' {
    const key = JSON.stringify([source, control, client]);
    const wasHeld = this.#held.delete(key);
    if (did === 'hold') {
      if (this.#held.size === MOST_KEYS) this.#held.clear();
      this.#held.add(key);
      return 'store';
    }
    return did === 'release' && !wasHeld ? this.#settings.operation : 'moved';
  }
}

/** These operations need the name of a look. */
const NAMED: readonly LookOperation[] = ['recall', 'store', 'compare', 'delete'];

function operationIn(given: unknown): LookOperation {
  const operation = LOOK_OPERATIONS.find((each) => each === plainText(given));
  if (!operation) throw badInput('operation', given, { key: 'choice', options: LOOK_OPERATIONS });
  return operation;
}

function shareIn(blend: unknown): number | undefined {
  if (blend === undefined) return undefined;
  const share = typeof blend === 'number' ? blend : Number.NaN;
  if (!(share >= 0 && share <= 1)) throw badInput('blend', blend, { key: 'share' });
  return share;
}
