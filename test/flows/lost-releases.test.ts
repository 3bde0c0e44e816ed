import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, OUT, PLAY, playItem, takesOut } from './control-stage.js';
import { pause } from './event-stage.js';
import { controller, key, surface } from './panel-stage.js';
import { handPause } from './stage.js';

/** Longer than a contact bounces, in ms. */
const LATER_MS = 350;

describe('a control whose release is lost', () => {
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

  it('takes presses without releases at least each 0.3 s', async () => {
    await show.open([control()]);
    for (const press of [1, 2, 3, 4, 5, 6]) {
      show.receive(key(0, 1));
      // Presses that are a little faster than 0.3 s. A slow machine only accepts more of them.
      if (press < 6) await pause(260);
    }
    await show.stage.until(() => show.commands().length >= 3);
  });

  it('does nothing at a bounce, and nothing while a contact is held', async () => {
    await show.open([control({ surface: 'mqtt', control: `Übergabe/${tests}`, light: '-' })]);
    await show.send(switchOf('ON'));
    for (const payload of ['ON', 'ON', 'OFF', 'ON']) {
      await pause(LATER_MS);
      await show.send(switchOf(payload));
    }
    should(show.commands()).eql([PLAY, PLAY]);
  });

  it('holds and releases nothing after its surface was lost, and takes the next press', async () => {
    const actions = [takesOut({ on: 'hold' }), takesOut({ on: 'release' }), { ...playItem, on: 'double' }];
    await show.open([control({ actions, holdTime: '0.5', doubleTime: '0.2' })]);
    show.receive(key(0, 1), surface('red'));
    await pause(1000);
    show.receive(surface('green'));
    // The first message within 2 s may be a state.
    await pause(2500);
    await show.send(key(0, 0));
    should(show.commands()).be.empty();
    show.receive(key(0, 1));
    // The hold of the next press.
    await show.commanded(1);
    await show.send(key(0, 0));
    should(show.commands()).eql([OUT, OUT]);
  });

  it('presses at once after its surface was lost', async () => {
    await show.open([control()]);
    await show.send(key(0, 1));
    show.receive(surface('red'), surface('green'));
    await pause(2500);
    await show.send(key(0, 1));
    should(show.commands()).eql([PLAY, PLAY]);
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

  it('presses after a deploy in which its release was lost, if its source sends changes', async () => {
    for (const press of [key(0, 1), controller(64, 127)]) {
      const surfaceOf = press.midi ? { surface: 'midi', control: 'cc 1/64', light: '-' } : {};
      await show.open([control(surfaceOf)]);
      const before = show.commands().length;
      await show.send(press);
      await show.stage.close();
      await show.open([control(surfaceOf)]);
      await show.send(press);
      should(show.commands()).have.length(before + 2);
      await show.stage.close();
    }
  });
});
