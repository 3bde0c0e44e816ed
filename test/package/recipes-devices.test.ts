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

  /** A deck according to the types of `@elgato-stream-deck/node` 7.6.3, and the calls that it gets. */
  function fakeDeck() {
    const calls: unknown[] = [];
    const deck = Object.assign(new EventEmitter(), {
      CONTROLS: [{ type: 'button', index: 3, feedbackType: 'lcd', pixelSize: { width: 72, height: 72 } }],
      clearPanel: async () => calls.push('cleared'),
      fillKeyColor: async (...colour: number[]) => calls.push(colour),
      fillKeyBuffer: async (...image: unknown[]) => calls.push(image),
      close: async () => calls.push('closed'),
    });
    return { deck, calls };
  }

  it('show a text on a Stream Deck key, but never over a newer colour', async () => {
    const { deck, calls } = fakeDeck();
    const library = { listStreamDecks: async () => [{ path: 'usb' }], openStreamDeck: async () => deck };
    const drawn: string[] = [];
    let finish = (_: string) => {};
    const image = { removeAlpha: () => image, raw: () => image, toBuffer: () => new Promise((end) => (finish = end)) };
    const sharp = (svg: Buffer) => {
      drawn.push(String(svg));
      return image;
    };
    const { start, receive, stop } = functionNode('stream-deck', 'Stream Deck', library, sharp);
    await start();
    const text = { ...RED, value: 'A<B' };
    const first = receive(render('streamdeck', text, 'key 3'));
    finish('pixels');
    await first;
    for (const part of ['width="72" height="72"', 'rgb(255,0,0)', '>A&#60;B<']) should(drawn[0]).containEql(part);
    should(calls).eql(['cleared', [3, 'pixels', { format: 'rgb' }]]);
    const late = receive(render('streamdeck', text, 'key 3'));
    await receive(render('streamdeck', RED, 'key 3'));
    finish('late');
    await late;
    should(calls.slice(2)).eql([[3, 255, 0, 0]]);
    stop();
  });

  it('open the deck with the serial number, and open it again after it was unplugged', async () => {
    const [first, second] = [fakeDeck(), fakeDeck()];
    let decks = [{ path: 'other', serialNumber: 'B' }];
    const opened: string[] = [];
    const library = {
      listStreamDecks: async () => decks,
      openStreamDeck: async (path: string) => (opened.push(path) === 1 ? first.deck : second.deck),
    };
    const edit = (code: string) => code.replace("SERIAL = ''", "SERIAL = 'A'");
    const node = functionNode('stream-deck', 'Stream Deck', library);
    const { start, receive, stop, resets, statuses, warnings, clock, pass } = node;
    await start(edit);
    should([statuses, opened]).eql([['no Stream Deck'], []]);
    decks.push({ path: 'mine', serialNumber: 'A' });
    await pass(2000);
    should([statuses.at(-1), opened]).eql(['A', ['mine']]);
    decks = [];
    first.deck.emit('error', new Error('gone'));
    first.deck.emit('error', new Error('gone'));
    should(statuses.at(-1)).equal('lost');
    await receive(render('streamdeck', RED, 'key 3'));
    await pass(10_000);
    // It is reported once, not at each attempt.
    should(warnings).have.length(3);
    decks = [{ path: 'again', serialNumber: 'A' }];
    await pass(2000);
    should([statuses.at(-1), opened]).eql(['A', ['mine', 'again']]);
    should(resets).have.length(2);
    await receive(render('streamdeck', RED, 'key 3'));
    should(second.calls).eql(['cleared', [3, 255, 0, 0]]);
    stop();
    should(first.calls).eql(['cleared', 'closed']);
    should(clock.timers).equal(0);
  });
});
