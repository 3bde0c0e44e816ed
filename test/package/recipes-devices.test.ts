import { EventEmitter } from 'node:events';
import should from 'should';
import { recognise } from '../../dist/panels/index.js';
import { render } from '../../dist/panels/render/index.js';
import { functionNode, RED } from './function-node.js';

/**
 * Function nodes of recipes that control a device. The test replaces the device according to the types of its library.
 */
describe('the functions of the recipes', () => {
  it('report a missing MIDI library', async () => {
    const Input = class {
      constructor() {
        throw new Error('Failed to initialise RtMidi');
      }
    };
    const { start, receive, stop, statuses, warnings } = functionNode('midi-fader-bank', 'MIDI port', { Input });
    await start();
    should([statuses, warnings]).eql([['no MIDI here'], ['Failed to initialise RtMidi']]);
    await receive(render('midi', RED, 'note 1/36'));
    stop();
  });

  it('convert X-keys input to messages of dcdp-server, and light the keys', async () => {
    const lights: unknown[] = [];
    let stopped = false;
    const watchers: EventEmitter[] = [];
    class XKeysWatcher extends EventEmitter {
      constructor() {
        super();
        watchers.push(this);
      }
      async stop() {
        stopped = true;
      }
    }
    const { start, receive, stop, sent, resets, statuses } = functionNode('x-keys', 'X-keys', { XKeysWatcher });
    await start();
    should(statuses).eql(['no X-keys']);
    await receive(render('xkeys', RED, 'led 3'));
    const panel = Object.assign(new EventEmitter(), {
      info: { name: 'XK-12 Jog-Shuttle', productId: 1062, unitId: 0 },
      setBacklight: (...light: unknown[]) => lights.push(light),
    });
    watchers[0]?.emit('connected', panel);
    should(statuses.at(-1)).equal('XK-12 Jog-Shuttle');
    panel.emit('down', 3, {});
    panel.emit('up', 3, {});
    panel.emit('jog', 0, -2, {});
    should(sent.map((msg) => recognise(msg))).match([
      { source: 'xkeys', control: 'button 0/3', pressed: true },
      { source: 'xkeys', control: 'button 0/3', pressed: false },
      { source: 'xkeys', control: 'jog 0/0', kind: 'encoder', delta: -2 },
    ]);
    await receive(render('xkeys', RED, 'led 3'));
    await receive(render('xkeys', { ...RED, state: 'program', blink: false }, 'led 0/3'));
    await receive(render('xkeys', RED, 'led 1/3'));
    await receive(render('xkeys', { ...RED, colour: [0, 0, 0] }, 'led 0/3'));
    should(lights).eql([
      [3, 'blue', true],
      [3, 'red', false],
      [3, false, false],
    ]);
    should(resets).eql([{ reset: true }]);
    panel.emit('disconnected');
    should(statuses.at(-1)).equal('no X-keys');
    // The watcher reports a panel that is plugged in again as a new one.
    watchers[0]?.emit('connected', Object.assign(new EventEmitter(), { info: panel.info }));
    should(statuses.at(-1)).equal('XK-12 Jog-Shuttle');
    should(resets).have.length(2);
    stop();
    should(stopped).be.true();
  });
});
