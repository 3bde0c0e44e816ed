import type { NodeMessage } from 'node-red';
import { stepOf } from '../../cues/cue-view.js';
import type { Press } from '../../cues/play.js';
import type { CueReport } from '../../cues/player.js';
import type { Hold } from '../../cues/run.js';
import type { Hub } from '../../hub/hub.js';
import { cueEnded } from '../../hub/queue/call.js';
import { findOperation } from '../../hub/table/operations.js';
import { HubError, type Problem } from '../../hub/wire/errors.js';
import { failureSentence } from '../../hub/words/sentence.js';
import { journalBadInput, journalFailure, journalOf } from '../registry/journal-failure.js';
import { sessionOf } from '../registry/registry.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';

/** The failure of a cue whose list holds, with the names of the things of its step. */
export class CueFailure extends HubError {
  constructor(readonly hold: Hold) {
    super(problemOf(hold), { called: hold.what?.called });
  }
}

function problemOf({ reason, outcome, step, error }: Hold): Problem {
  switch (reason) {
    case 'late':
      return new HubError('EXPIRED', { sentence: 'cueLate' });
    case 'rehearsal':
      return new HubError('EXPIRED', { sentence: 'cueRehearsal' });
    case 'restarted':
      return new HubError('CLOSED', {}, { outcome: 'unknown' });
    case 'deployed':
      if (outcome === 'unknown') return new HubError('CLOSED', { sentence: 'cueDeployed_unknown' }, { outcome });
      return new HubError('CLOSED', { sentence: step === undefined ? 'cueDeployed_next' : 'cueDeployed' });
    case 'unread':
      return new HubError('CLOSED', { sentence: 'cueUnread' }, { outcome });
    case 'step':
      // A fault of this program has no error.
      return error ?? { code: 'HUB_BAD_ANSWER', outcome, facts: {} };
  }
}

/** The operation of the step of a hold, for its sentence. */
const operationOf = ({ what }: Hold) => (what?.operation === undefined ? undefined : findOperation(what.operation));

/** The sentence of a hold. Example: `Anchor › In (Studio hub): refused – …`. */
export function holdSentence(words: RuntimeWords, hub: Hub, hold: Hold): string {
  const operation = operationOf(hold);
  const target = operation ? {} : { target: hold.what?.look || hold.what?.topic || placeOf(words, hold) };
  return failureSentence(words, new CueFailure(hold), { operation, hub: hub.name, ...target });
}

/** Example: `Cue 10 Anchor, step 2`. */
function placeOf(words: RuntimeWords, hold: Hold): string {
  if (hold.reason === 'unread') return words('cues.position');
  const cue = `${hold.number} ${hold.name}`.trim();
  const step = stepOf(hold);
  return step === null ? words('cues.cue', { cue }) : words('cues.step', { cue, step });
}

/** Puts the failure of a press into its message. Returns the error for the Catch nodes. */
export function failPress(
  life: Lifetime,
  words: RuntimeWords,
  hub: Hub,
  msg: NodeMessage,
  error: HubError,
): CatchError {
  const hold = error instanceof CueFailure ? error.hold : undefined;
  const place = hold && { operation: operationOf(hold), notes: [`${placeOf(words, hold)}.`] };
  return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub), ...place });
}

/** Adds a Go that played no cue, or a wrong operation, to the journal. `standby`: the cue of the Go, if that is known. */
export function journalPress(hub: Hub, press: Press, failure: HubError, node: string, standby?: string): void {
  if (press.does !== 'go' && press.does !== 'goto' && press.does !== 'again') {
    journalBadInput(hub, failure, node);
    return;
  }
  const number = press.does === 'goto' ? press.cue : (standby ?? '');
  journalFailure(hub, { does: 'cue', number, name: '' }, failure, node);
}

/** Adds the failure of a cue, or its end before its first command, unless its commands in the journal show it. */
export function journalEnd(hub: Hub, { run, outcome, hold, isRehearsal }: CueReport, node: string): void {
  const { call } = run;
  if (hold) {
    const { look, called: names } = hold.what ?? {};
    const group = look === undefined ? call : ({ does: 'recall', name: look, since: 0, within: call } as const);
    const rehearsed = isRehearsal ? ({ outcome: 'rehearsal' } as const) : {};
    journalFailure(hub, group, new CueFailure(hold), node, { command: operationOf(hold), names, ...rehearsed });
  } else if ((outcome === 'superseded' || outcome === 'stopped') && !journalOf(hub)?.has(call))
    journalFailure(hub, call, cueEnded(), node);
}
