import fc from 'fast-check';
import should from 'should';
import { type Gesture, Pairs, Parameters, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';
import { midi } from './messages.js';

const controller = (number: number, value: number, channel = 1): Gesture =>
  recognise(midi('controlchange', 0xb0, channel, [number, value]))!;

/** Longer than the messages of one movement take, in ms. */
const REST_MS = 60;

/** Receives controllers, and notes the gestures as control and number or steps. */
class Desk {
  readonly clock = new FakeClock();
  readonly gestures: Gesture[] = [];
  readonly #joiner: Pairs | Parameters;

  constructor(joiner: new (clock: FakeClock) => Pairs | Parameters) {
    this.#joiner = new joiner(this.clock);
  }

  send(gesture: Gesture): void {
    const taken = this.#joiner.take(gesture, (late) => this.gestures.push(late));
    if (taken) this.gestures.push(taken);
  }

  wait = (ms = REST_MS) => this.clock.advance(ms, async () => {});

  /** Sends messages of one channel without a pause, and rests. */
  async play(...messages: readonly (readonly [number: number, value: number, channel?: number])[]) {
    const before = this.gestures.length;
    for (const message of messages) this.send(controller(...message));
    await this.wait();
    return this.gestures.slice(before).map(({ control, raw, delta }) => [control, raw ?? delta]);
  }

  close(): void {
    this.#joiner.close();
  }
}

describe('a fader of 14 bits', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk(Pairs);
  });
  const both = 14 * 128 + 5;

  for (const [order, first, second] of [
    ['upper', [7, 14], [39, 5]],
    ['lower', [39, 5], [7, 14]],
  ] as const)
    it(`is joined with its ${order} half first, at once`, async () => {
      should(await desk.play(first, second, first, second)).eql([
        ['cc 1/7', both],
        ['cc 1/7', both],
      ]);
      should(desk.gestures[0]).match({ kind: 'fader', value: both / 16383, pressed: true });
      desk.gestures.length = 0;
      for (const [number, value] of [first, second]) desk.send(controller(number, value));
      should(desk.gestures.map(({ raw }) => raw)).eql([both]);
    });

  it('takes a half alone as a change of this half', async () => {
    await desk.play([7, 14], [39, 5]);
    should(await desk.play([7, 15])).eql([['cc 1/7', 15 * 128 + 5]]);
    should(await desk.play([39, 6])).eql([['cc 1/7', 15 * 128 + 6]]);
    should(await desk.play([7, 0], [39, 0])).eql([['cc 1/7', 0]]);
    should(desk.gestures.at(-1)).match({ value: 0, pressed: false });
  });

  it('has 7 bits if the other half never arrives', async () => {
    should(await desk.play([7, 64])).eql([['cc 1/7', 64]]);
    should(desk.gestures[0]!.value).equal(64 / 127);
    // The device is known now, so nothing waits.
    desk.send(controller(7, 127));
    should(desk.gestures.at(-1)).match({ control: 'cc 1/7', raw: 127, value: 1 });
    should(await desk.play([40, 3])).eql([['cc 1/40', 3]]);
  });

  it('does not join other channels or other controllers', async () => {
    should(await desk.play([7, 1], [39, 2, 2], [64, 127], [31, 1, 16], [63, 2, 16])).eql([
      ['cc 1/64', 127],
      ['cc 16/31', 130],
      ['cc 1/7', 1],
      ['cc 2/39', 2],
    ]);
    const lower = controller(39, 1);
    const others = [
      recognise({ topic: lower.control, payload: 0.5 })!,
      { ...lower, raw: undefined },
      ...['note 1/39', 'acc 1/39', 'cc 1/39 up'].map((control) => ({ ...lower, control })),
    ];
    desk.gestures.length = 0;
    for (const each of others) desk.send(each);
    should(desk.gestures).eql(others);
  });

  it('has its upper half in controller 0 … 31, and its lower half in 32 … 63', async () => {
    should(await desk.play([0, 1], [32, 2], [31, 3], [63, 4])).eql([
      ['cc 1/0', 130],
      ['cc 1/31', 388],
    ]);
    should(await desk.play([32, 3])).eql([['cc 1/0', 131]]);
  });

  it('joins controllers without a channel', async () => {
    for (const each of [controller(7, 1), controller(39, 2)])
      desk.send({ ...each, control: each.control.replace('1/', '') });
    should(desk.gestures.map(({ control, raw }) => [control, raw])).eql([['cc 7', 130]]);
  });

  it('leaves no timer behind', async () => {
    desk.send(controller(7, 1));
    desk.close();
    should(desk.clock.timers).equal(0);
    await desk.wait();
    should(desk.gestures).be.empty();
  });

  it('never jumps, and ends where the hand ends: either order, both halves or only the changed one', async () => {
    const movement = fc.record({
      upperFirst: fc.boolean(),
      onlyChanged: fc.boolean(),
      positions: fc.array(fc.tuple(fc.nat(16383), fc.integer({ min: 41, max: 90 })), { minLength: 1 }),
      noise: fc.array(fc.tuple(fc.integer({ min: 0, max: 127 }), fc.nat(127))),
    });
    await fc.assert(
      fc.asyncProperty(movement, async ({ upperFirst, onlyChanged, positions, noise }) => {
        const hand = new Desk(Pairs);
        let [upper, lower] = [-1, -1];
        for (const [index, [position, pause]] of positions.entries()) {
          const halves = [
            { number: 7, bits: position >> 7, isSame: position >> 7 === upper },
            { number: 39, bits: position & 127, isSame: (position & 127) === lower },
          ].filter(({ isSame }) => index === 0 || !onlyChanged || !isSame);
          [upper, lower] = [position >> 7, position & 127];
          for (const { number, bits } of upperFirst ? halves : halves.reverse()) {
            hand.send(controller(number, bits));
            // Others move at the same time, on another channel.
            const [other, value] = noise[index] ?? [64, 0];
            hand.send(controller(other, value, 2));
            await hand.wait(1);
          }
          await hand.wait(pause);
        }
        const own = hand.gestures.filter(({ control }) => control === 'cc 1/7').map(({ raw }) => raw);
        const sent = positions.map(([position]) => position).filter((each, index, all) => each !== all[index - 1]);
        should(onlyChanged ? own : own.filter((each, index) => each !== own[index - 1])).eql(sent);
      }),
    );
  });
});

