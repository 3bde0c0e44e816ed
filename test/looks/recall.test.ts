import should from 'should';
import { failing } from '../hub/scripted-hub.js';
import { LookStage, outcomes, row } from './look-stage.js';

const EVENING = {
  'Arena/Mixer/Opacity': 0.25,
  'Arena/Mixer/Program': 'CAM 2',
  'Foyer/Key/Gain': 0.75,
};

describe('a desk of looks recalls', () => {
  const stage = LookStage.forEach();
  const table = Object.keys(EVENING).map((title) => row(title));
  const noPolls = { interval: 0 };
  const patches = () => stage.memory.lines.filter((line) => /PATCH/.test(line)).length;
  const values = () => Object.keys(EVENING).map((title) => stage.value(title));

  it('all values in one batch, although joining is off', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    const before = stage.memory.lines.length;
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(entries.map(({ value, outcome }) => [value, outcome])).eql([
      [0.25, 'done'],
      ['CAM 2', 'done'],
      [0.75, 'done'],
    ]);
    should(stage.memory.lines.slice(before)).eql(['GET /engines', 'PUT /batch']);
    should(stage.memory.writes.map(({ body }) => body)).eql([{ Value: 0.25 }, { Value: 'CAM 2' }, { Value: 0.75 }]);
    const again = stage.memory.lines.length;
    await stage.result(desk.recall('Evening', undefined));
    should(stage.memory.lines.slice(again)).eql(['GET /engines', 'PUT /batch']);
  });

  it('with single requests where the hub refuses batches', async () => {
    stage.memory.takesBatches = false;
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(entries.every(({ outcome }) => outcome === 'done')).equal(true);
    should(patches()).equal(3);
    should(values()).eql([0.25, 'CAM 2', 0.75]);
  });

  it('with the fade of each property, else its own', async () => {
    stage.store({ Evening: EVENING });
    const rows = table.map((each, index) => (index === 2 ? { ...each, duration: 5 } : each));
    const desk = await stage.desk(rows, { fade: { duration: 2, interpolation: 'EaseIn' } });
    await stage.result(desk.recall('Evening', undefined));
    should(stage.memory.writes.map(({ body }) => body)).eql([
      { Value: 0.25, Interpolation: 'EaseIn', Duration: 2 },
      { Value: 'CAM 2', Interpolation: 'EaseIn', Duration: 2 },
      { Value: 0.75, Interpolation: 'EaseIn', Duration: 5 },
    ]);
  });

  it('with the fade of a cue, before that of each property', async () => {
    stage.store({ Evening: EVENING });
    const rows = table.map((each, index) => (index === 2 ? { ...each, duration: 5 } : each));
    const desk = await stage.desk(rows, { fade: { duration: 2, interpolation: 'EaseIn' } });
    const call = { does: 'cue', number: '10', name: 'Anchor' } as const;
    await stage.result(desk.recall('Evening', undefined, undefined, undefined, { call, fade: 0.5 }));
    should(stage.memory.writes.map(({ body }) => body.Duration)).eql([0.5, 0.5, 0.5]);
  });

  it('components on RE and RE5', async () => {
    stage.store({ Cameras: { 'Arena/Camera/Position/x': 10, 'Foyer/Track/Position/z': 30 } });
    const desk = await stage.desk([]);
    await stage.result(desk.recall('Cameras', undefined));
    should(stage.value('Arena/Camera/Position')).eql({ x: 10, y: 0, z: 0 });
    should(stage.value('Foyer/Track/Position')).eql({ x: 1, y: 2, z: 30 });
  });

  it('a text that looks like a number as text', async () => {
    stage.store({ Evening: { 'Arena/Mixer/Program': '007' } });
    const desk = await stage.desk([]);
    await stage.result(desk.recall('Evening', undefined));
    should(stage.value('Arena/Mixer/Program')).equal('007');
  });

  it('the rest if properties are missing, twice there, refused or away', async () => {
    stage.memory.engine('Foyer').add('Track/Position', 0);
    const names = { 'Arena/Gone/Opacity': 1, 'Nowhere/Mixer/Opacity': 1, 'Foyer/Track/Position': 1 };
    stage.store({ Evening: { ...EVENING, ...names } });
    const desk = await stage.desk([]);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(entries)).eql({
      'Arena/Mixer/Opacity': 'done',
      'Arena/Mixer/Program': 'done',
      'Foyer/Key/Gain': 'done',
      'Arena/Gone/Opacity': 'missing',
      'Nowhere/Mixer/Opacity': 'missing',
      'Foyer/Track/Position': 'ambiguous',
    });
    stage.memory.engine('Foyer').stop();
    const later = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(later)).match({ 'Arena/Mixer/Opacity': 'done', 'Foyer/Key/Gain': 'away' });
  });

  it('the rest if a property is gone that was polled, and finds it when it is back', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    const foyer = stage.memory.engine('Foyer');
    const properties = [...foyer.properties];
    foyer.properties.splice(0);
    foyer.add('Key/Other', 1);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(entries)).match({ 'Arena/Mixer/Opacity': 'done', 'Foyer/Key/Gain': 'missing' });
    // It has another path now, which only a new search finds.
    foyer.properties.splice(0, 1, ...properties.slice(1));
    foyer.add('Key/Gain', 0.5);
    should(outcomes(await stage.result(desk.recall('Evening', undefined)))).match({ 'Foyer/Key/Gain': 'done' });
  });

  it('a property that was missing until now', async () => {
    stage.store({ Evening: EVENING });
    const foyer = stage.memory.engine('Foyer');
    foyer.properties.splice(0);
    foyer.add('Key/Other', 1);
    const desk = await stage.desk(table);
    foyer.add('Key/Gain', 0.5);
    should(outcomes(await stage.result(desk.recall('Evening', undefined)))).match({ 'Foyer/Key/Gain': 'done' });
  });

  it('the rest if the nodes of one engine cannot be read', async () => {
    stage.store({ Evening: EVENING });
    stage.memory.takesBatches = false;
    stage.memory.faultOf = ({ path }) => (path === '/engines/5/nodes' ? 'fault' : undefined);
    const desk = await stage.desk([], noPolls);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(entries)).eql({
      'Arena/Mixer/Opacity': 'done',
      'Arena/Mixer/Program': 'done',
      'Foyer/Key/Gain': 'unread',
    });
  });

  it('the rest if the properties of one node cannot be read, or a component does not exist', async () => {
    stage.store({ Evening: { ...EVENING, 'Arena/Camera/Position/w': 1, 'Arena/Camera/Position/x': 2 } });
    stage.memory.takesBatches = false;
    stage.memory.faultOf = ({ path }) => (path.startsWith('/engines/5/nodes/') ? 'fault' : undefined);
    const desk = await stage.desk([], noPolls);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(entries)).match({
      ...{ 'Foyer/Key/Gain': 'unread', 'Arena/Camera/Position/w': 'missing', 'Arena/Camera/Position/x': 'done' },
    });
    should(stage.value('Arena/Camera/Position')).eql({ x: 2, y: 0, z: 0 });
  });

  it('with one result for each value that the hub refuses or does not answer', async () => {
    stage.store({ Evening: EVENING });
    stage.memory.takesBatches = false;
    const desk = await stage.desk(table);
    stage.memory.faultOf = ({ method, path }) =>
      method === 'PATCH'
        ? path.includes('Opacity')
          ? 'refused'
          : path.includes('Program')
            ? 'lost'
            : undefined
        : undefined;
    const recall = desk.recall('Evening', undefined);
    const entries = await stage.result(recall);
    should(outcomes(entries)).eql({
      'Arena/Mixer/Opacity': 'refused',
      'Arena/Mixer/Program': 'unknown',
      'Foyer/Key/Gain': 'done',
    });
    should(entries.map(({ code }) => code)).eql(['HUB_REJECTED', 'HUB_TIMEOUT', undefined]);
    should(entries.map((entry) => ('statusCode' in entry ? entry.statusCode : 'none'))).eql([422, 'none', 'none']);
    await stage.quiet();
    should(patches()).equal(3);
  });

  it('nothing to an engine that launches, although the polls have not shown it yet', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    stage.memory.engine('Arena').load();
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(outcomes(entries)).eql({
      'Arena/Mixer/Opacity': 'launching',
      'Arena/Mixer/Program': 'launching',
      'Foyer/Key/Gain': 'done',
    });
    should(stage.memory.writes.map(({ engine }) => engine.name)).eql(['Foyer']);
  });

  it('a part: an engine, a node, a property, or a list of them', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    const part = async (only: unknown) => Object.keys(outcomes(await stage.result(desk.recall('Evening', only))));
    should(await part('Foyer')).eql(['Foyer/Key/Gain']);
    should(await part('Arena › Mixer')).eql(['Arena/Mixer/Opacity', 'Arena/Mixer/Program']);
    should(await part('Arena / Mixer / Program')).eql(['Arena/Mixer/Program']);
    should(await part({ engine: 'Arena', property: 'Opacity' })).eql(['Arena/Mixer/Opacity']);
    should(await part(['Foyer', { property: 'Program' }])).eql(['Arena/Mixer/Program', 'Foyer/Key/Gain']);
    const sent = stage.memory.writes.length;
    for (const only of ['Stadium', { node: 'Foyer' }])
      should(await failing(stage.result(desk.recall('Evening', only)))).match({ code: 'BAD_INPUT' });
    should(stage.memory.writes).have.length(sent);
  });

  it('no safe property', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk([row('Arena/Mixer/Opacity', { recall: false }), ...table.slice(1)]);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(Object.keys(outcomes(entries))).eql(['Arena/Mixer/Program', 'Foyer/Key/Gain']);
    should(stage.value('Arena/Mixer/Opacity')).equal(1);
  });

  it('nothing in rehearsal, and reports each value', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    stage.hub.rehearsal.set(true);
    const entries = await stage.result(desk.recall('Evening', undefined));
    should(entries.map(({ outcome }) => outcome)).eql(['rehearsal', 'rehearsal', 'rehearsal']);
    should(stage.memory.writes).eql([]);
    stage.hub.rehearsal.set(false);
    await stage.quiet();
    should(stage.memory.writes).eql([]);
  });

  it('with at most the allowed number of requests at once', async () => {
    await stage.close();
    stage.open({ maxInFlight: 2 });
    stage.memory.takesBatches = false;
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    await stage.result(desk.recall('Evening', undefined));
    should(stage.memory.mostUnderWay).equal(2);
  });

  it('names the properties that differ or are missing, and sends nothing', async () => {
    stage.store({ Evening: { ...EVENING, 'Arena/Gone/Opacity': 7 } });
    stage.setByOthers('Foyer/Key/Gain', 0.75);
    const desk = await stage.desk(table);
    const differences = await stage.result(desk.compare('Evening'));
    const name = (title: string) => {
      const { recall: _, ...property } = row(title);
      return property;
    };
    should(differences).eql([
      { ...name('Arena/Gone/Opacity'), look: 7 },
      { ...name('Arena/Mixer/Opacity'), look: 0.25, hub: 1 },
      { ...name('Arena/Mixer/Program'), look: 'CAM 2', hub: 'CAM 1' },
    ]);
    should(stage.memory.writes).be.empty();
    should(await failing(stage.result(desk.compare('Morning')))).match({ code: 'BAD_INPUT' });
  });

  it('nothing that does not exist, and names the looks', async () => {
    stage.store({ Evening: EVENING });
    const desk = await stage.desk(table);
    const error = await failing(stage.result(desk.recall('Morning', undefined)));
    should(error).match({ code: 'BAD_INPUT', facts: { allowed: { options: ['Evening'] } } });
  });
});
