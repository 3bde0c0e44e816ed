import { EventEmitter } from 'node:events';
import should from 'should';
import { recognise } from '../../dist/panels/index.js';
import { render } from '../../dist/panels/render/index.js';
import { functionNode, RED } from './function-node.js';

/**
 * Function nodes of recipes that control a device. The test replaces the device according to the types of its library.
 */
describe('the functions of the recipes', () => {
  it('convert MIDI input to messages of node-red-contrib-midi, and send raw bytes', async () => {
    const output: number[][] = [];
    const closed: string[] = [];
    const ports = ['Midi Through:0', 'nanoKONTROL2:1'];
    class Side extends EventEmitter {
      opened: number | undefined;
      getPortCount = () => ports.length;
      getPortName = (at: number) => ports[at] ?? '';
      closePort() {
        this.opened = undefined;
      }
      openPort(at: number) {
        this.opened = at;
      }
      destroy = () => closed.push('closed');
    }
    const inputs: Side[] = [];
    class Input extends Side {
      constructor() {
        super();
        inputs.push(this);
      }
    }
    class Output extends Side {
      sendMessage = (bytes: number[]) => output.push(bytes);
    }
    const { start, receive, stop, sent, resets, statuses, clock, pass } = functionNode('midi-fader-bank', 'MIDI port', {
      Input,
      Output,
    });
    await start();
    should(statuses).eql(['nanoKONTROL2:1']);
    const [input] = inputs;
    should(input?.opened).equal(1);
    input?.emit('message', 0.01, [0xb0, 1, 127]);
    input?.emit('message', 0.01, [0x90, 36, 0]);
    should(sent.map((msg) => recognise(msg))).match([
      { source: 'midi', control: 'cc 1/1', kind: 'fader', value: 1 },
      { source: 'midi', control: 'note 1/36', kind: 'button', pressed: false },
    ]);
    await receive(render('midi', RED, 'note 1/36'));
    should(output).eql([[0x90, 36, 127]]);
    should(resets).eql([{ reset: true }]);
    // The device is unplugged, and plugged in again as another port.
    ports.pop();
    await pass(1000);
    should([statuses.at(-1), input?.opened]).eql(['no MIDI port', undefined]);
    await receive(render('midi', RED, 'note 1/36'));
    should(output).have.length(1);
    ports.push('Other:0', 'nanoKONTROL2:2');
    ports.splice(1, 1);
    await pass(1000);
    should([statuses.at(-1), input?.opened]).eql(['nanoKONTROL2:2', 1]);
    should(resets).have.length(2);
    await receive(render('midi', RED, 'note 1/36'));
    should(output).have.length(2);
    stop();
    should(closed).have.length(2);
    should(clock.timers).equal(0);
  });

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

  it('send program and preview of an ATEM at its connection and after each change', async () => {
    const addresses: string[] = [];
    const switchers: Atem[] = [];
    class Atem extends EventEmitter {
      state: unknown;
      constructor() {
        super();
        switchers.push(this);
      }
      connect = async (address: string) => addresses.push(address);
      destroy = async () => addresses.push('closed');
    }
    const { start, stop, sent, statuses } = functionNode('atem', 'ATEM', { Atem });
    await start();
    should([addresses, statuses]).eql([['192.168.10.240'], ['connecting']]);
    const [switcher] = switchers as [Atem];
    switcher.state = { video: { mixEffects: [{ programInput: 1, previewInput: 2 }] } };
    switcher.emit('connected');
    switcher.emit('stateChanged', switcher.state, ['audio.channels.1']);
    switcher.state = { video: { mixEffects: [{ programInput: 2, previewInput: 1 }] } };
    switcher.emit('stateChanged', switcher.state, ['video.mixEffects.0.programInput']);
    should(sent.map(({ payload }) => payload)).eql([
      { program: 1, preview: 2 },
      { program: 2, preview: 1 },
    ]);
    switcher.emit('disconnected');
    should(statuses.at(-1)).equal('not connected');
    stop();
    should(addresses.at(-1)).equal('closed');
  });
});
