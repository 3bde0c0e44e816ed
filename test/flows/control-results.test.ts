import should from 'should';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, EARLIEST_MS, OUT, PLAY, playItem, STOP, sets, stops } from './control-stage.js';
import { pause } from './event-stage.js';
import { controller, key } from './panel-stage.js';

const RED = [255, 0, 0];
const FAILED = [255, 0, 255];
const WHITE = [255, 255, 255];
const DIM = [64, 0, 0];

/** The key in the sidebar. */
const report = async () => (await get('controls')).body[0];

describe('the results of the actions of a control', () => {
  useTimeLapse();
  const show = ControlStage.forEach();

  it('count for a configuration of the launcher only if they are about this one', async () => {
    const launch = stops(101, { operation: 'launch', secondPress: false });
    const release = stops(102, { on: 'release', secondPress: false });
    await show.open([control({ toggle: true, actions: [launch, release] })]);
    // The first press asks, since nobody knows whether it is launched.
    await show.send(key(0, 1));
    await pause(EARLIEST_MS);
    for (const pressed of [1, 0, 1] as const) await show.send(key(0, pressed));
    should(show.commands()).eql(['PUT /launcher/101/launch', 'PUT /launcher/102/stop', STOP]);
  });

  it('show a failure of another thing, and leave its own state and the toggle as they are', async () => {
    const other = sets('Übergabe', 0.5, { on: 'release', timeout: '0.3' });
    await show.open([control({ toggle: true, actions: [playItem, other], interval: '3600' })]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.isColoured(...RED);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 20_000 });
    show.receive(key(0, 0));
    await show.isColoured(...FAILED);
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({ hub: { outcome: 'unknown' } });
    await show.isColoured(...RED);
    await show.send(key(0, 1));
    const item = show.commands().filter((command) => command.includes('2012'));
    should(item).eql([PLAY, OUT]);
  });

  it('do not count as the value of a fader if the hub did not get them', async () => {
    const opacity = sets('Overlay//Opacity/0', undefined, { timeout: '0.3' });
    await show.open([
      control({ surface: 'midi', control: 'cc 1/7', kind: 'fader', actions: [opacity], interval: '3600' }),
    ]);
    await show.send(controller(7, 64));
    const { value } = await report();
    should(value).be.approximately(0.5, 0.01);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 20_000 });
    await show.send(controller(7, 32));
    should(show.stage.caught).match([{ hub: { outcome: 'unknown' } }]);
    should(await report()).match({ value, note: 'failed' });
  });

  it('are a rehearsal only if the hub would have got the command', async () => {
    await show.open([control({ actions: [stops(101)] })]);
    await post('rehearsal/config', { on: true });
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    should((await report()).note).be.undefined();
    await pause(EARLIEST_MS);
    await show.send(key(0, 1));
    should((await report()).note).equal('rehearsal');
    should(show.commands()).be.empty();
  });
});

describe('a key whose state cannot be read', () => {
  const show = ControlStage.forEach();

  it('flashes in white, which is not its state in the sidebar', async () => {
    await show.open([control({ actions: [stops(101, { secondPress: false })] })]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.isColoured(...WHITE);
    should(await report()).match({ state: 'available', colour: WHITE });
  });
});
