import should from 'should';
import type { CommandRecord } from '../../dist/hub/records/as-run.js';
import type { HubError } from '../../dist/hub/wire/errors.js';
import { SteppedHub } from './stepped-hub.js';

const press = { rundownId: 1, itemId: 2, buttonKey: 'Wave' };
const ITEM = 'GET /playout/rundowns/1/items/2';
const buttons = (...labels: string[]) => ({ buttons: labels.map((label) => ({ key: label.toLowerCase(), label })) });
const component = (Value: number, Component = 'x') => ({
  ...{ engineId: 1, nodePath: 'N', propertyPath: 'P', engineType: 'RE', Component, Value },
});
const PROPERTY = '/engines/1/nodes/N/properties/P';

describe('the look-ups of a rehearsed command', () => {
  const stage = SteppedHub.forSuite();
  let ended: CommandRecord[];
  let failures: HubError[];

  beforeEach(() => {
    ended = [];
    failures = [];
    stage.hub.ended.watch((record) => ended.push(record));
    stage.hub.rehearsal.set(true);
  });

  const run = async (name: string, params: object) => {
    const result = await stage.run(name, { ...params });
    if (result.outcome === 'rehearsal' && result.wouldFail) failures.push(result.wouldFail);
    return result;
  };
  const commands = () => stage.requests.filter(({ line }) => !line.startsWith('GET'));

  it('show that it would fail if a name does not exist', async () => {
    const call = run('pressItemButton', press);
    await stage.settle();
    await stage.answer(ITEM, buttons('In', 'Out'));
    should(await call).match({ outcome: 'rehearsal' });
    should(failures).match([{ code: 'BAD_INPUT', facts: { field: 'buttonKey', value: '"Wave"' } }]);
    should(ended).match([{ outcome: 'rehearsal', failure: { code: 'BAD_INPUT', facts: { field: 'buttonKey' } } }]);
    should(commands()).be.empty();
  });

  it('show that it would fail if they are refused or not answered', async () => {
    const refused = run('pressItemButton', press);
    await stage.settle();
    await stage.answer(ITEM, 'Item 2 not found', 404);
    should(await refused).match({ outcome: 'rehearsal' });
    const silent = run('pressItemButton', press);
    await stage.advance(2000);
    should(await silent).match({ outcome: 'rehearsal' });
    should(failures).match([
      { code: 'HUB_NOT_FOUND', outcome: 'not-sent', facts: { missing: ['itemId'], lookUp: 'getItem' } },
      { code: 'HUB_TIMEOUT', outcome: 'not-sent', facts: { lookUp: 'getItem' } },
    ]);
    should(commands()).be.empty();
  });

  it('of a batch are sent too', async () => {
    const call = run('batch', { entries: [{ id: 'a', operation: 'pressItemButton', params: press }] });
    await stage.settle();
    await stage.answer(ITEM, buttons('In'));
    should(await call).match({ outcome: 'rehearsal' });
    should(failures).match([{ code: 'BAD_INPUT', facts: { entry: 'a', field: 'buttonKey' } }]);
    should(commands()).be.empty();
  });

  it('never send a command if rehearsal ends meanwhile, and no command on air waits for them', async () => {
    const rehearsed = run('pressItemButton', press);
    await stage.settle();
    stage.hub.rehearsal.set(false);
    const onAir = run('pressItemButton', { ...press, buttonKey: 'In' });
    await stage.settle();
    await stage.answer(ITEM, buttons('In', 'Wave'));
    should(await rehearsed).match({ outcome: 'rehearsal' });
    should(commands().map(({ line }) => line)).eql(['POST /playout/rundowns/1/items/2/in']);
    await stage.answer('POST');
    await onAir;
    should(commands()).have.length(1);
  });

  it('are sent once a second for a fader, and its values never join those on air', async () => {
    const calls: Promise<unknown>[] = [];
    for (let count = 0; count < 100; count += 1) {
      calls.push(run('setProperty', component(count)));
      await stage.advance(10);
      for (const request of stage.open) request.answer({ Value: { x: 0, y: 0 } });
      await stage.settle();
    }
    for (const result of await Promise.all(calls)) should(result).match({ outcome: 'rehearsal' });
    should(stage.lines('GET').length).be.within(1, 2);
    should(commands()).be.empty();

    const rehearsed = run('setProperty', component(7, 'y'));
    stage.hub.rehearsal.set(false);
    const onAir = run('setProperty', component(3));
    await stage.settle();
    for (const request of stage.open) request.answer({ Value: { x: 0, y: 0 } });
    await stage.settle();
    should(commands()).match([{ line: `PATCH ${PROPERTY}`, body: { Value: { x: 3, y: 0 } } }]);
    await stage.answer('PATCH');
    await Promise.all([rehearsed, onAir]);
  });

  it('find the show of a rundown, and nothing is sent after the rehearsal', async () => {
    const shows = [{ id: 101, name: 'News', started: true, loadedRundownInfo: [{ id: 201 }] }];
    const out = run('everythingOut', { rundownId: 201, preview: 0 });
    await stage.settle();
    await stage.advance(10);
    stage.hub.rehearsal.set(false);
    await stage.answer('GET /linear/engines', shows);
    should(await out).match({ outcome: 'rehearsal' });
    stage.hub.rehearsal.set(true);
    await stage.advance(5000);
    const lost = run('everythingOut', { rundownId: 999, preview: 0 });
    await stage.settle();
    await stage.answer('GET /linear/engines', shows);
    should(await lost).match({ outcome: 'rehearsal' });
    should(failures).match([{ code: 'BAD_INPUT', facts: { sentence: 'notOnAnyShow' } }]);
    should(commands()).be.empty();
  });
});
