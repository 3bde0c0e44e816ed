import should from 'should';
import type { Dialect } from '../../../dist/hub/table/operation.js';
import { findOperation, operations } from '../../../dist/hub/table/operations.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask } from '../ask.js';
import { anchor, evening, headlines, PREVIEW, show, validParams, validParamsOn, weather } from '../valid-params.js';

/** The ids of the rundowns that are loaded, and of all but the other show's. */
const LOADED = 'loaded';
const OWN = 'own';

/** The value of a read before and after a command, at a place of its answer. `*` is every entry of a list. */
type Row = [command: string, read: string, of: Params, place: string, before: unknown, after: unknown];

const visible = { engineId: 1, nodePath: 'Lower Third_0', propertyPath: 'Status//Visible/0' };
const playing = { ...validParams.callFunction, propertyPath: 'Status//Playing/0' };
const program = { engineId: 1, nodePath: 'Rundown Player_0', propertyPath: 'Status//Item/0' };
const preview = { ...program, engineId: 2 };
const step = { ...program, propertyPath: 'Status//Step/0' };
const reporter = { ...evening, itemId: 2013 };
const sport = { ...show, rundownId: 205 };
const bulletin = validParams.getNewsroomRundown!;
const RUNDOWNS = ['Evening News', 'Match Night / Final'];
const ITEMS = ['Welcome', 'Headlines', 'Reporter', 'Closing'];

/**
 * One row for each command, and one for each further read that shows its effect. Item 2012 plays on program before
 * each.
 */
