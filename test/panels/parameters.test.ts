import fc from 'fast-check';
import should from 'should';
import { Parameters } from '../../dist/panels/index.js';
import { controller, Desk } from './desk.js';

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
    should(await desk.play([101, 0], [100, 0], [6, 2], [98, 44])).eql([['cc 1/98', 44]]);
    should(await desk.play(...SELECTED, [98, 45])).eql([['cc 1/98', 45]]);
    should(await desk.play(...SELECTED, [6, 9], [98, 45], [6, 9])).eql([
      ['nrpn 1/300', 9],
      ['nrpn 1/301', 9],
    ]);
  });

  it('is two controls for two parameters: their selectors are slow, or only the half that differs is sent', async () => {
    const slowly = async (parameter: number, value: number) => [
      ...(await desk.play([99, parameter >> 7])),
      ...(await desk.play([98, parameter & 127])),
      ...(await desk.play([6, value])),
    ];
    should(await slowly(300, 9)).eql([
      ['cc 1/99', 2],
      ['cc 1/98', 44],
      ['nrpn 1/300', 9],
    ]);
    should([await slowly(301, 8), await slowly(300, 7)]).eql([[['nrpn 1/301', 8]], [['nrpn 1/300', 7]]]);
    // From the start: the upper half was sent before it.
    desk = new Desk(Parameters);
    should([await desk.play([98, 1], [6, 5]), await desk.play([98, 2], [6, 6])]).eql([
      [['nrpn 1/1', 5]],
      [['nrpn 1/2', 6]],
    ]);
    should(await desk.play([99, 2], [98, 1], [6, 7])).eql([['nrpn 1/257', 7]]);
    // A parameter that was selected without a value.
    desk = new Desk(Parameters);
    should(await desk.play(...SELECTED)).be.empty();
    should(await desk.play([98, 45], [6, 9])).eql([['nrpn 1/301', 9]]);
    desk = new Desk(Parameters);
    should([await desk.play(...SELECTED), await desk.play([98, 45]), await desk.play([6, 9])]).eql([
      ...[[], [['cc 1/98', 45]], [['nrpn 1/301', 9]]],
    ]);
    desk = new Desk(Parameters);
    should([await desk.play(...SELECTED), await desk.play([99, 3]), await desk.play([6, 9])]).eql([
      ...[[], [['cc 1/99', 3]], [['nrpn 1/428', 9]]],
    ]);
  });

  it('is not a parameter if its value comes later than 1 s, or after the release of a button', async () => {
    await desk.play([99, 2]);
    await desk.play([98, 44]);
    await desk.wait(1000);
    should(await desk.play([6, 9])).eql([['cc 1/6', 9]]);
    await desk.play([99, 127]);
    await desk.play([98, 100]);
    await desk.play([98, 0]);
    should(await desk.play([6, 9])).eql([['cc 1/6', 9]]);
    await desk.play([99, 2]);
    should(await desk.play([6, 9])).eql([['cc 1/6', 9]]);
    // A registered parameter is not assumed.
    await desk.play([101, 2]);
    await desk.play([100, 44]);
    should(await desk.play([6, 9])).eql([['cc 1/6', 9]]);
    should(await desk.play([100, 1], [6, 8])).eql([
      ['cc 1/100', 1],
      ['cc 1/6', 8],
    ]);
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
    // The release of one button, and right after it the press of another one.
    should(await desk.play([98, 127], [98, 0], [99, 127], [99, 0], [98, 127])).eql([
      ['cc 1/98', 127],
      ['cc 1/98', 0],
      ['cc 1/99', 127],
      ['cc 1/99', 0],
      ['cc 1/98', 127],
    ]);
    should(await desk.play([98, 127], [99, 0, 2])).eql([
      ['cc 1/98', 127],
      ['cc 2/99', 0],
    ]);
    should(await desk.play([98, 0], ...SELECTED, [6, 1])).eql([
      ['cc 1/98', 0],
      ['nrpn 1/300', 1],
    ]);
  });

  it('ends when its surface is lost, and a button that waits is still pressed', async () => {
    const parameters = new Parameters(desk.clock);
    const join = (number: number, value: number) => parameters.join(controller(number, value))?.control;
    should([join(99, 2), join(98, 44), join(6, 9), join(96, 0)]).eql([undefined, undefined, undefined, 'nrpn 1/300']);
    parameters.sourceLost();
    should(join(6, 9)).equal('cc 1/6');
    const later: string[] = [];
    parameters.join(controller(98, 127), ({ control }) => later.push(control));
    parameters.sourceLost();
    await desk.wait(60);
    should(later).eql(['cc 1/98']);
    should(join(6, 9)).equal('cc 1/6');
  });

  it('leaves no timer behind', () => {
    desk.send(controller(99, 1));
    for (const [number, value] of [...SELECTED, [6, 1] as const]) desk.send(controller(number, value, 2));
    desk.close();
    should(desk.clock.timers).equal(0);
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
