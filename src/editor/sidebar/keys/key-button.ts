import { roundForDisplay } from '../../../base/display.js';
import type { Colour } from '../../../panels/lamp/state.js';
import { element, setText } from '../../base/dom.js';
import { words } from '../../base/words.js';
import type { ControlReport } from './surface-page.js';

/** A second click within this time opens the node, and the key is not pressed. In ms. */
const DOUBLE_CLICK_MS = 300;

interface KeyActions {
  press(id: string): void;
  open(id: string): void;
  /** The key has the focus, or the pointer is on it. */
  point(id: string): void;
}

/** One control of a surface: its text, colour and state. A click presses a key, a double click opens its node. */
export class KeyButton {
  readonly #text = element('span', { class: 'hub-key-text' });
  readonly #value = element('span', { class: 'hub-key-value' });
  readonly element = element('button', { type: 'button', class: 'hub-key', tabindex: '-1' }, this.#text, this.#value);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, { press, open, point }: KeyActions) {
    this.element.addEventListener('click', ({ detail }) => {
      clearTimeout(this.#timer);
      if (this.element.getAttribute('aria-disabled') === 'true') return;
      // A keyboard has no double click.
      if (detail === 0) press(id);
      else if (detail === 1) this.#timer = setTimeout(() => press(id), DOUBLE_CLICK_MS);
    });
    this.element.addEventListener('dblclick', () => {
      this.cancel();
      open(id);
    });
    for (const event of ['focus', 'pointerenter']) this.element.addEventListener(event, () => point(id));
  }

  /** Forgets a click that has not pressed the key yet. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  draw(report: ControlReport, canPress: boolean): void {
    const { kind, colour, blink, state, text, control } = report;
    const isKey = kind === 'button';
    const key = this.element;
    key.dataset.kind = kind;
    key.dataset.state = state;
    key.classList.toggle('hub-key-blinks', blink);
    key.style.background = isKey ? `rgb(${colour.join()})` : '';
    key.style.color = isKey ? textColour(colour) : '';
    key.setAttribute('aria-label', describe(report));
    key.setAttribute('aria-disabled', String(!isKey || !canPress));
    setText(this.#text, text || control);
    setText(this.#value, isKey ? '' : valueText(report));
  }
}

/** The control, its text, and its state or value. */
export const describe = (report: ControlReport): string =>
  [report.control, report.text, report.kind === 'button' ? words(`status.lamp_${report.state}`) : valueText(report)]
    .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
    .join(' · ');

const valueText = ({ value }: ControlReport): string => (value === undefined ? '?' : String(roundForDisplay(value)));

/** Black or white, whichever has more contrast (WCAG 2, relative luminance). */
function textColour(colour: Colour): string {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