const ROWS: Row[] = [
  ['setProperty', 'getProperty', validParams.getProperty!, 'body.Value', 1, 0.5],
  ['callFunction', 'getProperty', playing, 'body.Value', false, true],

  ['pressItemButton', 'getProperty', visible, 'body.Value', false, true],
  ['updateItem', 'getItem', anchor, 'body.name', 'Anchor', 'Host'],
  ['updateItem', 'getItem', anchor, 'body.overriddenChannels', undefined, [2]],
  ['updateItem', 'listItems', anchor, 'body.*.id', [511, 512, 513, 514, 515], [511, 513, 514, 515, 512]],
  ['createItem', 'listItems', anchor, 'body.*.order', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]],
  ['deleteItem', 'getItem', anchor, 'status', 200, 404],
  ['downloadExternalData', 'getItem', weather, 'body.data.Forecast.rows.*.City', [], ['Oslo', 'Genève']],
  ['createRundown', 'listRundowns', {}, 'body.*.name', RUNDOWNS, [...RUNDOWNS, 'Late News']],
  ['renameRundown', 'getRundown', anchor, 'body.name', 'Evening News', 'Late News'],
  ['deleteRundown', 'getRundown', anchor, 'status', 200, 404],

  ['launch', 'getEngine', { engineId: 2 }, 'body.rgraphId', 21, 22],
  ['stopLaunch', 'getEngine', { engineId: 2 }, 'body.instances.*.status', ['Loaded', 'Idle'], ['Idle', 'Idle']],
  ['retime', 'getEngine', { engineId: 2 }, 'body.instances.0.statusDescription', null, /^Retimed at 20/],
  ['startRenderer', 'getEngine', { engineId: 1 }, 'body.rgraphId', 21, 22],
  ['stopRenderer', 'getEngine', { engineId: 1 }, 'body.instances.*.status', ['Loaded', 'Idle'], ['Idle', 'Idle']],
  ['createLaunchConfig', 'listLaunchConfigs', {}, 'body.2.name', undefined, 'Everything'],
  ['createRenderer', 'listRenderers', { configID: 61 }, 'body', [71, 72], [71, 72, 9001]],

  ['playItem', 'getProperty', preview, 'body.Value', '', 'Headlines'],
  ['playItem', 'getLinearItem', headlines, 'body.status.preview', 'Available', 'Playing'],
  ['playNext', 'getProperty', program, 'body.Value', 'Headlines', 'Reporter'],
  ['playNext', 'getLinearItem', reporter, 'body.status.program', 'Available', 'Playing'],
  ['continueItem', 'getProperty', step, 'body.Value', 1, 2],
  ['nextItemStep', 'getProperty', step, 'body.Value', 1, 2],
  ['takeOut', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['takeOut', 'getLinearItem', headlines, 'body.status.isActive', true, false],
  ['takeItemOut', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['takeItemOut', 'getLinearItem', headlines, 'body.status.program', 'Playing', 'Available'],
  ['clearOutput', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['clearOutput', 'getLinearItem', headlines, 'body.status.activeIn', ['program'], []],
  ['pressLinearButton', 'getLinearItem', headlines, 'body.data.Page', 1, 2],
  ['loadLinearRundown', 'getLinearEngine', show, LOADED, [201], [202]],
  ['loadLinearRundown', 'getLinearItem', headlines, 'body.status.program', 'Playing', 'Unavailable'],
  ['loadLinearRundown', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['unloadLinearRundown', 'getLinearEngine', show, LOADED, [201], []],
  ['unloadLinearRundown', 'getLinearItem', headlines, 'body.status.online', true, false],
  ['unloadLinearRundown', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['appendLinearRundown', 'getLinearEngine', show, LOADED, [201], [201, 202]],
  ['createLinearItem', 'listLinearItems', evening, 'body.*.name', ITEMS, [...ITEMS, 'Sport']],
  ['updateLinearItem', 'getLinearItem', headlines, 'body.data.Headline', 'Rail strike ends', 'Final tonight'],
  ['deleteLinearItem', 'getLinearItem', headlines, 'status', 200, 404],
  ['deleteLinearItem', 'getProperty', program, 'body.Value', 'Headlines', ''],
  ['createLinearRundown', 'listLinearItems', sport, 'status', 404, 200],
  ['createLinearRundown', 'listLinearRundowns', show, OWN, [201, 202], [201, 202, 205]],
  ['deleteLinearRundown', 'listLinearRundowns', show, OWN, [201, 202], [202]],
  ['deleteLinearRundown', 'getLinearEngine', show, LOADED, [201], []],
  ['deleteLinearRundown', 'getProperty', program, 'body.Value', 'Headlines', ''],

  ['updateMosObject', 'getNewsroomRundown', bulletin, 'body.items.*.mosObject.objRev', [1, 1, 1], [1, 2, 1]],
  ['updateMosObject', 'getNewsroomRundown', bulletin, 'body.items.1.mosObject.data.Zoom', 1.5, 2],
  ['pressNewsroomButton', 'getNewsroomRundown', bulletin, 'body.items.1.mosObject.status', 'NEW', 'PLAY'],
  ['pressNewsroomButton', 'getNewsroomRundown', bulletin, 'body.items.1.mosObject.data.Zoom', 1.5, 4],

  ['loadGraph', 'getEngine', { engineId: 3 }, 'body.instances.0.statusDescription', null, 'Election Wall'],
  ['loadRgraph', 'getEngine', { engineId: 1 }, 'body.rgraphId', 21, 22],
  ['loadUstate', 'getEngine', { engineId: 4 }, 'body.ustateId', 41, 42],
  ['batch', 'listRundowns', {}, 'body.*.name', RUNDOWNS, [...RUNDOWNS, 'By batch']],
];

const on = (dialect: Dialect, params: Params): Params =>
  params.configID === undefined || dialect === 1 ? params : { ...params, configID: 101 };

/** Item 2012 already plays on program. */
const playOnPreview = { ...validParams.playItem, preview: PREVIEW };

/** The value at a place, e.g. `items.*.id`. */
function at(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === LOADED)
    return at(value, ['body', 'loadedRundownInfo', '*', 'id']) ?? at(value, ['body', 'loadedRundownsInfo', '*', 'id']);
  if (key === OWN) return (at(value, ['body', '*', 'id']) as number[]).filter((id) => id !== 203);
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
    beforeEach(() => ask(simulator, 'playItem', { params: validParams.playItem, linear }));
    afterEach(() => simulator.reset());
    after(() => simulator.close());

    for (const [name, read, params, place, before, after] of ROWS) {
      // Only dialect 2 returns the status of a linear item.
      const isListed = dialect === 2 || !place.startsWith('body.status.');
      if (!findOperation(name)?.dialects.includes(dialect) || !isListed) continue;
      it(`${name} changes the value of ${read}: ${place}`, async () => {
        const readValue = async () =>
          at(await ask(simulator, read, { params: on(dialect, params), linear }), place.split('.'));
        should(await readValue()).eql(before);
        const command = name === 'playItem' ? playOnPreview : validParamsOn(dialect)[name];
        should((await ask(simulator, name, { params: command, linear })).status).be.within(200, 204);
        if (after instanceof RegExp) should(await readValue()).match(after);
        else should(await readValue()).eql(after);
      });
    }
  });

it('each command to the simulator has a row', () => {
  const commands = operations.filter(({ kind }) => kind !== 'read').map(({ name }) => name);
  should([...new Set(ROWS.map(([name]) => name))].toSorted()).eql(commands.toSorted());
});
