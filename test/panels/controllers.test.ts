import fc from 'fast-check';
import should from 'should';
import { Pairs, recognise } from '../../dist/panels/index.js';
import { controller, Desk } from './desk.js';

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
