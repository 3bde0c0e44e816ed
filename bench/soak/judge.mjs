/** Compares the arrivals with the sent messages and their results, independently of the package. */
import { targets } from './flow.mjs';

/**
 * Allowed time from the output of a node to the record of the arrival in ms, in addition to the lag of the processes.
 */
const BUSY = 1000;

/** Number of examples for each kind of violation. */
const MOST_EXAMPLES = 5;

export class Judge {
  /** By number of the message: `{at, target, arrived, ended, outcome, code}`. Times in ms of the epoch. */
  #messages = new Map();
  /** By target: the number of the last arrived and of the last sent message. */
  #lastArrived = new Map();
  #lastSent = new Map();
  #violations = new Map();
  ends = {};

  sent([number, at, target]) {
    this.#messages.set(number, { at, target });
    this.#lastSent.set(target, number);
  }

  /** `busy`: lag of the processes at this time, in ms. */
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

  /** Returns the duration of an answered message in ms. */
  ended([number, at, outcome, code]) {
    const message = this.#messages.get(number);
    if (message.outcome)
      this.#violated('each message is settled once', `${number}: ${message.outcome}, then ${outcome}`);
    Object.assign(message, { outcome, code });
    const result = [code, outcome].filter(Boolean).join(' ');
    this.ends[result] = (this.ends[result] ?? 0) + 1;
    return outcome === 'done' ? at - message.at : undefined;
  }

  get pending() {
    return [...this.#messages.values()].filter(({ outcome }) => !outcome).length;
  }

  /** Checks the rules that need the complete run. Returns all violations as text. */
  finish() {
    for (const [number, { target, arrived, outcome, code }] of this.#messages) {
      const { name, latest } = targets[target];
      const details = `${number} for ${name} (${code} ${outcome})`;
      if (!outcome) this.#violated('each message is settled', details);
      if (outcome === 'not-sent' && arrived) this.#violated('what is “not sent” did not arrive', details);
      if (outcome === 'done' && !arrived) this.#violated('what is “done” arrived', details);
      if (outcome === 'skipped' && (arrived || !latest || number === this.#lastSent.get(target)))
        this.#violated('only what a newer value replaces is skipped', details);
    }
    for (const [target, number] of this.#lastSent)
      if (this.#lastArrived.get(target) !== number)
        this.#violated(
          'the last value arrives last',
          `${targets[target].name}: ${this.#lastArrived.get(target)}, not ${number}`,
        );
    return [...this.#violations].map(([rule, { count, examples }]) => `${count} × ${rule}: ${examples.join('; ')}`);
  }

  addViolation(rule, details) {
    this.#violated(rule, details);
  }

  #violated(rule, details) {
    const { count, examples } = this.#violations.get(rule) ?? { count: 0, examples: [] };
    this.#violations.set(rule, {
      count: count + 1,
      examples: count < MOST_EXAMPLES ? [...examples, details] : examples,
    });
  }
}
