import should from 'should';
import { type Motion, type Moving, move, valueAt } from '../../../dist/simulator/state/motion.js';

const START = 1_000_000;

/** The value at a number of ms after the start. */
const at = (ms: number, moving: Moving): unknown => valueAt(moving, START + ms);

function moved(
  value: unknown,
  to: unknown,
  more: Partial<Motion> & { duration?: number; delay?: number } = {},
): Moving {
  const moving: Moving = { value, motions: [] };
  move(moving, { keys: [], to, easing: 'Linear', duration: 2, delay: 0, ...more }, START);
  return moving;
}

describe('a motion of the simulator', () => {
  it('changes evenly from the old value to the new', () => {
    const fader = moved(0, 8);
    should([0, 500, 1000, 1999, 2000, 9000].map((ms) => at(ms, fader))).eql([0, 2, 4, Math.fround(7.996), 8, 8]);
  });

  it('waits for its delay', () => {
    const fader = moved(0, 8, { delay: 1 });
    should([0, 999, 1000, 2000, 3000].map((ms) => at(ms, fader))).eql([0, 0, 0, 4, 8]);
  });

  it('ends at once if it is constant or has no duration', () => {
    should(at(0, moved(0, 8, { easing: 'Constant' }))).equal(8);
    should(at(0, moved(0, 8, { duration: 0 }))).equal(8);
    should(at(500, moved(0, 8, { easing: 'Constant', delay: 1 }))).equal(0);
  });

  it('eases in, out, and both', () => {
    const quarter = (easing: Motion['easing']) => at(500, moved(0, 1, { easing }));
    should([quarter('EaseIn'), quarter('EaseOut'), quarter('EaseInOut')]).eql([0.0625, 0.4375, 0.15625]);
  });

  it('interpolates numbers inside a value, and changes the rest at once', () => {
    const from = { x: 0, on: false, list: [0, 'a'], more: [] };
    const to = { x: 4, on: true, list: [8, 'b'], more: [1] };
    should(at(1000, moved(from, to))).eql({ x: 2, on: true, list: [4, 'b'], more: [1] });
  });

  it('starts the next from the current value', () => {
    const fader = moved(0, 8);
    move(fader, { keys: [], to: 0, easing: 'Linear', duration: 1, delay: 0 }, START + 1000);
    should([1000, 1500, 2000].map((ms) => at(ms, fader))).eql([4, 2, 0]);
  });

  it('continues until a delayed one begins', () => {
    const fader = moved(0, 8);
    move(fader, { keys: [], to: 0, easing: 'Constant', duration: 0, delay: 1 }, START);
    should([500, 999, 1000].map((ms) => at(ms, fader))).eql([2, Math.fround(3.996), 0]);
  });

  it('begins a delayed one at the value that the first has then', () => {
    const fader = moved(0, 8);
    move(fader, { keys: [], to: 0, easing: 'Linear', duration: 1, delay: 1 }, START);
    should([500, 1000, 1500, 2000].map((ms) => at(ms, fader))).eql([2, 4, 2, 0]);
  });

  it('changes one field beside another, and a whole value ends both', () => {
    const pad = moved({ x: 0, y: 0 }, 4, { keys: ['x'] });
    move(pad, { keys: ['y'], to: 8, easing: 'Linear', duration: 2, delay: 0 }, START);
    should(at(1000, pad)).eql({ x: 2, y: 4 });
    move(pad, { keys: [], to: { x: 9, y: 9 }, easing: 'Constant', duration: 0, delay: 0 }, START + 1000);
    should(at(1500, pad)).eql({ x: 9, y: 9 });
  });

  it('removes motions that later ones override', () => {
    const pad = moved({ x: 0, y: 0 }, { x: 1, y: 1 });
    for (let turn = 0; turn < 100; turn += 1)
      move(pad, { keys: [turn % 2 ? 'x' : 'y'], to: turn, easing: 'Linear', duration: 1, delay: 0 }, START + turn);
    should(pad.motions).have.length(3);
    move(pad, { keys: [], to: { x: 5, y: 5 }, easing: 'Linear', duration: 1, delay: 0 }, START + 200);
    should(pad.motions).have.length(1);
  });
});
