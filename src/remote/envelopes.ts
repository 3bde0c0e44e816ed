import { areDigests } from './digests.js';
import { type Fields, isFields } from './opened.js';

/** Version of the format: a message of another one is not read. */
const VERSION = 1;

/**
 * Version of what host and panels do with the messages. 1, or none in a beat: no digests, wall clocks only. 2: a beat
 * has digests and the host's steady clock.
 */
const PROTOCOL = 2;

/** No command may live longer, in ms. */
export const LONGEST_LIFE = 60_000;

/** The host lives. Each start of it is a run of its own. */
export interface Beat {
  readonly run: string;
  /** The host's time, in ms since the epoch. */
  readonly at: number;
  /** The host's clock that is never set, in ms; undefined: a host of protocol 1. */
  readonly steady?: number;
  /** Digests of its states (`digestsOf`); undefined: a host of protocol 1, of which a lost state goes unnoticed. */
  readonly digests?: readonly string[];
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
  /** The same by the host's steady clock; undefined: from or for a machine of protocol 1. */
  readonly steady?: number;
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
export function readBeat({ version, protocol = 1, run, at, steady, digests }: Fields): Beat | undefined {
  if (version !== VERSION || !isCount(protocol) || !isId(run) || !isTime(at)) return undefined;
  if (protocol < PROTOCOL) return { run, at };
  return isTime(steady) && areDigests(digests) ? { run, at, steady, digests } : undefined;
}

/** A beat as text. `serial` is how many states were published: panels of protocol 1 compare it. */
export const sealedBeat = (beat: Required<Beat> & { readonly serial: number }): string =>
  sealed({ protocol: PROTOCOL, ...beat });

/** Whether a beat that cannot be read comes from a host of another version. */
export const isOtherVersion = ({ version, protocol = 1, run }: Fields): boolean =>
  isId(run) && isCount(version) && isCount(protocol) && (version !== VERSION || protocol > PROTOCOL);

export function readState({ version, run, serial, told }: Fields): StateNews | undefined {
  return version === VERSION && isId(run) && isCount(serial) && isFields(told) ? { run, serial, told } : undefined;
}

export function readCommand({ version, id, from, to, at, steady, life, msg }: Fields): Command | undefined {
  const isSent = isTime(at) && (steady === undefined || isTime(steady));
  const isWhole = version === VERSION && isId(id) && isId(from) && isId(to) && isSent && isFields(msg);
  const isLife = isTime(life) && life > 0 && life <= LONGEST_LIFE;
  return isWhole && isLife ? { id, from, to, at, ...(isTime(steady) && { steady }), life, msg } : undefined;
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
