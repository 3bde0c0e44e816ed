import should from 'should';
import { failing } from '../hub/scripted-hub.js';
import { LookStage, outcomes, row, titleOf, valuesOf } from './look-stage.js';
import { MemoryEngine } from './memory-engine.js';

const TABLE = ['Arena/Mixer/Opacity', 'Arena/Mixer/Program', 'Foyer/Key/Gain'];

describe('a desk of looks stores', () => {
  const stage = LookStage.forEach();
  const table = TABLE.map((title) => row(title));
  const noPolls = { interval: 0 };

  it('all values of the table in three batches of reads', async () => {
    const desk = await stage.desk(table, noPolls);
    await stage.result(desk.store('Evening'));
    should(stage.memory.lines).eql(['GET /engines', 'PUT /batch', 'PUT /batch']);
    should(valuesOf((await desk.list()).get('Evening'))).eql({
      'Arena/Mixer/Opacity': 1,
      'Arena/Mixer/Program': 'CAM 1',
      'Foyer/Key/Gain': 0.5,
    });
  });

  it('a new look only under a free name', async () => {
    const desk = await stage.desk(table, noPolls);
    await stage.result(desk.add('Evening'));
    stage.setByOthers('Foyer/Key/Gain', 0.9);
    should(await failing(stage.result(desk.add('Evening')))).match({
      code: 'BAD_INPUT',
      facts: { field: 'look', allowed: { key: 'newLookName' } },
    });
    should(valuesOf((await desk.list()).get('Evening'))).match({ 'Foyer/Key/Gain': 0.5 });
  });

  it('nothing if a property is missing, and names it', async () => {
    const desk = await stage.desk([...table, row('Arena/Mixer/Gone'), row('Arena/Nowhere/Opacity')], noPolls);
    const error = await failing(stage.result(desk.store('Evening')));
    should(error).match({ code: 'HUB_NOT_FOUND', outcome: 'not-sent', facts: { sentence: 'lookMissing' } });
    should(error.facts.properties).equal('Arena › Mixer › Gone, Arena › Nowhere › Opacity');
    should([...(await desk.list())]).eql([]);
  });

  it('nothing if a read fails', async () => {
    const desk = await stage.desk(table, noPolls);
    stage.memory.faultOf = ({ path }) => (path === '/batch' ? 'fault' : undefined);
    await failing(stage.result(desk.store('Evening')));
    should([...(await desk.list())]).eql([]);
  });

  it('nothing if two nodes, properties or engines have one name, and names them', async () => {
    stage.memory.engine('Arena').add('Camera/Position', 1);
    stage.memory.engine('Foyer').add('Key/Other', 1, '00000005-0000-4000-8000-999999999999');
    const titles = ['Arena/Camera/Position', 'Foyer/Key/Gain', 'Arena/Mixer/Opacity'];
    const desk = await stage.desk(
      titles.map((title) => row(title)),
      noPolls,
    );
    const error = await failing(stage.result(desk.store('Evening')));
    should(error.facts.properties).equal('Arena › Camera › Position, Foyer › Key › Gain');
    stage.memory.engines.push(new MemoryEngine(7, 'Arena', {}));
    should((await failing(stage.result(desk.store('Evening')))).facts.properties).equal(
      'Arena › Camera › Position, Foyer › Key › Gain, Arena › Mixer › Opacity',
    );
    should([...(await desk.list())]).eql([]);
  });

  it('a component, also a safe one, without the fields of the table', async () => {
    const rows = [row('Arena/Camera/Position/y'), row('Foyer/Track/Position/z', { recall: false, duration: 3 })];
    const desk = await stage.desk(rows, noPolls);
    await stage.result(desk.store('Cameras'));
    const look = (await desk.list()).get('Cameras');
    should(look).eql([
      { engine: 'Arena', node: 'Camera', property: 'Position', component: 'y', value: 0 },
      { engine: 'Foyer', node: 'Track', property: 'Position', component: 'z', value: 3 },
    ]);
  });

  it('a component inside a component', async () => {
    stage.memory.engine('Arena').add('Camera/Pose', { rotation: { z: 7 } });
    const desk = await stage.desk([row('Arena/Camera/Pose/rotation.z')], noPolls);
    should((await stage.result(desk.store('Pose'))).map(({ value }) => value)).eql([7]);
  });

  it('over a look of the same name, and refuses a wrong name or an empty table', async () => {
    const desk = await stage.desk(table, noPolls);
    await stage.result(desk.store('Evening'));
    stage.setByOthers('Foyer/Key/Gain', 0.75);
    await stage.result(desk.store('Evening'));
    should(valuesOf((await desk.list()).get('Evening'))['Foyer/Key/Gain']).equal(0.75);
    should(await failing(stage.result(desk.store(' ')))).match({ code: 'BAD_INPUT' });
    should(await failing(stage.result(desk.store('x'.repeat(65))))).match({ code: 'BAD_INPUT' });
    const empty = await stage.desk([], noPolls);
    should(await failing(stage.result(empty.store('Evening')))).match({
      ...{ code: 'BAD_INPUT', facts: { sentence: 'noProperties' } },
    });
  });

  it('readable paths, and on RE5 names alone', async () => {
    const path = stage.memory.engine('Foyer').properties[0]?.path as string;
    const rows = [
      row('Arena/Mixer/Opacity', { nodePath: 'Mixer//0', propertyPath: 'Opacity//0' }),
      row('Foyer/Key/Gain', { propertyPath: path }),
    ];
    const desk = await stage.desk(rows, noPolls);
    await stage.result(desk.store('Evening'));
    should(stage.file.text).match(/"nodePath":"Mixer\/\/0"/);
    should(stage.file.text).not.match(/0000-4000/);
    should(stage.file.text).not.match(/"id"/);
  });

  it('a look that another hub recalls by names', async () => {
    const desk = await stage.desk(table, noPolls);
    await stage.result(desk.store('Evening'));
    const { text } = stage.file;
    await stage.close();
    const arena = new MemoryEngine(71, 'Arena', { 'Mixer/Opacity': 0, 'Mixer/Program': 'CAM 9' });
    const foyer = new MemoryEngine(72, 'Foyer', { 'Other/Thing': 0, 'Key/Gain': 0 }, 'RE5');
    stage.open({}, [arena, foyer]);
    stage.file.text = text;
    const other = await stage.desk([], noPolls);
    const entries = await stage.result(other.recall('Evening', undefined));
    should(outcomes(entries)).eql({
      'Arena/Mixer/Opacity': 'done',
      'Arena/Mixer/Program': 'done',
      'Foyer/Key/Gain': 'done',
    });
    should([arena.value('Mixer/Opacity'), arena.value('Mixer/Program'), foyer.value('Key/Gain')]).eql([
      1,
      'CAM 1',
      0.5,
    ]);
  });

  it('and finds a property by its name if the hub does not have its paths', async () => {
    const paths = { nodePath: 'Mixer//7', propertyPath: 'Opacity//7' };
    const desk = await stage.desk([row('Arena/Mixer/Opacity', paths), row('Foyer/Key/Gain', paths)], noPolls);
    await stage.result(desk.store('Evening'));
    should(valuesOf((await desk.list()).get('Evening'))).eql({ 'Arena/Mixer/Opacity': 1, 'Foyer/Key/Gain': 0.5 });
  });

  it('and finds a property by its path before its name', async () => {
    stage.memory.engine('Arena').add('Mixer/Opacity', 7);
    const twin = stage.memory.engine('Arena').properties.at(-1) as { path: string };
    Object.assign(twin, { path: 'Opacity//1' });
    const desk = await stage.desk([row('Arena/Mixer/Opacity', { propertyPath: 'Opacity//1' })], noPolls);
    const look = await stage.result(desk.store('Evening'));
    should(look.map((value) => [titleOf(value), value.value])).eql([['Arena/Mixer/Opacity', 7]]);
  });
});
