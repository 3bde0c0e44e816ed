import should from 'should';
import { blend } from '../../dist/looks/blends.js';
import { failing } from '../hub/scripted-hub.js';
import { LookStage, outcomes, row } from './look-stage.js';

const LOOK = {
  'Arena/Camera/Position': { x: 10, y: 20, z: 30 },
  'Arena/Mixer/Opacity': 0,
  'Arena/Mixer/Program': 'CAM 2',
};

describe('a blend', () => {
  const stage = LookStage.forEach();
  const open = () => {
    stage.store({ Evening: LOOK });
    return stage.desk(Object.keys(LOOK).map((title) => row(title)));
  };
  const values = () => Object.keys(LOOK).map((title) => stage.value(title));

  it('has the share of numbers and of vectors with the same parts, and no other value', () => {
    should(blend(1, 3, 0.5)).equal(2);
    should(blend({ a: { x: 0 }, b: 4 }, { a: { x: 8 }, b: 0 }, 0.25)).eql({ a: { x: 2 }, b: 3 });
    const others = [
      ['CAM 1', 'CAM 2'],
      [false, true],
      [1, '2'],
      [[1], [2]],
      [{ x: 1 }, { x: 1, y: 1 }],
      [{ x: 1, y: 1 }, { x: 1 }],
      [{ x: 1 }, { x: 'red' }],
      [{ x: 1 }, 2],
      [1, { x: 2 }],
      [
        { x: 1, y: 'red' },
        { x: 2, y: 'blue' },
      ],
      [
        { x: 1, y: { z: 1 } },
        { x: 2, y: { w: 1 } },
      ],
    ];
    should(others.map(([from, to]) => blend(from, to, 0.99))).eql(others.map(() => undefined));
    should(others.map(([from, to]) => blend(from, to, 1))).eql(others.map(([, to]) => to));
  });

  it('moves numbers and vectors, and sends the others at 1', async () => {
    const desk = await open();
    const entries = await stage.result(desk.recall('Evening', undefined, 0.5));
    should(outcomes(entries)).eql({ 'Arena/Camera/Position': 'done', 'Arena/Mixer/Opacity': 'done' });
    should(values()).eql([{ x: 5, y: 10, z: 15 }, 0.5, 'CAM 1']);
    await stage.result(desk.recall('Evening', undefined, 1));
    should(values()).eql([{ x: 10, y: 20, z: 30 }, 0, 'CAM 2']);
  });

  it('reads the start values once, and restores them at 0', async () => {
    const desk = await open();
    await stage.result(desk.recall('Evening', undefined, 0.5));
    const reads = stage.memory.lines.length;
    await stage.result(desk.recall('Evening', undefined, 0.75));
    should(values().slice(0, 2)).eql([{ x: 7.5, y: 15, z: 22.5 }, 0.25]);
    await stage.result(desk.recall('Evening', undefined, 0));
    should(values().slice(0, 2)).eql([{ x: 0, y: 0, z: 0 }, 1]);
    should(stage.memory.lines.slice(reads).filter((line) => line.endsWith('/properties'))).eql([]);
  });

  it('ends at a recall, and begins again from the values of the recalled look', async () => {
    stage.store({ Evening: LOOK, Night: { 'Arena/Mixer/Opacity': 0.2 } });
    const desk = await stage.desk(Object.keys(LOOK).map((title) => row(title)));
    await stage.result(desk.recall('Evening', undefined, 0.5));
    await stage.result(desk.recall('Night', undefined));
    const before = stage.sent('Arena/Mixer/Opacity').length;
    should(await stage.result(desk.recall('Evening', undefined, 0))).eql([]);
    should(stage.sent('Arena/Mixer/Opacity')).have.length(before);
    await stage.result(desk.recall('Evening', undefined, 0.5));
    should(stage.value('Arena/Mixer/Opacity')).equal(0.1);
  });

  it('leaves out a property that a hand moved, until it begins again', async () => {
    const desk = await open();
    await stage.result(desk.recall('Evening', undefined, 0.5));
    await stage.result(stage.hand('Arena/Mixer/Opacity', 0.9));
    const entries = await stage.result(desk.recall('Evening', undefined, 0.75));
    should(outcomes(entries)['Arena/Mixer/Opacity']).equal('superseded');
    should(values().slice(0, 2)).eql([{ x: 7.5, y: 15, z: 22.5 }, 0.9]);
    await stage.result(desk.recall('Evening', undefined, 0));
    should(stage.value('Arena/Mixer/Opacity')).equal(0.9);
    await stage.result(desk.recall('Evening', undefined, 0.5));
    should(stage.value('Arena/Mixer/Opacity')).equal(0.45);
  });

  it('ends in the last share if several arrive while its values are read', async () => {
    const desk = await open();
    const shares = [0.1, 0.2, 0.6].map((share) => desk.recall('Evening', undefined, share));
    await stage.result(Promise.all(shares));
    should(stage.value('Arena/Camera/Position')).eql({ x: 6, y: 12, z: 18 });
  });

  it('blends parts of one look independently', async () => {
    const desk = await open();
    await stage.result(desk.recall('Evening', 'Arena › Camera', 0.5));
    should(values()).eql([{ x: 5, y: 10, z: 15 }, 1, 'CAM 1']);
    await stage.result(desk.recall('Evening', 'Arena › Mixer', 0.5));
    await stage.result(desk.recall('Evening', 'Arena › Camera', 0.6));
    should(values().slice(0, 2)).eql([{ x: 6, y: 12, z: 18 }, 0.5]);
    stage.setByOthers('Arena/Camera/Position', { x: 1, y: 1, z: 1 });
    await stage.result(desk.recall('Evening', 'Arena › Camera', 0));
    await stage.result(desk.recall('Evening', undefined, 0));
    should(values().slice(0, 2)).eql([{ x: 0, y: 0, z: 0 }, 1]);
    should(stage.sent('Arena/Camera/Position')).have.length(3);
  });

  it('reports a property that the hub does not have, at each share', async () => {
    const gone = 'Arena/Mixer/Gone';
    stage.store({ Evening: { ...LOOK, [gone]: 1 } });
    const desk = await stage.desk([]);
    for (const share of [0.5, 1, 0]) {
      const entries = outcomes(await stage.result(desk.recall('Evening', undefined, share)));
      should(entries).have.properties({ 'Arena/Mixer/Opacity': 'done', [gone]: 'missing' });
    }
  });

  it('reads the start values again after it could not read them', async () => {
    const desk = await open();
    stage.memory.faultOf = () => 'fault';
    await failing(stage.result(desk.recall('Evening', undefined, 0.5)));
    stage.memory.faultOf = () => undefined;
    await stage.result(desk.recall('Evening', undefined, 0.5));
    should(stage.value('Arena/Mixer/Opacity')).equal(0.5);
  });
});
