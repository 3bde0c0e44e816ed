import should from 'should';
import { Hub } from '../../../dist/hub/hub.js';
import { findOperation, type Operation, operations } from '../../../dist/hub/table/operations.js';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { CARDS, onDialect } from '../../operations/index.js';
import { failing, ScriptedHub } from '../scripted-hub.js';
import { sentenceOf } from './words-of.js';

/** The operations of a revision with their parameters that point at a thing. */
const cases = ([1, 2] as const).flatMap((dialect) =>
  operations
    .filter(({ name, dialects }) => dialects.includes(dialect) && name !== 'batch')
    .flatMap(({ name, parameters }) =>
      parameters
        .filter(({ names, in: where }) => names && where !== 'local')
        .map(({ name: field, schema }) => ({
          dialect,
          name,
          field,
          absent: schema.type === 'string' ? 'absent' : 999,
        })),
    ),
);

describe('the sentence of a 404', () => {
  const simulators = new Map<number, { simulator: Simulator; hub: Hub }>();

  before(async () => {
    for (const dialect of [1, 2] as const) {
      const simulator = await startSimulator({ dialect });
      const linearSegment = dialect === 1 ? 'linear' : 'lino';
      const settings = { baseUrl: simulator.url, headers: {}, dialect, linearSegment, timeout: 5000, maxInFlight: 8 };
      simulators.set(dialect, { simulator, hub: new Hub(settings) });
    }
  });

  after(async () => {
    for (const { simulator, hub } of simulators.values()) {
      hub.close();
      await simulator.close();
    }
  });

  for (const { dialect, name, field, absent } of cases) {
    // On revision 2, the hub ignores the engine of this list.
    const isIgnored = dialect === 2 && name === 'listLinearRundowns';
    // On revision 2, the launch configuration of the table is the show 101.
    const sentence = CARDS[name].missing?.[field]?.replace(
      'configuration 61',
      dialect === 2 ? 'configuration 101' : '$&',
    );
    const wanted = isIgnored ? undefined : sentence;
    const badInput = CARDS[name].badInput?.[field];

    it(`names the missing ${field} of ${name} on revision ${dialect}`, async () => {
      const stage = simulators.get(dialect);
      if (!stage) throw new Error(`No simulator of revision ${dialect}`);
      stage.simulator.reset();
      const params = { ...onDialect(dialect, CARDS[name].params), [field]: absent };
      const result = await stage.hub.run(findOperation(name) as Operation, params).catch((error: HubError) => error);
      if (badInput) {
        should(result).have.property('code', 'BAD_INPUT');
        should(sentenceOf(name, params, result as HubError)).match(badInput);
      } else if (wanted) {
        should(result).have.property('code', 'HUB_NOT_FOUND');
        const text = sentenceOf(name, params, result as HubError);
        should(text).match(/ – no [a-zA-Z ]+ ("absent"|999)\. Check the name\. /);
        should(text).containEql(` ${wanted} `);
      } else should(result).not.have.property('code', 'HUB_NOT_FOUND');
    });
  }
});

describe('the sentence of a 404 by another hub', () => {
  const stage = ScriptedHub.forSuite();

  /** The sentence for a 404 with this text. */
  async function sentence(name: string, params: Params, line: string, error: unknown): Promise<string> {
    stage.script = { [line]: { status: 404, body: error } };
    return sentenceOf(name, params, await failing(stage.run(name, params)));
  }

  const load = { graphId: 7, engineHostId: 7 };
  const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' };
  const PROPERTY_LINE = 'GET /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0';
  const button = { rundownId: 51, itemId: 5, externalDataFieldKey: 'in' };

  it('names the right one of two things with the same id', async () => {
    for (const [text, wanted] of [
      ['Graph 7 not found', 'no graph 7. Check the name.'],
      ['There is no engine with id 7', 'no engine 7. Check the name.'],
    ] as const)
      should(await sentence('loadGraph', load, 'POST /graphs/7/load', { error: text })).containEql(wanted);
  });

  it('names all things if the hub names none or several, and never one by chance', async () => {
    for (const text of ['Not found', '', 'Engine 7 has no graph 7', 'Cannot POST /graphs/7/load', 'Graph 70 not found'])
      should(await sentence('loadGraph', load, 'POST /graphs/7/load', text)).containEql(
        'not found (404). Check the names. One of these does not exist on the hub: Graph 7, Engine 7.',
      );
    should(await sentence('getProperty', property, PROPERTY_LINE, 'no')).containEql(
      'on the hub: Engine 1, Node Mixer_0, Property Overlay//Opacity/0.',
    );
  });

  it('names the show of several steps', async () => {
    const params = { engineId: 7, preview: 0 };
    should(await sentence('everythingOut', params, 'PUT /linear/rundown/7/out/0', 'Show 7 not found')).containEql(
      'no show 7. Check the name.',
    );
  });

  it('names the component too, if the hub names its path', async () => {
    const params = { engineId: 1, nodePath: 'N', propertyPath: 'P', Component: 'x', engineType: 'RE5', Value: 1 };
    const line = 'PATCH /engines/1/nodes/N/properties/P.x';
    should(await sentence('setProperty', params, line, 'Property P.x not found')).containEql(
      'on the hub: Engine 1, Node N, Property P, Component x.',
    );
  });

  it('names the inner one of two things along a path', async () => {
    for (const text of ['Item 5 not found in rundown 51', 'Rundown 51 has no item 5'])
      should(await sentence('downloadExternalData', button, 'POST /playout/rundowns/51/items/5/in', text)).containEql(
        'Item 5 does not exist on Rundown 51.',
      );
  });

  it('does not name the engine host with this id if another thing is missing', async () => {
    const params = { engineId: 1, rundownId: 999 };
    stage.script = {
      'PUT /linear/rundown/1/999/load': { status: 404, body: 'Rundown 999 not found' },
      'GET /engines': { body: [{ id: 1, name: 'Studio A' }] },
    };
    const error = await failing(stage.run('loadLinearRundown', params));
    should(sentenceOf('loadLinearRundown', params, error)).containEql('Rundown 999 does not exist on Linear engine 1.');
    should(stage.sent('GET')).eql([]);
  });
});
