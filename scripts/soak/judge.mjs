/** Holds what arrived against what was sent and how it ended, from outside of the package. */
import { targets } from './flow.mjs';

/** From a node's output to the hub's note of the arrival it may take so long, and what the processes were late by, in ms. */
const BUSY = 1000;

/** So many violations of a kind are told in full. */
const TOLD = 5;

export class Judge {
  /** By number of the message: `{at, target, arrived, ended, outcome, code}`; times in ms of the epoch. */
  #messages = new Map();
  /** By target: the number that arrived last, and that was sent last. */
  #lastArrived = new Map();
  #lastSent = new Map();
  #violations = new Map();
  ends = {};

  sent([number, at, target]) {
    this.#messages.set(number, { at, target });
    this.#lastSent.set(target, number);
  }

  /** `busy`: how late the processes were about then, in ms. */
  arrived([number, at, path], busy) {
    const message = this.#messages.get(number);
    if (!message) return this.#violated('nothing arrives that was not sent', `${number} at ${path}`);
    const { name, expiry } = targets[message.target];
    if (!path.endsWith(`/${name}`)) this.#violated('each goes to its own target', `${number} for ${name} at ${path}`);
    if (message.arrived) this.#violated('nothing arrives twice', `${number} for ${name}`);
    const before = this.#lastArrived.get(message.target) ?? 0;
    if (number < before) this.#violated('order is kept for each target', `${name}: ${number} after ${before}`);
    if (at - message.at > expiry + BUSY + busy)
      this.#violated('nothing arrives after its expiry', `${number} for ${name}, ${at - message.at} ms old`);
    message.arrived = true;
    this.#lastArrived.set(message.target, Math.max(before, number));
  }

  /** Gives how long a message took that was answered, in ms. */
  ended([number, at, outcome, code]) {
    const message = this.#messages.get(number);
    if (message.outcome)
      this.#violated('each message is settled once', `${number}: ${message.outcome}, then ${outcome}`);
    Object.assign(message, { outcome, code });
    const how = [code, outcome].filter(Boolean).join(' ');
    this.ends[how] = (this.ends[how] ?? 0) + 1;
    return outcome === 'done' ? at - message.at : undefined;
  }

  get pending() {
    return [...this.#messages.values()].filter(({ outcome }) => !outcome).length;
  }

  /** What can be told only at the end; gives all violations as text. */
  finish() {
    for (const [number, { target, arrived, outcome, code }] of this.#messages) {
      const { name, latest } = targets[target];
      const told = `${number} for ${name} (${code} ${outcome})`;
      if (!outcome) this.#violated('each message is settled', told);
      if (outcome === 'not-sent' && arrived) this.#violated('what is “not sent” did not arrive', told);
      if (outcome === 'done' && !arrived) this.#violated('what is “done” arrived', told);
      if (outcome === 'skipped' && (arrived || !latest || number === this.#lastSent.get(target)))
        this.#violated('only what a newer value replaces is skipped', told);
    }
    for (const [target, number] of this.#lastSent)
      if (this.#lastArrived.get(target) !== number)
        this.#violated(
          'the last value arrives last',
          `${targets[target].name}: ${this.#lastArrived.get(target)}, not ${number}`,
        );
    return [...this.#violations].map(([rule, { count, examples }]) => `${count} × ${rule}: ${examples.join('; ')}`);
  }

  also(rule, told) {
    this.#violated(rule, told);
  }

  #violated(rule, told) {
    const { count, examples } = this.#violations.get(rule) ?? { count: 0, examples: [] };
    this.#violations.set(rule, { count: count + 1, examples: count < TOLD ? [...examples, told] : examples });
  }
}