describe('NRPN', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk(Parameters);
  });

  /** Parameter 300 is 2 and 44. */
  const SELECTED = [
    [99, 2],
    [98, 44],
  ] as const;

  it('is one control: MSB and LSB of the parameter, then of the value', async () => {
    // Elektron Analog Four, as mitat.tuu.fi/?p=279 recorded it: 184 99 1, 184 98 0, 184 6 38, 184 38 64.
    should(await desk.play([99, 1, 9], [98, 0, 9], [6, 38, 9], [38, 64, 9])).eql([['nrpn 9/128', 4928]]);
    should(desk.gestures[0]).eql({
      ...{ source: 'midi', control: 'nrpn 9/128', kind: 'fader' },
      ...{ value: 4928 / 16383, raw: 4928, pressed: true },
    });
  });

  it('reads selectors and values in either order, and a value of one half', async () => {
    should(await desk.play([98, 44], [99, 2], [38, 1], [6, 1])).eql([['nrpn 1/300', 129]]);
    // Running: the parameter stays selected.
    should(await desk.play([6, 2])).eql([['nrpn 1/300', 257]]);
    should(await desk.play([98, 45], [6, 100])).eql([['nrpn 1/301', 100]]);
    should(desk.gestures.at(-1)!.value).equal(100 / 127);
    should(await desk.play([99, 3], [98, 45], [6, 5])).eql([['nrpn 1/429', 5]]);
  });

  it('reads increments: Allen & Heath SQ, "MIDI Protocol"', async () => {
    // Ip1 to LR, right and left: B0 63 50, B0 62 00, B0 60 00 and B0 61 00.
    should(await desk.play([99, 0x50], [98, 0], [96, 0])).eql([['nrpn 1/10240', 1]]);
    should(await desk.play([99, 0x50], [98, 0], [97, 0])).eql([['nrpn 1/10240', -1]]);
    should(desk.gestures[1]).eql({ source: 'midi', control: 'nrpn 1/10240', kind: 'encoder', delta: -1 });
  });

  it('ignores registered parameters and the end of a selection', async () => {
    // RPN 0, pitch bend sensitivity. Then null: 127 and 127.
    should(await desk.play([101, 0], [100, 0], [6, 2], [38, 0], [96, 0], [100, 127], [101, 127])).be.empty();
    // Mutable Instruments, "NRPN Messages": 99, 98, 6, 38, then 100 and 101 with 127.
    const message = [...SELECTED, [6, 1], [38, 1], [100, 127], [101, 127]] as const;
    should(await desk.play(...message, ...message)).eql([
      ['nrpn 1/300', 129],
      ['nrpn 1/300', 129],
    ]);
    should(await desk.play([6, 9])).eql([['cc 1/6', 9]]);
    should(await desk.play([99, 127], [98, 127], [6, 9])).eql([['cc 1/6', 9]]);
  });

  it('is retained if its messages are, and is released at 0', async () => {
    for (const [number, value] of [...SELECTED, [6, 0], [38, 0]] as const)
      desk.send({ ...controller(number, value), retained: true });
    should(desk.gestures).match([{ control: 'nrpn 1/300', raw: 0, pressed: false, retained: true }]);
    await desk.play([38, 1]);
    should(desk.gestures[1]).match({ raw: 1, pressed: true });
    should(desk.gestures[1]).not.have.property('retained');
  });

  it('takes one selector as a change only of a parameter of its kind that has a value', async () => {
    should(await desk.play([101, 0], [100, 0], [6, 2], [98, 44], [6, 9])).eql([['cc 1/98', 44]]);
    should(await desk.play(...SELECTED, [98, 45], [6, 9])).eql([
      ['cc 1/98', 45],
      ['nrpn 1/300', 9],
    ]);
    should(await desk.play(...SELECTED, ...SELECTED, [98, 45], [6, 9])).eql([['nrpn 1/301', 9]]);
  });

  it('leaves messages that are not controllers', () => {
    const key = recognise(midi('noteon', 0x90, 1, [98, 1]))!;
    desk.send(key);
    should(desk.gestures).eql([key]);
  });

  it('does not take controllers that are buttons or faders with these numbers', async () => {
    const alone = [98, 99, 100, 101, 6, 38, 96, 97].map((number) => [number, 127] as const);
    for (const [number, value] of alone)
      should([await desk.play([number, value]), await desk.play([number, 0])]).eql([
        [[`cc 1/${number}`, 127]],
        [[`cc 1/${number}`, 0]],
      ]);
    // In order, without a pause.
    should(await desk.play([98, 127], [98, 0], [7, 1], [99, 1], [101, 1])).eql([
      ['cc 1/98', 127],
      ['cc 1/98', 0],
      ['cc 1/7', 1],
      ['cc 1/99', 1],
      ['cc 1/101', 1],
    ]);
    should(await desk.play([98, 127], [99, 0, 2])).eql([
      ['cc 1/98', 127],
      ['cc 2/99', 0],
    ]);
  });

  it('leaves no timer behind', () => {
    desk.send(controller(99, 1));
    for (const [number, value] of [...SELECTED, [6, 1] as const]) desk.send(controller(number, value, 2));
    desk.close();
    should(desk.clock.timers).equal(0);
  });

  it('selects another parameter after one with 127 as its upper half', async () => {
    const value: [number, number][] = [
      [6, 1],
      [38, 0],
    ];
    should(await desk.play([99, 127], [98, 0], ...value)).eql([['nrpn 1/16256', 128]]);
    should(await desk.play([98, 127], [99, 47], ...value)).eql([['nrpn 1/6143', 128]]);
  });

  it('gives exactly the values of the hands, between other messages', async () => {
    const act = fc.record({
      channel: fc.integer({ min: 1, max: 3 }),
      parameter: fc.nat(16382),
      value: fc.nat(16383),
      noise: fc.tuple(fc.constantFrom(1, 7, 64, 95, 102), fc.nat(127)),
    });
    await fc.assert(
      // A device always sends the halves in the same order.
      fc.asyncProperty(fc.array(act), fc.boolean(), async (acts, reversed) => {
        const hand = new Desk(Parameters);
        for (const { channel, parameter, value, noise } of acts) {
          const pair = (numbers: readonly [number, number], whole: number) => {
            const halves = [controller(numbers[0], whole >> 7, channel), controller(numbers[1], whole & 127, channel)];
            return reversed ? halves.reverse() : halves;
          };
          for (const each of [...pair([99, 98], parameter), ...pair([6, 38], value)]) hand.send(each);
          hand.send(controller(...noise, channel));
          await hand.wait();
        }
        should(hand.gestures.map(({ control, raw }) => [control, raw])).eql(
          acts.flatMap(({ channel, parameter, value, noise: [number, bits] }) => [
            [`nrpn ${channel}/${parameter}`, value],
            [`cc ${channel}/${number}`, bits],
          ]),
        );
      }),
    );
  });
});
