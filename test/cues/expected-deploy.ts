import should from 'should';
import type { PlayState } from '../../dist/cues/play.js';
import { hasMore, type Run } from './expected-run.js';

/** At a deploy, only things in progress end, and the list names them. */
export function checkDeployed(before: PlayState, state: PlayState, isRehearsal: boolean): void {
  const runs = [...before.older, ...(before.current ? [before.current] : [])];
  const inFlight = runs.filter(({ steps }) => steps.some((step) => step.state === 'sent'));
  should([state.by, state.isRestarted]).eql([before.by, before.isRestarted]);
  checkHold(before, state, inFlight.at(-1), isRehearsal);
  const ended = [...inFlight, ...(before.current && hasMore(before.current) ? [before.current] : [])];
  for (const [number, result] of before.results)
    if (!ended.some((run) => run.number === number))
      should(state.results.get(number)).equal(result, 'a result after a deploy');
  // The last result of a cue that was started twice is that of its last start.
  for (const { id, number } of isRehearsal ? [] : inFlight)
    if (runs.findLast((run) => run.number === number)?.id === id)
      should(state.results.get(number)).equal('unknown', 'a cue in flight at a deploy');
}

function checkHold(before: PlayState, { hold }: PlayState, last: Run | undefined, isRehearsal: boolean): void {
  const wasUnknown = before.hold?.outcome === 'unknown';
  if (last && !isRehearsal) {
    // The first unknown step is named.
    const reason = last.steps.some(({ state }) => state === 'unknown') ? 'step' : 'deployed';
    should(hold).match({ number: last.number, outcome: 'unknown', reason });
  } else if (last) should(hold).match({ outcome: wasUnknown ? 'unknown' : 'not-sent' });
  else if (hasMore(before.current) && !wasUnknown)
    should(hold).match({ number: before.current?.number, outcome: 'not-sent', reason: 'deployed' });
  else should(hold).eql(before.hold);
}
