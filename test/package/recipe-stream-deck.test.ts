import { EventEmitter } from 'node:events';
import should from 'should';
import { recognise } from '../../dist/panels/index.js';
import { render } from '../../dist/panels/render/index.js';
import { functionNode, RED } from './function-node.js';

/** The test replaces the deck according to the types of its library. */
describe('the function of the Stream Deck recipe', () => {
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

  it('converts Stream Deck input to messages of node-red-contrib-streamdeck, and colours the keys', async () => {
    const { deck, calls } = fakeDeck();
    const library = { listStreamDecks: async () => [{ path: 'usb' }], openStreamDeck: async () => deck };
    const { start, receive, stop, sent, resets, statuses } = functionNode('stream-deck', 'Stream Deck', library);
    await start();
    should(statuses).eql(['connected']);
    should(resets).eql([{ reset: true }]);
    deck.emit('down', { type: 'button', index: 3 });
    deck.emit('up', { type: 'button', index: 3 });
    deck.emit('rotate', { type: 'encoder', index: 1 }, -2);
    deck.emit('down', { type: 'encoder', index: 1 });
    deck.emit('up', { type: 'encoder', index: 1 });
    should(sent.map((msg) => recognise(msg))).match([
      { source: 'streamdeck', control: 'key 3', pressed: true },
      { source: 'streamdeck', control: 'key 3', pressed: false },
      { source: 'streamdeck', control: 'dial 1', kind: 'encoder', delta: -2 },
      { source: 'streamdeck', control: 'dial press 1', pressed: true },
      { source: 'streamdeck', control: 'dial press 1', pressed: false },
    ]);
    await receive(render('streamdeck', RED, 'key 3'));
    stop();
    should(calls).eql(['cleared', [3, 255, 0, 0], 'closed']);
  });

  it('shows a text on a Stream Deck key, but never over a newer colour', async () => {
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

  it('opens the deck with the serial number, and opens it again after it was unplugged', async () => {
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

  it('reports a missing Stream Deck, and stops looking for it when the node closes', async () => {
    const { start, receive, stop, statuses, clock } = functionNode('stream-deck', 'Stream Deck', {
      listStreamDecks: async () => [],
    });
    await start();
    should(statuses).eql(['no Stream Deck']);
    await receive(render('streamdeck', RED, 'key 3'));
    stop();
    should(clock.timers).equal(0);
  });
});
