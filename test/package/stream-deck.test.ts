import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import should from 'should';
import { recipes, recipesUserDir } from '../recipes.js';
import { functionNode } from './function-node.js';

const NAME = 'Stream Deck';
const SIGNS = ['waiting', 'armed', 'failed', 'rehearsal'];
const KEY = { type: 'button', index: 3, feedbackType: 'lcd', pixelSize: { width: 72, height: 72 } };
const DIALS = [0, 1, 2, 3].map((index) => ({ type: 'encoder', index }));
/** The strip of a Stream Deck +. Its real id is 0. With another one, the test notices a fixed 0. */
const STRIP = { type: 'lcd-segment', id: 7, drawRegions: true, pixelSize: { width: 800, height: 100 } };

/** What a light shows besides its colour. */
interface Shown {
  readonly text?: string;
  readonly state?: string;
  readonly sign?: string;
  readonly bar?: number;
}

const ofKey = (shown: Shown = {}, value: readonly number[] = [255, 0, 0]) => ({
  topic: 3,
  payload: { command: 'fillColor', value, ...shown },
});
const ofDial = (index: number, shown: Shown = {}) => ({
  topic: `dial ${index}`,
  payload: { command: 'fillDial', ...shown },
});

/** A deck according to the types of `@elgato-stream-deck/node` 7.6.3, and the calls that it gets. */
function fakeDeck(...controls: readonly object[]) {
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    async (...details: readonly unknown[]) =>
      calls.push([name, ...details]);
  const names = ['clearPanel', 'fillKeyColor', 'fillKeyBuffer', 'fillLcdRegion', 'close'];
  const methods = Object.fromEntries(names.map((name) => [name, record(name)]));
  return { deck: Object.assign(new EventEmitter(), { CONTROLS: controls }, methods), calls };
}

/** Replaces `sharp`. It returns the number of the picture when the test finishes it. */
function fakeSharp() {
  const drawn: string[] = [];
  const finish: (() => void)[] = [];
  const sharp = (svg: Buffer) => {
    const number = drawn.push(String(svg)) - 1;
    const toBuffer = () => new Promise((end) => finish.push(() => end(number)));
    const image = { removeAlpha: () => image, raw: () => image, toBuffer };
    return image;
  };
  return { sharp, drawn, finish: (number: number) => finish[number]?.() };
}

/** The function with a deck that has these controls, and what it drew. */
async function started(...controls: readonly object[]) {
  const { deck, calls } = fakeDeck(...controls);
  const { sharp, drawn, finish } = fakeSharp();
  const library = { listStreamDecks: async () => [{ path: 'usb' }], openStreamDeck: async () => deck };
  const { start, receive } = functionNode('stream-deck', NAME, library, sharp);
  await start();
  should(calls.splice(0)).eql([['clearPanel']]);
  /** The only picture of a message. */
  async function draws(msg: object): Promise<string> {
    const number = drawn.length;
    const received = receive(msg);
    finish(number);
    await received;
    should(drawn).have.length(number + 1);
    return drawn[number] as string;
  }
  return { receive, draws, drawn, finish, calls };
}

/** The picture of a key. */
const keyWith = async (shown: Shown, colour?: readonly number[]) => (await started(KEY)).draws(ofKey(shown, colour));

/** The texts of a picture, from top to bottom. */
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" font-weight="(\w+)">([^<]+)<\/text>/g)]
    .map(([, x, y, size, weight, text = '']) => ({ x: Number(x), y: Number(y), size: Number(size), weight, text }))
    .sort((one, other) => one.y - other.y);
const linesOf = (svg: string) => textsOf(svg).map(({ text }) => text);

/** The widths of the frame of a bar and of its filled part. */
const barOf = (svg: string) =>
  [...svg.matchAll(/<rect x="3" y="89" width="([\d.]+)" height="8" fill="(\w+)"/g)].map(([, width, fill]) => [
    Number(width),
    fill,
  ]);

/** The line of a sign. */
const signOf = (svg: string) => /<path d="([^"]+)"/.exec(svg)?.[1];

