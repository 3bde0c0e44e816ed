import { numberIn } from '../../base/numbers.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import {
  CURVE_NAMES,
  clamp,
  type FaderOptions,
  faderMapping,
  positionOf,
  type Range,
} from '../../panels/mapping/fader.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import type { ListChoice } from '../../saved/panel.js';
import { byId, svgElement } from '../base/dom.js';
import { words } from '../base/words.js';
import { fillIn } from '../fields/offer-choices.js';

/** The settings of a fader that only some dialogs have. */
export interface OwnSettings {
  readonly axis?: number;
  readonly choices?: readonly ListChoice[];
}

/**
 * Returns the function from a gesture to the value that the fields of a dialog give for it, which shows its place on the
 * curve. Undefined without a gesture of a fader, and for unusable fields, which are marked.
 */
export function faderPreview(): (gesture: Gesture | undefined, settings: OwnSettings) => unknown {
  const curve = new FaderCurve(words('panel.curve'));
  return (gesture, { axis = 0, choices = [] }) => {
    const options = currentOptions(choices);
    const position = gesture && positionOf(gesture, axis, options.from);
    const faderPosition = typeof position === 'number' ? position : undefined;
    try {
      curve.draw(options, faderPosition);
      return faderPosition === undefined ? undefined : faderMapping(options)(faderPosition);
    } catch {
      return undefined;
    }
  };
}

/** The button that fills in how far the messages of the fader have reached. Returns the function that updates it. */
export function offerEnds(): (ends: LastGestureReport['ends']) => void {
  const button = byId<HTMLButtonElement>('hub-ends');
  let reached: LastGestureReport['ends'];
  button.addEventListener('click', () => {
    if (!reached) return;
    fillIn(byId('node-input-from'), String(reached.least));
    fillIn(byId('node-input-to'), String(reached.most));
  });
  return (ends) => {
    reached = ends;
    button.disabled = !ends;
  };
}

/** The fader settings in the fields. An invalid field counts as blank, because it is marked. */
function currentOptions(choices: readonly ListChoice[]): FaderOptions<ListChoice> {
  const step = numberOr('step', 0);
  const hasEnds = text('from') !== '' || text('to') !== '';
  const curve = CURVE_NAMES.find((name) => name === text('curve'));
  return {
    ...(hasEnds && { from: [numberOr('from', 0), numberOr('to', 1)] as Range }),
    to: [numberOr('low', 0), numberOr('high', 1)],
    ...(curve && { curve }),
    invert: byId('node-input-inverted').checked,
    ...(step > 0 && { step }),
    ...(choices.length > 0 && { choices }),
  };
}

const text = (field: string): string => byId(`node-input-${field}`).value.trim();

const numberOr = (field: string, fallback: number): number => numberIn(text(field)) ?? fallback;

/** The size of the picture in its own units, and the number of straight pieces in a curve. */
const WIDTH = 160;
const HEIGHT = 100;
const PIECES = 80;

/** Plots the value against the fader position, with a dot at the current position. */
class FaderCurve {
  readonly #line = svgElement('path', { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' });
  readonly #dot = svgElement('circle', { r: '5', fill: 'currentColor' });

  constructor(title: string) {
    const frame = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title };
    byId('hub-curve').append(svgElement('svg', frame, this.#line, this.#dot));
  }

  /** `position` is the fader position in the units of `from`. */
  draw(
    { from = [0, 1], to = [0, 1], curve, invert, step }: Omit<FaderOptions, 'choices'>,
    position: number | undefined,
  ): void {
    const valueAt = faderMapping({ from, to, curve, invert, step });
    const point = (fraction: number) => {
      const value = valueAt(from[0] + fraction * (from[1] - from[0]));
      const height = to[0] === to[1] ? 0 : (value - to[0]) / (to[1] - to[0]);
      return [fraction * WIDTH, (1 - height) * HEIGHT] as const;
    };
    const points = Array.from({ length: PIECES + 1 }, (_, index) => point(index / PIECES).join(' '));
    this.#line.setAttribute('d', `M${points.join('L')}`);
    this.#dot.setAttribute('visibility', position === undefined ? 'hidden' : 'visible');
    if (position === undefined) return;
    const [x, y] = point(fractionOf(position, from));
    this.#dot.setAttribute('cx', String(x));
    this.#dot.setAttribute('cy', String(y));
  }
}

const fractionOf = (position: number, [first, last]: Range): number =>
  clamp((position - first) / (last - first), [0, 1]);
