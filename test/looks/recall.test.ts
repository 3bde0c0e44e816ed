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

  // A hub refuses a duration of 0.
  for (const [name, own, cue, durations] of [
    ['of each property, else its own', [undefined, 0, 5], undefined, [2, undefined, 5]],
    ['of a cue, before that of each property', [undefined, 0, 5], 0.5, [0.5, 0.5, 0.5]],
    ['of a cue that cuts', [undefined, 0, 5], 0, [undefined, undefined, undefined]],
  ] as const)
    it(`with the fade ${name}`, async () => {
      stage.store({ Evening: EVENING });
      const rows = table.map((each, index) => ({ ...each, duration: own[index] }));
      const desk = await stage.desk(rows, { fade: { duration: 2, interpolation: 'EaseIn' } });
      const call = { does: 'cue', number: '10', name: 'Übergabe ' } as const;
      const within = cue === undefined ? undefined : { call, fade: cue };
      await stage.result(desk.recall('Evening', undefined, undefined, undefined, within));
      should(stage.memory.writes.map(({ body }) => body)).eql(
        Object.values(EVENING).map((Value, index) => {
          const Duration = durations[index];
          return Duration === undefined ? { Value } : { Value, Interpolation: 'EaseIn', Duration };
        }),
      );
    });

  it('a look without values, and all but a value of null of another one, under names that are not ASCII', async () => {
    const [title, nothing] = ['Arena/Ze\u0301ro /日本語 🎬', 'Arena/Mixer/Program'];
    stage.memory.engine('Arena').add('Ze\u0301ro /日本語 🎬', 'CAM 1');
    stage.store({ 'Übergabe ': {}, 'Zoe\u0308': { [title]: 'e\u0301 ', [nothing]: null } });
    const desk = await stage.desk([]);
    const states = () => ['Übergabe ', 'Zo\u00eb '].map((name) => desk.statusOf(name).state);
    should(states()).eql(['unknown', 'changed']);
    should(await stage.result(desk.recall('Übergabe', undefined))).eql([]);
    const entries = await stage.result(desk.recall('Zo\u00eb ', undefined));
    should(outcomes(entries)).eql({ [nothing]: 'not-sent', [title]: 'done' });
    await stage.quiet();
    should([stage.value(title), stage.value(nothing), ...states()]).eql(['e\u0301 ', 'CAM 1', 'unknown', 'changed']);
    should(stage.memory.writes).have.length(1);
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

  for (const part of ['/engines/5/nodes', '/engines/5/nodes/'])
    it(`the rest if a component does not exist, or ${part} cannot be read`, async () => {
      stage.store({ Evening: { ...EVENING, 'Arena/Camera/Position/w': 1, 'Arena/Camera/Position/x': 2 } });
      stage.memory.takesBatches = false;
      stage.memory.faultOf = ({ path }) =>
        path === part || path.startsWith('/engines/5/nodes/') ? 'fault' : undefined;
      const desk = await stage.desk([], noPolls);
      should(outcomes(await stage.result(desk.recall('Evening', undefined)))).eql({
        'Arena/Mixer/Opacity': 'done',
        'Arena/Mixer/Program': 'done',
        'Foyer/Key/Gain': 'unread',
        'Arena/Camera/Position/w': 'missing',
        'Arena/Camera/Position/x': 'done',
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
