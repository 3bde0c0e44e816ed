import { clamp, type FaderOptions, faderMapping, type Range } from '../../panels/mapping/fader.js';
import { byId } from '../base/dom.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The size of the picture in its own units, and the number of straight pieces in a curve. */
const WIDTH = 160;
const HEIGHT = 100;
const PIECES = 80;

/** Plots the value against the fader position, with a dot at the current position. */
export class PanelCurve {
  readonly #line = svgElement('path', { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' });
  readonly #dot = svgElement('circle', { r: '5', fill: 'currentColor' });

  constructor(title: string) {
    const picture = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title });
    picture.append(this.#line, this.#dot);
    byId('hub-curve').append(picture);
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

function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const created = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  return created as SVGElement;
}
