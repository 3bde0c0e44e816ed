import type { NodeMessage } from 'node-red';
import type { PlayNote, Press } from '../../cues/play.js';
import type { CueReport } from '../../cues/player.js';
import { HubError } from '../../hub/wire/errors.js';
import { putFailure, putIgnored, withFields } from '../message/message.js';
import { type RunningCues, sessionOf } from '../registry/registry.js';
import { type CatchError, failMessage, toCatchError } from '../runtime/catch-error.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Note } from '../status/status-facts.js';
import { holdError, operationOf, placeOf } from './cue-failure.js';
import { pressCues } from './journal-cue.js';

/** The names of the operations in `msg.hub.operation`. */
export const OPERATIONS = {
  go: 'goCue',
  goto: 'goToCue',
  again: 'againCue',
  standby: 'standbyCue',
  back: 'previousCue',
  next: 'nextCue',
  stop: 'stopCues',
  list: 'listCues',
} as const;

/** The statuses of operations that were ignored. */
export const NOTES = {
  lockedOut: 'lockedOut',
  again: 'again',
  playing: 'cuePlaying',
  started: 'cueStarted',
  end: 'cueEnd',
  notAsking: 'cueNotAsking',
} as const satisfies Record<PlayNote, Note>;

/** The list that a node plays: its own one, or that of another node. */
export interface CuePlace extends Pick<RunningCues, 'desk' | 'hub' | 'list' | 'path' | 'view'> {
  readonly life: Lifetime;
}

/**
 * Runs an operation for a message, and sends its result at the end of its cue. Returns why it was ignored. Rejects with its
 * failure.
 */
export async function runCue(
  place: CuePlace,
  press: Press,
  msg: NodeMessage,
  remaining: number | undefined,
  send: (msg: NodeMessage) => void,
): Promise<PlayNote | undefined> {
  const { life, list, view } = place;
  const { note, ended } = pressCues(place, press, editorId(life.node), remaining);
  const operation = OPERATIONS[press.does];
  if (note) {
    putIgnored(msg, NOTES[note]);
    return note;
  }
  if (ended) deliverCue(place, msg, operation, await ended, send);
  else send(withFields(msg, { topic: list, payload: view(), hub: cueFields(place, operation, 'done') }));
  return undefined;
}

/** Sends the result of a cue, or throws its failure. */
export function deliverCue(
  place: CuePlace,
  msg: NodeMessage,
  operation: string,
  report: CueReport,
  send: (msg: NodeMessage) => void,
): void {
  const { run, outcome, hold, isRehearsal } = report;
  const payload = run.steps.map(({ step: { does }, part, state }) => ({ does, part, outcome: state }));
  const cue = { number: run.number, name: run.cue.name };
  const played = withFields(msg, { topic: place.list, payload, cue });
  if (hold) throw new CueFailure(report);
  if (outcome === 'superseded' || outcome === 'stopped' || isRehearsal) {
    putIgnored(played, outcome === 'superseded' || outcome === 'stopped' ? outcome : 'rehearsal');
    return;
  }
  send(withFields(played, { hub: cueFields(place, operation, outcome) }));
}

/** `msg.hub` of a result. */
export const cueFields = ({ life, hub }: CuePlace, operation: string, outcome: string): object => ({
  operation,
  outcome,
  at: life.clock.date(),
  ...sessionOf(hub),
});

/** A cue that failed. */
export class CueFailure extends HubError {
  constructor(readonly report: CueReport) {
    const { hold } = report;
    if (!hold) throw new Error('A cue without a hold has not failed');
    super(holdError(hold), {});
  }
}

/** Writes a failure into a message. Returns its error for the Catch nodes. */
export function failCue(
  life: Lifetime,
  words: RuntimeWords,
  hub: RunningCues['hub'],
  msg: NodeMessage,
  error: HubError,
): CatchError {
  if (!(error instanceof CueFailure) || !error.report.hold)
    return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub) });
  const { hold } = error.report;
  const operation = operationOf(hold);
  putFailure(msg, operation, error, { at: life.clock.date(), ...sessionOf(hub) });
  return toCatchError(words, error, life.node, { operation, hub, notes: [`${placeOf(words, hold)}.`] });
}
