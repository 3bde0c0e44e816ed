import type { Hold } from '../../cues/run.js';
import type { Hub } from '../../hub/hub.js';
import { findOperation } from '../../hub/table/operations.js';
import { HubError, type Problem } from '../../hub/wire/errors.js';
import { failureSentence } from '../../hub/words/sentence.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { stepOf } from './cue-view.js';

/** The error of a hold, with the names of the things of its step. */
export const holdError = (hold: Hold): HubError => new HubError(problemOf(hold), { called: hold.what?.called });

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
export const operationOf = ({ what }: Hold) =>
  what?.operation === undefined ? undefined : findOperation(what.operation);

/** The sentence of a hold. Example: `Anchor › In (Studio hub): refused – …`. */
export function holdSentence(words: RuntimeWords, hub: Hub, hold: Hold): string {
  const operation = operationOf(hold);
  const target = operation ? {} : { target: hold.what?.look || hold.what?.topic || placeOf(words, hold) };
  return failureSentence(words, holdError(hold), { operation, hub: hub.name, ...target });
}

/** Example: `Cue 10 Anchor, step 2`. */
export function placeOf(words: RuntimeWords, hold: Hold): string {
  if (hold.reason === 'unread') return words('cues.position');
  const cue = `${hold.number} ${hold.name}`.trim();
  const step = stepOf(hold);
  return step === null ? words('cues.cue', { cue }) : words('cues.step', { cue, step });
}
