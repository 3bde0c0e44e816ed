import { roundForDisplay } from '../../base/display.js';
import type { Colour } from '../../panels/lamp/state.js';
import type { PageAct } from '../../saved/page-key.js';
import { element, setChildren, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import type { PlacedControl } from './key-changes.js';
import { KeyHand } from './key-hand.js';
import { sign, signText } from './sign.js';

export interface KeyActions {
  act(id: string, act: PageAct): void;
  open(id: string): void;
}

interface OwnKeyActions extends KeyActions {
  /** The key has the focus, or the pointer is on it. */
  point(id: string): void;
}

/** The buttons of a mouse in `PointerEvent.button`. */
const FIRST = 0;
const SECOND = 2;

/** The keys of a keyboard that press a button. */
const PRESSES: readonly string[] = ['Enter', ' '];

/** One control of a surface: its text, colour and state. It is pressed and held as on the device. A right click opens its node. */
export class KeyButton {
  readonly #text = element('span', { class: 'hub-key-text' });
  readonly #state = element('span', { class: 'hub-key-state' });
  /** The place of a fader or an encoder in its range, or the progress of a fade. */
  readonly #bar = element('span', { class: 'hub-key-bar' });
  readonly #signs = element('span', { class: 'hub-key-signs' });
  readonly element = element(
    'button',
    { type: 'button', class: 'hub-key', tabindex: '-1' },
    this.#text,
    this.#state,
    this.#bar,
    this.#signs,
  );
  readonly #hand: KeyHand;

  constructor(id: string, { act, open, point }: OwnKeyActions) {
    const key = this.element;
    this.#hand = new KeyHand((does) => act(id, does));
    key.addEventListener('pointerdown', ({ button, pointerId }) => {
      if (button !== FIRST || this.#isDisabled) return;
      // The release counts also beside the key.
      key.setPointerCapture(pointerId);
      this.#hand.press();
    });
    key.addEventListener('pointerup', ({ button }) => {
      if (button === FIRST) this.#hand.end('release');
    });
    for (const event of ['pointercancel', 'lostpointercapture', 'blur'])
      key.addEventListener(event, () => this.cancel());
    // A long touch is a hold, not a menu.
    key.addEventListener('contextmenu', (event) => event.preventDefault());
    key.addEventListener('auxclick', ({ button }) => {
      if (button === SECOND) open(id);
    });
    key.addEventListener('keydown', (event) => {
      if (!PRESSES.includes(event.key)) return;
      event.preventDefault();
      if (!event.repeat && !this.#isDisabled) this.#hand.press();
    });
    key.addEventListener('keyup', (event) => {
      if (!PRESSES.includes(event.key)) return;
      event.preventDefault();
      this.#hand.end('release');
    });
    // A click of a screen reader has no hand.
    key.addEventListener('click', ({ detail, isTrusted }) => {
      if (detail !== 0 || !isTrusted || this.#isDisabled) return;
      this.#hand.press();
      this.#hand.end('release');
    });
    for (const event of ['focus', 'pointerenter']) key.addEventListener(event, () => point(id));
  }

  /** The page does not know any more when the hand leaves the key. */
  cancel(): void {
    this.#hand.end('cancel');
  }

  get #isDisabled(): boolean {
    return this.element.getAttribute('aria-disabled') === 'true';
  }

  draw(report: PlacedControl, canPress: boolean): void {
    const { kind, colour, blink, state, text, control, note, holdMs, value, isMoved } = report;
    const isKey = kind === 'button';
    const key = this.element;
    this.#hand.holdMs = holdMs;
    key.dataset.kind = kind;
    key.dataset.state = state;
    key.classList.toggle('hub-key-blinks', blink);
    key.classList.toggle('hub-key-rehearsed', note === 'rehearsal');
    key.style.background = isKey ? `rgb(${colour.join()})` : '';
    key.style.color = isKey ? textColour(colour) : '';
    key.setAttribute('aria-label', describe(report));
    key.setAttribute('aria-disabled', String(!isKey || !canPress));
    setText(this.#text, text || control);
    setText(this.#state, stateText(report));
    this.#bar.hidden = value === undefined;
    this.#bar.style.setProperty('--hub-value', `${100 * (value ?? 0)}%`);
    setChildren(this.#signs, ...(note ? [sign(note)] : []), ...(isMoved ? [sign('undeployed')] : []));
  }
}

/** The control, its text, its state or value, its last press, and whether its place is only in the editor. */
export const describe = (report: PlacedControl): string =>
  [
    ...[report.control, report.text, stateText(report)],
    report.note ? signText(report.note) : '',
    report.isMoved ? signText('undeployed') : '',
  ]
    .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
    .join(' · ');

function stateText({ kind, state, value }: PlacedControl): string {
  if (kind === 'button') return words(`status.lamp_${state}`);
  return value === undefined ? '?' : String(roundForDisplay(value));
}

/** Black or white, whichever has more contrast (WCAG 2, relative luminance). */
function textColour(colour: Colour): string {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff';
}