describe('the function of the Stream Deck', () => {
  it('is the same in all recipes', () => {
    const parts = recipes.flatMap(({ flow }) => flow).filter(({ type, name }) => type === 'function' && name === NAME);
    should(parts).have.length(3);
    const codes = parts.map(({ func, initialize, finalize, libs }) => ({ func, initialize, finalize, libs }));
    for (const code of codes) should(code).eql(codes[0]);
  });

  it('opens the deck with the serial number, and opens it again after it was unplugged', async () => {
    const [first, second] = [fakeDeck(KEY), fakeDeck(KEY)];
    let decks = [{ path: 'other', serialNumber: 'B' }];
    const opened: string[] = [];
    const library = {
      listStreamDecks: async () => decks,
      openStreamDeck: async (path: string) => (opened.push(path) === 1 ? first.deck : second.deck),
    };
    const edit = (code: string) => code.replace("SERIAL = ''", "SERIAL = 'A'");
    const { start, receive, stop, resets, statuses, warnings, clock, pass } = functionNode(
      'stream-deck',
      NAME,
      library,
    );
    await start(edit);
    should([statuses, opened]).eql([['no Stream Deck'], []]);
    decks.push({ path: 'mine', serialNumber: 'A' });
    await pass(2000);
    should([statuses.at(-1), opened]).eql(['A', ['mine']]);
    decks = [];
    first.deck.emit('error', new Error('gone'));
    first.deck.emit('error', new Error('gone'));
    should(statuses.at(-1)).equal('lost');
    await receive(ofKey());
    await pass(10_000);
    // It is reported once, not at each attempt.
    should(warnings).have.length(3);
    decks = [{ path: 'again', serialNumber: 'A' }];
    await pass(2000);
    should([statuses.at(-1), opened]).eql(['A', ['mine', 'again']]);
    should(resets).have.length(2);
    await receive(ofKey());
    should(second.calls).eql([['clearPanel'], ['fillKeyColor', 3, 255, 0, 0]]);
    stop();
    should(first.calls).eql([['clearPanel'], ['close']]);
    should(clock.timers).equal(0);
  });

  describe('shows on a key', () => {
    it('only the colour if there is nothing else, or if the key has no display', async () => {
      const lamp = { type: 'button', index: 3, feedbackType: 'rgb' };
      const [display, withoutDisplay] = [await started(KEY), await started(lamp)];
      await display.receive(ofKey());
      await withoutDisplay.receive(ofKey({ text: 'Anna', state: 'on air', sign: 'failed', bar: 1 }));
      for (const { calls, drawn } of [display, withoutDisplay])
        should([calls, drawn]).eql([[['fillKeyColor', 3, 255, 0, 0]], []]);
    });

    it('one picture with the colour, also if there is only a state, a sign or an empty bar', async () => {
      for (const shown of [{ text: 'Anna' }, { state: 'on air' }, { sign: 'failed' }, { bar: 0 }]) {
        const wide = { ...KEY, pixelSize: { width: 144, height: 112 } };
        const { draws, calls } = await started({ type: 'encoder', index: 3 }, { ...KEY, index: 2 }, wide);
        const svg = await draws(ofKey(shown));
        should(svg).containEql('width="144" height="112"');
        should(svg).containEql('<rect width="100%" height="100%" fill="rgb(255,0,0)"/>');
        should(calls).eql([['fillKeyBuffer', 3, 0, { format: 'rgb' }]]);
      }
    });

    it('the item in bold, below it the action, and below them the state in small letters', async () => {
      const [item, action, state, ...more] = textsOf(await keyWith({ text: 'Anna\nIn', state: 'on air' }));
      should(more).be.empty();
      should([item, action, state]).match([
        { text: 'Anna', weight: 'bold', x: 50 },
        { text: 'In', weight: 'normal', x: 50 },
        { text: 'on air', weight: 'normal', x: 50 },
      ]);
      should(action!.y - item!.y).be.aboveOrEqual(item!.size);
      should(state!.y - action!.y).be.aboveOrEqual(state!.size);
      should(state!.size).be.below(action!.size);
    });

    it('a long line as two, broken at the space nearest its middle', async () => {
      const linesFor = async (text: string) => linesOf(await keyWith({ text }));
      should(await linesFor('A long name here')).eql(['A long', 'name here']);
      should(await linesFor('10 Welcome')).eql(['10', 'Welcome']);
      should(await linesFor('Interview of Ida')).eql(['Interview', 'of Ida']);
      should(await linesFor('Go on')).eql(['Go on']);
      should(await linesFor('Opposition')).eql(['Opposition']);
      should(await linesFor('The third guest\nIn')).eql(['The third guest', 'In']);
      // Both halves are the item.
      for (const { weight } of textsOf(await keyWith({ text: '10 Welcome' }))) should(weight).equal('bold');
    });

    it('long lines and Japanese in letters that fit, and short lines in large ones', async () => {
      const text = 'Interview of the minister\n字幕のテロップ表示';
      const [latin, japanese] = textsOf(await keyWith({ text }));
      // In a usual bold font, a letter is 0.6 to 0.7 of its size wide.
      should(latin!.size * 0.7 * latin!.text.length).be.within(70, 100);
      should(japanese!.size * japanese!.text.length).be.within(60, 100);
      const [[short], [word]] = [
        textsOf(await keyWith({ text: 'Go' })),
        textsOf(await keyWith({ text: 'Opposition' })),
      ];
      should(short!.size).equal(30);
      // A single line is in the same place, whatever its length.
      should(word!.y).equal(short!.y);
    });

    it('a state that does not reach the sign', async () => {
      const state = 'press once more';
      const [alone, beside] = await Promise.all([{ state }, { state, sign: 'armed' }].map((shown) => keyWith(shown)));
      const right = ({ x, size }: { x: number; size: number }) => x + (size * 0.6 * state.length) / 2;
      const left = Number(/translate\(([\d.]+) 61\)/.exec(beside!)?.[1]);
      should(right(textsOf(beside!)[0]!)).be.belowOrEqual(left);
      should(right(textsOf(alone!)[0]!)).be.above(left);
    });

    it('a bar that is filled by its share, and none without a value', async () => {
      const bars = await Promise.all([0, 0.25, 1].map(async (bar) => barOf(await keyWith({ bar }, [0, 0, 0]))));
      should(bars).eql(
        [0, 23.5, 94].map((width) => [
          [94, 'none'],
          [width, 'white'],
        ]),
      );
      should(barOf(await keyWith({ text: 'Anna' }))).be.empty();
    });

    it('another sign for each meaning, and none for an unknown one', async () => {
      const signs = await Promise.all(SIGNS.map(async (sign) => signOf(await keyWith({ sign }))));
      should(signs).not.containEql(undefined);
      should(new Set(signs).size).equal(4);
      should(await keyWith({ sign: 'rehearsal' })).containEql('stroke="blue"');
      should(signOf(await keyWith({ text: 'Anna', sign: 'tomorrow' }))).be.undefined();
      should(signOf(await keyWith({ text: 'Anna' }))).be.undefined();
    });

    it('the characters <, > and & of a text as they are, and none that XML forbids', async () => {
      const svg = await keyWith({ text: '<b>&lt;\nA\u0007\ufffe', state: '<&' });
      should(linesOf(svg)).eql(['&#60;b&#62;&#38;lt;', 'A  ', '&#60;&#38;']);
    });

    it('a text that is legible on each colour', async () => {
      const steps = [0, 51, 102, 153, 204, 255];
      const { draws } = await started(KEY);
      for (const red of steps)
        for (const green of steps)
          for (const blue of steps) {
            const colour = [red, green, blue];
            const svg = await draws(ofKey({ text: 'A', bar: 1 }, colour));
            const [, ink] = /<g fill="(black|white)"/.exec(svg) ?? [];
            should(contrast(colour, ink === 'white' ? [255, 255, 255] : [0, 0, 0])).be.above(4.4, String(colour));
            should(barOf(svg)[1]?.[1]).equal(ink);
          }
    });

    it('no older picture over a newer colour or picture', async () => {
      const { receive, finish, calls } = await started(KEY);
      const late = receive(ofKey({ text: 'late' }));
      await receive(ofKey({}, [0, 0, 9]));
      finish(0);
      await late;
      const [older, newer] = [receive(ofKey({ text: 'older' })), receive(ofKey({ text: 'newer' }))];
      finish(2);
      await newer;
      finish(1);
      await older;
      should(calls).eql([
        ['fillKeyColor', 3, 0, 0, 9],
        ['fillKeyBuffer', 3, 2, { format: 'rgb' }],
      ]);
    });
  });

  describe('shows above a dial', () => {
    const PLUS = [KEY, STRIP, ...DIALS];

    it('its text, state and bar, on its part of the strip', async () => {
      const { draws, calls } = await started(...PLUS);
      const shown = { text: 'Overlay Opacity', state: '0.5', bar: 0.5 };
      const first = await draws(ofDial(0, shown));
      await draws(ofDial(3, shown));
      const part = { format: 'rgb', width: 200, height: 100 };
      should(calls).eql([
        ['fillLcdRegion', 7, 0, 0, 0, part],
        ['fillLcdRegion', 7, 600, 0, 1, part],
      ]);
      should(first).containEql('width="200" height="100" viewBox="0 0 200 100"');
      should(textsOf(first)).match([{ text: 'Overlay', x: 100 }, { text: 'Opacity' }, { text: '0.5', x: 100 }]);
      should(barOf(first)).eql([
        [194, 'none'],
        [97, 'white'],
      ]);
    });

    it('a picture that is as wide as its part, on a deck with six dials', async () => {
      const [dials, pixelSize] = [
        [...DIALS, { type: 'encoder', index: 4 }, { type: 'encoder', index: 5 }],
        { width: 1200, height: 100 },
      ];
      const { draws, calls } = await started({ ...STRIP, pixelSize }, ...dials);
      await draws(ofDial(5, { text: 'Fade' }));
      should(calls).match([['fillLcdRegion', 7, 1000, 0, 0, { width: 200, height: 100 }]]);
    });

    it('no bar for an unknown value, and nothing at all for an empty message', async () => {
      const { draws, calls } = await started(...PLUS);
      const unknown = await draws(ofDial(1, { text: 'Fade', state: '?' }));
      should([linesOf(unknown), barOf(unknown)]).eql([['Fade', '?'], []]);
      const dark = await draws(ofDial(1));
      should(dark).containEql('fill="rgb(0,0,0)"');
      should([linesOf(dark), barOf(dark), signOf(dark)]).eql([[], [], undefined]);
      should(calls).have.length(2);
    });

    it('nothing on a deck without a strip, or with one that has no parts', async () => {
      for (const controls of [[KEY], [KEY, { ...STRIP, drawRegions: false }]]) {
        const { receive, calls, drawn } = await started(...controls);
        await receive(ofDial(0, { text: 'Fade' }));
        should([calls, drawn]).eql([[], []]);
      }
    });

    it('no older picture over a newer one of the same dial', async () => {
      const { receive, finish, calls } = await started(...PLUS);
      const [other, older, newer] = [0, 1, 1].map((dial) => receive(ofDial(dial, { text: 'Fade' })));
      for (const number of [2, 1, 0]) finish(number);
      await Promise.all([other, older, newer]);
      should(calls.map((call) => (call as unknown[])[4])).eql([2, 0]);
    });
  });

  it('draws pictures that the real sharp can read', async function () {
    const userDir = recipesUserDir();
    if (!userDir) return this.skip();
    try {
      const sharp: unknown = createRequire(join(userDir, 'flow.js'))('sharp');
      const { deck, calls } = fakeDeck({ ...KEY, pixelSize: { width: 100, height: 100 } });
      const library = { listStreamDecks: async () => [{ path: 'usb' }], openStreamDeck: async () => deck };
      const { start, receive } = functionNode('stream-deck', NAME, library, sharp);
      await start();
      const corners = new Set<string>();
      for (const sign of [undefined, ...SIGNS]) {
        await receive(ofKey({ text: '<A>&\u0000\nIn', state: 'on air', bar: 0.4, ...(sign && { sign }) }, [0, 0, 80]));
        const [name, key, pixels] = calls.at(-1) as [string, number, Buffer];
        should([name, key, pixels.length]).eql(['fillKeyBuffer', 3, 100 * 100 * 3]);
        const at = (x: number, y: number) => [...pixels.subarray(3 * (100 * y + x)).subarray(0, 3)];
        should([at(0, 0), at(30, 93), at(60, 93)]).eql([
          [0, 0, 80],
          [255, 255, 255],
          [0, 0, 80],
        ]);
        const rows = Array.from({ length: 26 }, (_, row) => pixels.subarray(3 * (100 * (61 + row) + 73)));
        corners.add(rows.map((row) => row.subarray(0, 3 * 26).toString('hex')).join());
      }
      should(corners.size).equal(5);
    } finally {
      rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

/** The contrast of two colours according to WCAG 2. */
function contrast(...colours: readonly (readonly number[])[]): number {
  const [darker = 0, brighter = 0] = colours.map(luminance).sort((one, other) => one - other);
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
