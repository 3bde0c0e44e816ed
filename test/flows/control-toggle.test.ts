import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, EARLIEST_MS, OUT, PLAY, playItem, plays, STOP, stops } from './control-stage.js';
import { pause } from './event-stage.js';
import { key } from './panel-stage.js';
import { handPause, literal } from './stage.js';

const ofActor = {
  engineId: literal(1),
  nodePath: literal('Actor_0'),
  propertyPath: literal('Actor//EnableRender/0'),
};

const RED = [255, 0, 0];
const DIM = [64, 0, 0];

describe('a control with a toggle', () => {
  useTimeLapse();
  const show = ControlStage.forEach();
  const isReady = () => show.isColoured(...DIM);

  it('takes out an item that is on program, and plays one that is not', async () => {
    await show.open([control({ toggle: true })]);
    await isReady();
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    // The hub lists the new state later. The command has left it.
    await show.send(key(0, 1));
    should(show.commands()).eql([PLAY, OUT]);
    await show.send(key(0, 0));
    await isReady();
    await show.send(key(0, 1));
    should(show.commands()).eql([PLAY, OUT, PLAY]);
  });

  it('plays, takes out and plays for three presses before the first answer, and is on air then', async () => {
    await show.open([control({ toggle: true })]);
    await isReady();
    show.hub.trouble({ operation: 'playItem', times: 1, delay: 300 });
    for (let press = 0; press < 3; press += 1) show.receive(key(0, 1), key(0, 0));
    await show.commanded(3);
    await show.isColoured(...RED);
    await pause(3000);
    should(show.commands()).eql([PLAY, OUT, PLAY]);
    should(show.answers.map(({ hub }) => hub.operation)).eql(['playItem', 'takeItemOut', 'playItem']);
    await show.isColoured(...RED);
  });

  it('takes out again for a press after one that expired behind a slow command', async () => {
    await show.open([control({ toggle: true, actions: [{ ...playItem, expiry: '0.5', timeout: '60' }] })]);
    await isReady();
    show.hub.trouble({ operation: 'playItem', times: 1, delay: 20_000 });
    show.receive(key(0, 1), key(0, 0));
    await show.commanded(1);
    for (const _ of [1, 2]) {
      await show.send(key(0, 1));
      await show.send(key(0, 0));
    }
    const ended = show.stage.caught.map(({ hub: { operation, code } }) => `${operation} ${code}`);
    should(ended).eql(['takeItemOut EXPIRED', 'takeItemOut EXPIRED']);
    should(show.commands()).eql([PLAY]);
  });

  it('plays again for a press after a refused command', async () => {
    await show.open([control({ toggle: true })]);
    await isReady();
    show.hub.trouble({ operation: 'playItem', times: 1, status: 422 });
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.send(key(0, 1));
    should(show.commands()).eql([PLAY, PLAY]);
  });

  it('plays an item that is on the other output only', async () => {
    const onPreview = plays(2012, {}, 'preview');
    await show.open([control({ toggle: true, actions: [onPreview] })]);
    await isReady();
    await show.put('/lino/rundown/101/play/2012/0');
    await show.isColoured(...RED);
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.stage.until(() => show.commands().length === 2);
    // It is on both outputs now, so it is also on preview.
    await pause(2500);
    await show.send(key(0, 1));
    should(show.commands().slice(1)).eql(['PUT /lino/rundown/101/play/2012/1', 'PUT /lino/rundown/101/out/2012/1']);
  });

  it('stops a configuration of the launcher that it has launched, and launches it again', async () => {
    await show.open([control({ toggle: true, actions: [stops(101, { operation: 'launch', secondPress: false })] })]);
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await pause(EARLIEST_MS);
    for (const pressed of [1, 0, 1, 0, 1] as const) await show.send(key(0, pressed));
    should(show.commands()).eql(['PUT /launcher/101/launch', STOP, 'PUT /launcher/101/launch']);
  });

  it('asks for a second press if the state is unknown, and plays then', async () => {
    await show.open([control({ toggle: true, interval: '0' })]);
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.shows('press again');
    await show.isColoured(255, 160, 0);
    should(show.commands()).be.empty();
    await pause(EARLIEST_MS);
    await show.send(key(0, 1));
    should(show.commands()).eql([PLAY]);
    await show.isColoured(...RED);
  });

  it('asks for a second press while the rundown is listed as empty, as during a restart of its show', async () => {
    await show.put('/lino/rundown/101/play/2012/0');
    await show.open([control({ toggle: true })]);
    await show.isColoured(...RED);
    const sent = show.commands().length;
    const rundown = show.hub.state.linear.engines[0]?.loaded.find(({ id }) => id === 201);
    rundown?.items.splice(0);
    await show.shows('unknown');
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.shows('press again');
    should(show.commands()).have.length(sent);
  });

  it('takes out all of an output on a hub of revision 1', async () => {
    await show.restart({ dialect: 1 });
    await show.open([control({ toggle: true, interval: '0' })], { dialect: '1', linearSegment: 'linear' });
    await show.send(key(0, 1));
    await pause(EARLIEST_MS);
    await show.send(key(0, 0));
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.send(key(0, 1));
    should(show.commands()).eql(['PUT /linear/rundown/101/play/2012/0', 'PUT /linear/rundown/101/out/0']);
  });

  it('sets a property off', async () => {
    const visible = { operation: 'setProperty', params: { ...ofActor, Value: literal(true) } };
    await show.open([control({ toggle: true, actions: [{ ...playItem, ...visible }] })]);
    await show.isColoured(...RED);
    await show.send(key(0, 1));
    await show.isColoured(0, 0, 0);
    await show.send(key(0, 0));
    await show.send(key(0, 1));
    await show.isColoured(...RED);
    const values = show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
    should(values).eql([{ Value: false }, { Value: true }]);
  });
});

describe('a control whose release is lost', () => {
  /** Longer than a contact bounces, in ms. */
  const LATER_MS = 350;

  useTimeLapse();
  const show = ControlStage.forEach();
  /** A node remembers its keys over a deploy, so each test has another name. */
  let tests = 0;
  const switchOf = (payload: string) => ({ topic: `Übergabe/${tests}`, payload, qos: 0, retain: false });
  beforeEach(() => {
    tests += 1;
  });

  it('takes the next press, with the messages of another key between', async () => {
    await show.open([control()]);
    for (const count of [1, 2, 3]) {
      show.receive(key(1, 1), key(0, 1), key(1, 0));
      await show.commanded(count);
      // The page of the deck has changed, so the release goes to another node.
      await pause(LATER_MS);
    }
    should(show.commands()).eql([PLAY, PLAY, PLAY]);
    show.receive(key(0, 0), key(0, 1));
    await show.commanded(4);
  });

  it('sends no second command for a key that is held over a deploy', async () => {
    const mqtt = control({ surface: 'mqtt', control: `Übergabe/${tests}`, light: '-' });
    await show.open([mqtt]);
    await show.send(switchOf('ON'));
    for (const _ of [1, 2]) {
      await show.stage.close();
      await show.open([mqtt]);
      for (const _repeat of [1, 2]) {
        await show.send(switchOf('ON'));
        await handPause();
      }
    }
    should(show.commands()).eql([PLAY]);
    for (const payload of ['OFF', 'ON']) await show.send(switchOf(payload));
    should(show.commands()).eql([PLAY, PLAY]);
  });
});
