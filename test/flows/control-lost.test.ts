import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, playItem, plays, sets } from './control-stage.js';
import { pause } from './event-stage.js';
import { key } from './panel-stage.js';
import { logOf } from './stage.js';

const RED = [255, 0, 0];
const DIM = [64, 0, 0];
const GREY = [128, 128, 128];

describe('controls and their hub', () => {
  useTimeLapse();
  const show = ControlStage.forEach();

  it('are unknown while the hub is lost, and show the state that is read after it', async () => {
    await show.open([control()]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.isColoured(...RED);

    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await show.isColoured(...GREY);
    // The light blinks, so that it cannot be taken for another state.
    await show.isColoured(0, 0, 0);
    await show.restart({ port: Number(port) });
    await show.isColoured(...DIM);
    should(show.reads()).containEql('/lino/rundown/101/201/items');
  });

  it('are unknown until the hub answers and while it is lost, also for a command without a readable state', async () => {
    const answer = show.hub.trouble({ operation: 'listEngines', never: true });
    await show.open([control({ actions: [{ ...playItem, operation: 'playNext' }] })]);
    await show.isColoured(...GREY);
    should(show.colours()).not.containEql(DIM);
    answer();
    await show.isColoured(...DIM);
    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await show.isColoured(...GREY);
    await show.restart({ port: Number(port) });
    await show.isColoured(...DIM);
  });

  it('do not show the state after a command that nobody has confirmed', async () => {
    await show.open([control()]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.put('/lino/rundown/101/clear/0');
    await show.isColoured(...DIM);
  });

  it('read one rundown once for all their items, and one property once', async () => {
    const opacity = sets('Overlay//Opacity/0', 1);
    const keys = Array.from({ length: 4 }, (_, index) =>
      control({ id: `item ${index}`, control: `key ${index}`, actions: [plays(2011 + index)], interval: '1' }),
    );
    const faders = Array.from({ length: 4 }, (_, index) =>
      control({ id: `value ${index}`, control: `key ${4 + index}`, actions: [opacity], interval: '1' }),
    );
    await show.open([...keys, ...faders]);
    await show.stage.until(
      () => show.stage.out.filter(({ payload }) => payload.value.join() !== GREY.join()).length >= 8,
    );
    const started = show.reads().length;
    await pause(3000);
    const reads = show.reads().slice(started);
    const count = (part: string) => reads.filter((path) => path.includes(part)).length;
    should(count('/items')).be.within(2, 4);
    should(count('/properties')).be.within(2, 4);
    should(reads).have.length(count('/items') + count('/properties'));
  });

  it('read a watch, a panel and a control of one property once', async () => {
    const opacity = sets('Overlay//Opacity/0', undefined);
    const encoder = { surface: 'mcu', control: 'vpot 1', kind: 'encoder', actions: [opacity], interval: '1' };
    const watch = { id: 'watch', type: 'hub-watch', operation: 'getProperty', params: opacity.params, interval: '1' };
    await show.open([control(encoder), watch]);
    await show.stage.until(() => show.reads().length > 0);
    await pause(3000);
    should(show.reads().length).be.within(3, 5);
  });

  it('show a refused read, and report it once', async () => {
    await show.open([control({ actions: [sets('Missing', 1)] })]);
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({
      topic: 'getProperty',
      error: { source: { id: 'control', type: 'hub-control' } },
      hub: { operation: 'getProperty', code: 'HUB_NOT_FOUND' },
    });
    await show.stage.until(() => /·|no property/.test(show.stage.status('control').text ?? ''));
    should(show.stage.status('control')).match({ fill: 'red', shape: 'dot' });
    await pause(500);
    should(show.stage.caught).have.length(1);
    should(show.colours()).not.containEql(RED);
  });

  it('end with their node, and begin again at the next deploy', async () => {
    await show.open([control(), control({ id: 'other', control: 'key 1' })]);
    const dims = () => show.colours().filter((colour) => JSON.stringify(colour) === JSON.stringify(DIM));
    await show.stage.until(() => dims().length === 2);
    await show.stage.node('control').close(true);
    const before = show.stage.out.length;
    show.receive(key(0, 1));
    await show.stage.node('other').close(true);
    const { length } = show.reads();
    await pause(1500);
    should(show.commands()).be.empty();
    should(show.reads()).have.length(length);
    should(show.stage.out).have.length(before);

    await show.stage.close();
    await show.open([control()]);
    await show.isColoured(...DIM);
  });

  it('leave a disabled control alone', async () => {
    await show.open([control({ actions: [playItem, { ...playItem, on: 'hold', operation: 'dance' }] })]);
    await show.stage.until(() => logOf('control').length === 1);
    await pause(1000);
    should(show.stage.out).be.empty();
    should(show.reads()).be.empty();
    should(show.stage.status('control')).eql({ fill: 'red', shape: 'ring', text: 'no operation' });
  });
});
