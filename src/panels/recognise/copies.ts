import { type Clock, systemClock } from '../../base/clock.js';
import { type Turn, Turns } from '../../base/turn.js';
import { type Fields, hasParts, isObject } from '../../base/values.js';
import type { Gesture } from '../gesture/gesture.js';
import { contentOf, isFromBroker, isRetained } from './mqtt.js';
import { tryRead } from './parse-values.js';

/** Copies of a message arrive within this time, in ms. No hand presses twice as fast. */
const COPIES_MS = 20;

/** The first message with a topic and a content. */
interface Published {
  readonly id: unknown;
  /** Copies arrive in one turn, whose other work may take longer than 20 ms. */
  readonly turn: Turn;
}

/**
 * Finds copies of a press over MQTT. The broker sends a message once for each subscription of its client that matches,
 * and each `mqtt in` node passes on all of them, so an unrelated `#` doubles each press. Only MQTT has a broker, and
 * only its messages have `qos`.
 */
export class Copies {
  readonly #clock: Clock;
  readonly #turns: Turns;
  /** The messages of the last 20 ms by topic and content, the oldest first. A turn may have thousands of them. */
  readonly #recent = new Map<string, Published>();

  /** `clock` measures the 20 ms. Default: the clock of this computer. */
  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#turns = new Turns(clock);
  }

  /**
   * True for a message with the topic and the content of another one within 20 ms, or that a remote panel has found as
   * one. `gestures` are those in it.
   */
  isCopy(msg: unknown, gestures: readonly Gesture[]): boolean {
    // Two equal steps of an encoder count twice.
    if (gestures.some(({ kind }) => kind === 'encoder')) return false;
    return tryRead(msg, (message) => this.#isCopy(message)) ?? false;
  }

  #isCopy(msg: Fields): boolean {
    // A message with a gesture comes from a panel node, which has read it before.
    if (!isFromBroker(msg) || isRetained(msg) || isObject(msg.gesture)) return false;
    // The time between two commands of a remote panel is that of the network. The panel has measured the time before.
    if (isObject(msg.remote) && msg.remote.copy === true) return true;
    const { topic, payload, _msgid: id } = msg;
    const content = contentOf(payload);
    // Text, bytes and parsed JSON are the same.
    const isParsed = hasParts(content) && !(content instanceof Uint8Array);
    const key = JSON.stringify([topic, isParsed ? content : String(content)]);
    this.#forgetOld();
    const first = this.#recent.get(key);
    // A flow that sends one message several times keeps its id.
    if (first) return id === undefined || id !== first.id;
    this.#recent.set(key, { id, turn: this.#turns.present });
    return false;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    for (const [key, { turn }] of this.#recent) {
      if (now - turn.endedAt < COPIES_MS) return;
      this.#recent.delete(key);
    }
  }
}
