import type { Operation } from '../../hub/table/operations.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import { json, type SimulatorAnswer, text } from '../behaviour/answer.js';
import { overlay } from './overlay.js';

/** Refusals that no command of the simulator lifts: the key lacks a module or its licence. */
const BY_RIGHTS = new Set([401, 403]);

/**
 * The recorded answer to a read, with the changes since the start of the simulator. `first` is its answer in the state
 * of the start, `present` the one of now. A read that was not recorded gets the present answer.
 */
export function recordedAnswer(
  recording: RecordedReads,
  { name }: Operation,
  params: Readonly<Record<string, string>>,
  first: SimulatorAnswer,
  present: SimulatorAnswer,
): SimulatorAnswer {
  const recorded = recording.find(name, params);
  if (!recorded) return present;
  const { answer, refusal } = recorded;
  const isUnchanged = first.status === present.status && first.body === present.body;
  if (refusal !== undefined)
    return isUnchanged || BY_RIGHTS.has(refusal) ? json(refusal, { error: `Recorded refusal ${refusal}` }) : present;
  if (isUnchanged) return bodyOf(answer);
  if (first.status !== 200 || present.status !== 200) return present;
  return bodyOf(overlay(answer, JSON.parse(first.body), JSON.parse(present.body)));
}

const bodyOf = (answer: unknown): SimulatorAnswer => {
  if (answer === null) return { status: 200, body: '' };
  return typeof answer === 'string' ? text(200, answer) : json(200, answer);
};
