import fc from 'fast-check';
import should from 'should';
import { createControl } from '../../../dist/nodes/panel/panel-controls.js';
import { panelSettings } from '../../../dist/nodes/panel/panel-settings.js';
import { recognise } from '../../../dist/panels/index.js';
import type { SavedPanel } from '../../../dist/saved/panel.js';
import { FakeClock } from '../../hub/fake-clock.js';
import { midi, xkeys } from '../../panels/messages.js';

const controller = (value: number) => midi('controlchange', 0xb0, 1, [80, value]);
const osc = (payload: unknown) => ({ topic: '/1/encoder1', payload });

interface Encoder {
  readonly coding?: SavedPanel['coding'];
  /** The most steps of one message. */
  readonly most: number;
  /** The message of a turn. Steps to the left are negative. */
  readonly turn: (steps: number) => object;
}

/** Ableton Live, reference manual, "Mapping to Relative MIDI Controllers". */
const ENCODERS: Readonly<Record<string, Encoder>> = {
  "two's complement: 1, 2 … and 127, 126 …": {
    ...{ coding: 'twosComplement', most: 63 },
    turn: (steps) => controller(steps > 0 ? steps : 128 + steps),
  },
  'offset binary: 65, 66 … and 63, 62 …': {
    ...{ coding: 'binaryOffset', most: 63 },
    turn: (steps) => controller(64 + steps),
  },
  'sign and magnitude: 1, 2 … and 65, 66 …': {
    ...{ coding: 'signMagnitude', most: 63 },
    turn: (steps) => controller(steps > 0 ? steps : 64 - steps),
  },
  'sign and magnitude: 65, 66 … and 1, 2 …': {
    ...{ coding: 'signedBit2', most: 63 },
    turn: (steps) => controller(steps > 0 ? 64 + steps : -steps),
  },
  'OSC, 1 and 0': { coding: 'oneZero', most: 1, turn: (steps) => osc(steps > 0 ? 1 : 0) },
  'OSC, true and false': { coding: 'oneZero', most: 1, turn: (steps) => osc(steps > 0) },
  'OSC, 1 and -1': { most: 1, turn: (steps) => osc([{ type: 'i', value: steps }]) },
  'X-keys, jog': { most: 9, turn: (steps) => xkeys({ control_id: 1 }, steps) },
};

describe('the turns of an encoder', () => {
  const turns = (most: number) => fc.array(fc.integer({ min: -most, max: most }).filter((steps) => steps !== 0));

  for (const [name, { coding, most, turn }] of Object.entries(ENCODERS))
    it(`end at their sum, and stay between both ends: ${name}`, () => {
      fc.assert(
        fc.property(turns(most), fc.boolean(), (all, invert) => {
          // From -10 to 10 in steps of 0.1.
          const saved = { kind: 'encoder', low: '-10', high: '10', step: '0.1', inverted: invert } as const;
          const clock = new FakeClock();
          const control = createControl(panelSettings({ ...saved, ...(coding && { coding }) }), clock);
          const values: unknown[] = [];
          const expected: number[] = [];
          let tenths = -100;
          for (const steps of all) {
            clock.jump(1000);
            control.handle(recognise(turn(steps))!, (value) => values.push(value));
            tenths = Math.max(-100, Math.min(100, tenths + (invert ? -steps : steps)));
            expected.push(tenths / 10);
          }
          should(values).eql(expected);
        }),
        { numRuns: 300 },
      );
    });

  it('wait for the present value only until it arrives', () => {
    const control = createControl(panelSettings({ kind: 'encoder', hub: 'config' }), new FakeClock());
    control.handle(recognise(controller(1))!, () => should.fail(1, 0));
    control.setPresent(undefined);
    should(control.gap).eql({});
    control.setPresent(0.5);
    should(control.gap).be.undefined();
  });
});
