import should from 'should';
import type { CueList, Step } from '../../dist/cues/list.js';
import type { PlayState } from '../../dist/cues/play.js';
import { after, nameOf } from './drawn-list.js';
import { isOpen, type Run, runsOf } from './expected-run.js';
import type { Sent } from './memory-hub.js';

/** What the stories of a model contain. */
export const NO_COUNTS = {
  starts: 0,
  followOns: 0,
  counted: 0,
  holds: 0,
  asks: 0,
  restarts: 0,
  twoUnknown: 0,
  deploys: 0,
  sent: 0,
};

/** A step has the outcome that the hub has answered. Without an answer, nobody knows it, unless it has not left. */
export function outcomeOf(sent: Sent | undefined, result: string | undefined): string {
  if (!sent) return result === 'failed' ? 'not-sent' : 'dropped';
  return sent.answer === 200 ? 'done' : sent.answer === 422 ? 'refused' : 'unknown';
}

/** What must have happened by now: steps that are due were sent, answers were counted, and standby has moved on. */
export function checkProgress(
  progress: PlayState,
  now: number,
  answerTo: (run: Run, step: Step) => number | undefined,
): void {
  const { current, standby, isMoved } = progress;
  for (const run of runsOf(progress))
    for (const { step, state, dueAt } of run.steps) {
      if (state === 'waiting') should(dueAt).be.above(now, 'a step that was not sent');
      if (state === 'sent') should(answerTo(run, step)).equal(undefined, 'an answer that does not count');
    }
  const main = current?.steps.filter(({ part }) => part === 'steps') ?? [];
  if (!main.some(({ state }) => isOpen(state)))
    should(current?.nextAt ?? Number.POSITIVE_INFINITY).be.above(now, 'a follow-on that did not play');
  if (current && !isMoved && main.every(({ state }) => state === 'done' || state === 'rehearsal'))
    should(standby).not.equal(current.number, 'standby after all steps are done');
}

/** A step is done if the hub has answered 200, and refused if it has refused. */
export function checkAnswers(run: Run, all: readonly Sent[]): void {
  for (const { step, state } of run.steps) {
    if (step.does !== 'command') continue;
    const answers = all.filter((sent) => sent.name === nameOf(step)).map((sent) => sent.answer);
    if (state === 'done') should(answers).containEql(200);
    if (state === 'refused') should(answers).containEql(422);
  }
}

/** Rule 1: standby moves when a person moves it, or when all steps of its cue are done. */
export function checkPlace(list: CueList, last: PlayState, state: PlayState): void {
  if (state.standby === last.standby) return;
  const { current } = last;
  const isEmpty = state.lastId > last.lastId && list.get(String(last.standby))?.steps.length === 0;
  if (!isEmpty) should(current?.number).equal(last.standby, 'standby moves by itself');
  const run = runsOf(state).find(({ id }) => id === current?.id) ?? current;
  const main = run?.steps.filter(({ part }) => part === 'steps') ?? [];
  const isEnded = (each: string) => ['done', 'superseded', 'rehearsal'].includes(each);
  if (run !== current || main.every(({ state: each }) => isEnded(each)))
    should(main.every(({ state: each }) => isEnded(each))).equal(true, 'standby moves before all steps are done');
  // A cue without steps ends at once, so its follow-on moves standby again.
  let next = after(list, String(last.standby));
  while (next !== state.standby && next !== undefined && list.get(next)?.steps.length === 0) next = after(list, next);
  should(state.standby).equal(next, 'standby moves to the next cue');
}
