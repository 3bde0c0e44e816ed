import { EventEmitter } from 'node:events';
import should from 'should';
import { recognise } from '../../dist/panels/index.js';
import { render } from '../../dist/panels/render/index.js';
import { recipes } from '../recipes.js';

interface Message {
  readonly topic?: unknown;
  readonly payload: unknown;
}

/** A lamp that is red and blinks. */
const RED = { state: 'armed', colour: [255, 0, 0], blink: true, at: 0 } as const;

/** Runs the code of a function node like Node-RED: with `node`, `context`, `msg` and its modules. */
function functionNode(recipe: string, name: string, library: unknown) {
  const code = recipes.flatMap(({ name: of, flow }) => (of === recipe ? flow : [])).find((part) => part.name === name);
  if (!code) throw new Error(`No ${name} in ${recipe}`);
  const sent: Message[] = [];
  const statuses: string[] = [];
  const warnings: string[] = [];
  const node = {
    send: (msg: Message) => sent.push(msg),
    status: ({ text }: { text: string }) => statuses.push(text),
    warn: (text: string) => warnings.push(text),
  };
  const context = {};
  const run = (text: unknown, msg?: object) =>
    new Function('node', 'context', 'msg', code.libs?.[0]?.var ?? '', String(text))(node, context, msg, library);
  /** *On Start* and *On Message* may wait, but *On Stop* may not. */
  const waiting = (text: unknown, msg?: object): Promise<void> => run(`return (async () => {${text}})()`, msg);
  return {
    ...{ sent, statuses, warnings },
    start: () => waiting(code.initialize),
    receive: (msg: object) => waiting(code.func, msg),
    stop: () => run(code.finalize),
  };
}

/**
 * Function nodes of recipes that control a device. The test replaces the device according to the types of its library.
 */
describe('the functions of the recipes', () => {
  it('convert MIDI input to messages of node-red-contrib-midi, and send raw bytes', async () => {
    const output: number[][] = [];
    const closed: string[] = [];
    class Side extends EventEmitter {
      opened: number | undefined;
      getPortCount = () => 2;
      getPortName = (at: number) => ['Midi Through:0', 'nanoKONTROL2:1'][at] ?? '';
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
    const { start, receive, stop, sent, statuses } = functionNode('midi-fader-bank', 'MIDI port', { Input, Output });
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
    stop();
    should(closed).have.length(2);
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

  it('convert Stream Deck input to messages of node-red-contrib-streamdeck, and colour the keys', async () => {
    const keys: unknown[] = [];
    const deck = Object.assign(new EventEmitter(), {
      clearPanel: async () => keys.push('cleared'),
      fillKeyColor: async (...colour: number[]) => keys.push(colour),
      close: async () => keys.push('closed'),
    });
    const library = { listStreamDecks: async () => [{ path: 'usb' }], openStreamDeck: async () => deck };
    const { start, receive, stop, sent, statuses } = functionNode('stream-deck', 'Stream Deck', library);
    await start();
    should(statuses).eql(['connected']);
    deck.emit('down', { type: 'encoder', index: 0 });
    deck.emit('down', { type: 'button', index: 3 });
    deck.emit('up', { type: 'button', index: 3 });
    should(sent.map((msg) => recognise(msg))).match([
      { source: 'streamdeck', control: 'key 3', pressed: true },
      { source: 'streamdeck', control: 'key 3', pressed: false },
    ]);
    await receive(render('streamdeck', RED, 'key 3'));
    deck.emit('error', new Error('gone'));
    should(statuses.at(-1)).equal('lost');
    stop();
    should(keys).eql(['cleared', [3, 255, 0, 0], 'closed']);
  });

  it('report a missing Stream Deck', async () => {
    const { start, receive, stop, statuses } = functionNode('stream-deck', 'Stream Deck', {
      listStreamDecks: async () => [],
    });
    await start();
    should(statuses).eql(['no Stream Deck']);
    await receive(render('streamdeck', RED, 'key 3'));
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
    const { start, receive, stop, sent, statuses } = functionNode('x-keys', 'X-keys', { XKeysWatcher });
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
    should(lights).eql([[3, true, true]]);
    panel.emit('disconnected');
    should(statuses.at(-1)).equal('no X-keys');
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
