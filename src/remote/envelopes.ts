import { type Fields, isFields } from './opened.js';

/** What is sent by another version is not read. */
export const VERSION = 1;

/** No command may live longer, in ms. */
export const LONGEST_LIFE = 60_000;

/** The host lives. Each start of it is a run of its own. */
export interface Beat {
  readonly run: string;
  /** The host's time, in ms since the epoch. */
  readonly at: number;
  /** How many states it has told in this run: whoever has heard fewer lacks some. */
  readonly serial: number;
}

/** What a lamp is told, less its topic. */
export interface Told {
  readonly payload?: unknown;
  readonly hub?: unknown;
  readonly item?: unknown;
}

/** How a thing is, as the host knows it. */
export interface StateNews {
  readonly run: string;
  readonly serial: number;
  readonly told: Told;
}

/** What a hand at a panel wants done. */
export interface Command {
  readonly id: string;
  /** The panel's run, to which the answer goes. */
  readonly from: string;
  /** The run of the host that it is for: another one does not know what was carried out already. */
  readonly to: string;
  /** When it was sent, in ms since the epoch by the host's clock, and for how many ms it may wait. */
  readonly at: number;
  readonly life: number;
  /** As much of the panel's message as presses and values need. */
  readonly msg: Fields;
}

/** What became of a command. */
export interface Answer {
  readonly id: string;
  /** `none`: nothing was to be done, as with a button that is let go. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** Of what did not succeed: the hub's code, and why the host did not even try. */
  readonly code?: string;
  readonly reason?: string;
  /** The host's own words. */
  readonly sentence?: string;
  readonly statusCode?: number;
  readonly payload?: unknown;
  readonly hub?: unknown;
}

const OUTCOMES = ['done', 'none', 'not-sent', 'refused', 'unknown'] as const;

/** How runs and commands are called: part of a topic, and remembered, so that nobody else's text is let in. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{8,64}$/.test(value);

const isTime = (value: unknown): value is number => Number.isFinite(value);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** An envelope as text. */
export const sealed = (envelope: object): string => JSON.stringify({ version: VERSION, ...envelope });

/** The fields of an envelope as a beat; undefined if they are none. So the readers below, each for its kind. */
export function readBeat({ version, run, at, serial }: Fields): Beat | undefined {
  return version === VERSION && isId(run) && isTime(at) && isCount(serial) ? { run, at, serial } : undefined;
}

export function readState({ version, run, serial, told }: Fields): StateNews | undefined {
  return version === VERSION && isId(run) && isCount(serial) && isFields(told) ? { run, serial, told } : undefined;
}

export function readCommand({ version, id, from, to, at, life, msg }: Fields): Command | undefined {
  const isWhole = version === VERSION && isId(id) && isId(from) && isId(to) && isTime(at) && isFields(msg);
  const isLife = isTime(life) && life > 0 && life <= LONGEST_LIFE;
  return isWhole && isLife ? { id, from, to, at, life, msg } : undefined;
}

/** Whom to tell that a command cannot be read; undefined where not even that can be. */
export const senderOf = ({ id, from }: Fields): Pick<Command, 'id' | 'from'> | undefined =>
  isId(id) && isId(from) ? { id, from } : undefined;

export function readAnswer(fields: Fields): Answer | undefined {
  const { version, id, outcome, code, reason, sentence, statusCode, payload, hub } = fields;
  const ended = OUTCOMES.find((known) => known === outcome);
  if (version !== VERSION || !isId(id) || !ended) return undefined;
  return {
    id,
    outcome: ended,
    ...(isText(code) && { code }),
    ...(isText(reason) && { reason }),
    ...(isText(sentence) && { sentence }),
    ...(isCount(statusCode) && { statusCode }),
    ...(payload !== undefined && { payload }),
    ...(isFields(hub) && { hub }),
  };
}

/** Longer sentences are nobody's. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2000;
