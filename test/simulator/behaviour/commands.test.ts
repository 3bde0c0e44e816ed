import should from 'should';
import type { Dialect } from '../../../dist/hub/table/operation.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { CARDS, cards, onDialect } from '../../operations/index.js';
import { PREVIEW } from '../../operations/values.js';
import { ask } from '../ask.js';

const rows = cards.flatMap((card) => (card.effects ?? []).map((effect) => [card.name, card, ...effect] as const));

/** Item 2012 already plays on program. */
const playOnPreview = { ...CARDS.playItem.params, preview: PREVIEW };

/** The value at a place, e.g. `items.*.id`. */
function at(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === 'loaded')
    return at(value, ['body', 'loadedRundownInfo', '*', 'id']) ?? at(value, ['body', 'loadedRundownsInfo', '*', 'id']);
  if (key === 'own') return (at(value, ['body', '*', 'id']) as number[]).filter((id) => id !== 203);
  if (key === undefined || value === undefined || value === null) return value;
  if (key === '*') return (value as unknown[]).map((each) => at(each, rest));
  return at((value as Record<string, unknown>)[key], rest);
}

for (const dialect of [1, 2] as Dialect[])
  describe(`a command to the simulator, dialect ${dialect}`, () => {
    let simulator: Simulator;
    const linear = dialect === 1 ? 'linear' : 'lino';
    before(async () => {
      simulator = await startSimulator({ dialect, early: dialect === 2, restartTime: 0 });
    });
    beforeEach(() => ask(simulator, 'playItem', { params: CARDS.playItem.params, linear }));
    afterEach(() => simulator.reset());
    after(() => simulator.close());

    for (const [name, card, read, params, place, before, after] of rows) {
      // Only dialect 2 returns the status of a linear item.
      const isListed = dialect === 2 || !place.startsWith('body.status.');
      if (!(card.dialects ?? [1, 2]).includes(dialect) || !isListed) continue;
      it(`${name} changes the value of ${read}: ${place}`, async () => {
        const readValue = async () =>
          at(await ask(simulator, read, { params: onDialect(dialect, params), linear }), place.split('.'));
        should(await readValue()).eql(before);
        const command = name === 'playItem' ? playOnPreview : onDialect(dialect, card.params);
        should((await ask(simulator, name, { params: command, linear })).status).be.within(200, 204);
        if (after instanceof RegExp) should(await readValue()).match(after);
        else should(await readValue()).eql(after);
      });
    }
  });

it('each command to the simulator has an effect on its card', () => {
  for (const { name, kind, effects = [] } of cards) should(effects.length > 0).equal(kind !== 'read', name);
});
