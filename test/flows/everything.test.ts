import should from 'should';
import { operations } from '../../dist/hub/table/operations.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { cards, onDialect } from '../operations/index.js';
import { literal, nodeNames, perform, type Stage } from './stage.js';

/** One show, in which every operation of the hub occurs once. */
const SHOW = nodeNames.flatMap((node) => cards.filter(({ area }) => area === node));

describe('a show with every operation of the hub', () => {
  it('contains each operation of the table once', () => {
    should(SHOW.map(({ name }) => name).sort()).eql(operations.map(({ name }) => name).sort());
  });

  // The other segment than usual, so that none is derived from the dialect.
  for (const [dialect, linearSegment] of [
    [1, 'lino'],
    [2, 'linear'],
  ] as const)
    it(`succeeds on a hub of dialect ${dialect} with ${linearSegment}`, async () => {
      // Only the early builds of dialect 2 have every operation.
      const hub = await startSimulator({ dialect, linearSegment, apiKey: 'rh_key', early: dialect === 2 });
      const stage = await open(hub, dialect, linearSegment);
      try {
        for (const { name } of SHOW) await stage.send(`do ${name}`, { _msgid: name });
        const unknown = SHOW.filter(({ dialects }) => dialects && !dialects.includes(dialect)).map(({ name }) => name);
        should(stage.caught.map(({ _msgid, error }) => [_msgid, error.code])).eql(
          unknown.map((name) => [name, 'HUB_NOT_FOUND']),
        );
        for (const { error } of stage.caught) should(error.message).containEql('needs a hub of revision 2');
        should(stage.out.map(({ _msgid }) => _msgid)).eql(
          SHOW.map(({ name }) => name).filter((name) => !unknown.includes(name)),
        );
      } finally {
        await stage.close();
        await hub.close();
      }
    });
});

const open = (hub: Simulator, dialect: 1 | 2, linearSegment: string): Promise<Stage> =>
  perform(
    { baseUrl: hub.url, dialect: String(dialect), linearSegment },
    SHOW.map(({ name, area, params, inShow = params }) => ({
      id: `do ${name}`,
      type: `hub-${area}`,
      operation: name,
      params: Object.fromEntries(
        Object.entries(onDialect(dialect, inShow)).map(([key, value]) => [key, literal(value)]),
      ),
    })),
    { apiKey: 'rh_key' },
  );
