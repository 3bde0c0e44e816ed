import { type Fields, isObject } from '../base/values.js';
import { areDigests } from './digests.js';
import { LONGEST_LIFE } from './topics.js';

/** The version of the format. Messages of other versions are not read. */
const VERSION = 1;

/** The heartbeat of a host. Each start of the host has its own `run`. */
export interface Heartbeat {
  readonly run: string;
  /** The wall clock of the host, in ms since the epoch. */
  readonly at: number;
  /** The steady clock of the host, in ms. */
  readonly steady: number;
  /** Digests of its states (`digestsOf`), so panels notice lost states. */
  readonly digests: readonly string[];
}

/** A message to a lamp, without its topic. */
export interface LampMessage {
  readonly payload?: unknown;
  readonly hub?: unknown;
  readonly item?: unknown;
}

/** A state of the host. */
export interface StateUpdate {
  readonly run: string;
  readonly serial: number;
  readonly message: LampMessage;
}

/** A command of a panel. */
export interface Command {
  readonly id: string;
  /** The run of the panel, which receives the answer. */
  readonly from: string;
  /** The run of the host. Another run does not know which commands were handled. */
  readonly to: string;
  /** The time when it was sent, in ms on the steady clock of the host, which is never set. */
  readonly steady: number;
  /** The time that it may wait, in ms. */
  readonly life: number;
  /** The fields from `commandPayload`. */
  readonly msg: Fields;
  /** The broker of the panel's flow had delivered the same message just before. Its press does not count. */
  readonly copy?: true;
}

/** The result of a command. */
export interface Answer {
  readonly id: string;
  /** `none`: nothing had to be done, for example for a release. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** The error code of a failed command, and the reason if the host refused it. */
  readonly code?: string;
  readonly reason?: string;
  /** The error in the language of the host. */
  readonly sentence?: string;
  readonly statusCode?: number;
  readonly payload?: unknown;
  readonly hub?: unknown;
}

const OUTCOMES = ['done', 'none', 'not-sent', 'refused', 'unknown'] as const;

/** The ids of runs and commands. They become topics and are stored, so no other text is accepted. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{8,64}$/.test(value);

const isTime = (value: unknown): value is number => Number.isFinite(value);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Writes an envelope as JSON. */
export const seal = (envelope: object): string => JSON.stringify({ version: VERSION, ...envelope });

/** Writes a state. */
export const sealState = (update: StateUpdate): string => seal(update);

/** Reads the fields of an envelope. This and the other readers return undefined for other fields. */
export function readHeartbeat({ version, run, at, steady, digests }: Fields): Heartbeat | undefined {
  const isWhole = version === VERSION && isId(run) && isTime(at) && isTime(steady) && areDigests(digests);
  return isWhole ? { run, at, steady, digests } : undefined;
}

/** True if an unreadable heartbeat comes from a host of another version. */
export const isOtherVersion = ({ version, run }: Fields): boolean =>
  isId(run) && isCount(version) && version !== VERSION;

export function readState({ version, run, serial, message }: Fields): StateUpdate | undefined {
  return version === VERSION && isId(run) && isCount(serial) && isObject(message)
    ? { run, serial, message }
    : undefined;
}

export function readCommand({ version, id, from, to, steady, life, msg, copy }: Fields): Command | undefined {
  const isWhole = version === VERSION && isId(id) && isId(from) && isId(to) && isTime(steady) && isObject(msg);
  const isLife = isTime(life) && life > 0 && life <= LONGEST_LIFE;
  return isWhole && isLife ? { id, from, to, steady, life, msg, ...(copy === true && { copy }) } : undefined;
}

/** The sender of an unreadable command, or undefined. */
export const senderOf = ({ id, from }: Fields): Pick<Command, 'id' | 'from'> | undefined =>
  isId(id) && isId(from) ? { id, from } : undefined;

export function readAnswer(fields: Fields): Answer | undefined {
  const { version, id, outcome, code, reason, sentence, statusCode, payload, hub } = fields;
  const knownOutcome = OUTCOMES.find((each) => each === outcome);
  if (version !== VERSION || !isId(id) || !knownOutcome) return undefined;
  return {
    id,
    outcome: knownOutcome,
    ...(isText(code) && { code }),
    ...(isText(reason) && { reason }),
    ...(isText(sentence) && { sentence }),
    ...(isCount(statusCode) && { statusCode }),
    ...(payload !== undefined && { payload }),
    ...(isObject(hub) && { hub }),
  };
}

/** No sentence is longer, in characters. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2000;
