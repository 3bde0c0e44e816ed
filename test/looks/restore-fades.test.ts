import should from 'should';
import { tableOperation } from '../../dist/hub/table/operations.js';
import { LookStage, row } from './look-stage.js';

const OPACITY = 'Arena/Mixer/Opacity';
const POSITION = 'Arena/Camera/Position';
const FADE = { Duration: 2, Interpolation: 'Linear' };

describe('a restore of fades, launches and lost connections', () => {
  const stage = LookStage.forEach();
  const arena = () => stage.memory.engine('Arena');
  const open = () => stage.desk([row(OPACITY), row(POSITION), row('Foyer/Key/Gain')], { modeOf: () => 'automatic' });
  const launch = () => stage.hub.run(tableOperation('launch'), { configID: 1 });

  it('follows a launch without a stop that no list of engines has shown', async () => {
    arena().pid = null;
    await open();
    await stage.result(stage.hand(OPACITY, 0.25));
    await stage.quiet();
    await stage.result(launch());
    await stage.quiet();
    should(stage.sent(OPACITY)).eql([0.25, 0.25]);
    should(stage.value(OPACITY)).equal(0.25);
  });

  it('follows a launch that keeps the process, after the end of a fade', async () => {
    await open();
    await stage.result(stage.hand(OPACITY, 0, FADE));
    await stage.result(stage.hand(POSITION, { x: 1, y: 1, z: 1 }));
    await stage.advance(500);
    await stage.result(launch());
    arena().pid = 100;
    await stage.advance(1000);
    should(stage.sent(OPACITY)).eql([0]);
    await stage.advance(3000);
    should(stage.sent(OPACITY)).eql([0, 0]);
    should([stage.value(OPACITY), stage.value(POSITION)]).eql([0, { x: 1, y: 1, z: 1 }]);
  });

  it('does nothing after commands that start no engine, or while only the list of engines fails', async () => {
    arena().pid = null;
    const desk = await open();
    await stage.result(stage.hand(OPACITY, 0.25));
    await stage.quiet();
    await stage.result(stage.hub.run(tableOperation('stopLaunch'), { configID: 1 }));
    stage.memory.faultOf = ({ path }) => (path === '/engines' || path === '/batch' ? 'fault' : undefined);
    await stage.advance(500);
    stage.setByOthers(OPACITY, 0.75);
    stage.memory.faultOf = () => undefined;
    await stage.advance(3000);
    should(stage.sent(OPACITY)).eql([0.25]);
    should(desk.restorer.asking).eql([]);
  });

  it('does not jump to the end of a fade on another engine after a launch', async () => {
    await open();
    await stage.result(stage.hand('Foyer/Key/Gain', 1, FADE));
    await stage.result(stage.hand(OPACITY, 0.25));
    await stage.result(launch());
    await stage.advance(800);
    should(stage.value(OPACITY)).equal(0.25);
    should(stage.value('Foyer/Key/Gain')).be.within(0.6, 0.9);
    await stage.advance(3000);
    should(stage.sent('Foyer/Key/Gain')).eql([1]);
  });

  it('restores an engine without a process id after a lost connection', async () => {
    arena().pid = null;
    await open();
    await stage.result(stage.hand(OPACITY, 0.25));
    stage.memory.isOnline = false;
    await stage.advance(5000);
    arena().launch();
    stage.memory.isOnline = true;
    await stage.advance(3000);
    should(stage.sent(OPACITY)).eql([0.25, 0.25]);
  });

  it('sends nothing to an engine that the hub lost and found again', async () => {
    await open();
    await stage.result(stage.hand(OPACITY, 0.25));
    arena().isConnected = false;
    await stage.quiet();
    arena().isConnected = true;
    await stage.quiet();
    should(stage.sent(OPACITY)).eql([0.25]);
  });

  it('of a component has only this component', async () => {
    await stage.desk([row(`${POSITION}/y`)], { modeOf: () => 'automatic' });
    await stage.result(stage.hand(POSITION, 5, { Component: 'y' }));
    await stage.result(stage.hand(POSITION, 7, { Component: 'x' }));
    // The hub's client puts a component into the last value that it sent, for 1 s.
    await stage.advance(1100);
    arena().launch();
    await stage.quiet();
    should(stage.value(POSITION)).eql({ x: 0, y: 5, z: 0 });
  });

  it('of a number that was sent as text is a number', async () => {
    await open();
    await stage.result(stage.hand(OPACITY, '0.25'));
    await stage.quiet();
    arena().launch();
    await stage.quiet();
    should(stage.sent(OPACITY)).eql([0.25, 0.25]);
  });
});
