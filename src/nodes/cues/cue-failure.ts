import type { Step } from '../../cues/list.js';
import type { Hold, Run } from '../../cues/play.js';
import type { Hub } from '../../hub/hub.js';
import { findOperation } from '../../hub/table/operations.js';
import { HubError } from '../../hub/wire/errors.js';
import { failureSentence } from '../../hub/words/sentence.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { stepOf } from './cue-view.js';

/** The error of a hold, with the names of the things of its step. */
export function holdError(hold: Hold, step: Step | undefined): HubError {
  switch (hold.reason) {
    case 'late':
      return new HubError('EXPIRED', { sentence: 'cueLate' });
    case 'rehearsal':
      return new HubError('EXPIRED', { sentence: 'cueRehearsal' });
    case 'restarted':
      return new HubError('CLOSED', { sentence: 'cueRestarted' }, { outcome: 'unknown' });
    case 'step':
      return (hold.error ?? new HubError('HUB_FAULT', {}, { outcome: hold.outcome })).with({
        called: labelsOf(step),
      });
  }
}

/** The names of the things of a command, by parameter. */
const labelsOf = (step: Step | undefined): Record<string, string> =>
  step?.does === 'command'
    ? Object.fromEntries(Object.entries(step.params).map(([name, { label, value }]) => [name, label || String(value)]))
    : {};

/** The step of a hold in the run that failed. */
export const failedStep = (run: Run | undefined, { part, step, number }: Hold): Step | undefined =>
  run?.number === number && step !== undefined ? run.steps.filter((each) => each.part === part)[step]?.step : undefined;

/** The operation of a step, for its sentence. */
export const operationOfStep = (step: Step | undefined) =>
  step?.does === 'command' ? findOperation(step.operation) : undefined;

/** The sentence of a hold. Example: `Anchor › In (Studio hub): refused – …`. */
export function holdSentence(words: RuntimeWords, hub: Hub, hold: Hold, step: Step | undefined): string {
  const operation = operationOfStep(step);
  const target = operation ? {} : { target: targetOf(words, hold, step) };
  return failureSentence(words, holdError(hold, step), { operation, hub: hub.name, ...target });
}

/** Example: `Cue 10 Anchor, step 2`. */
export function placeOf(words: RuntimeWords, hold: Hold): string {
  const cue = `${hold.number} ${hold.name}`.trim();
  const step = stepOf(hold);
  return step === null ? words('cues.cue', { cue }) : words('cues.step', { cue, step });
}

function targetOf(words: RuntimeWords, hold: Hold, step: Step | undefined): string {
  if (step?.does === 'look') return step.look;
  return step?.does === 'message' && step.topic !== '' ? step.topic : placeOf(words, hold);
}
