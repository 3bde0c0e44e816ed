import { roundForDisplay } from '../../base/display.js';
import type { Colour } from '../../panels/lamp/state.js';
import type { ControlReport, PageAct } from '../../saved/page-key.js';
import { element, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import { KeyHand } from './key-hand.js';

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
  readonly #value = element('span', { class: 'hub-key-value' });
  readonly #note = element('span', { class: 'hub-key-note' });
  readonly element = element(
    'button',
    { type: 'button', class: 'hub-key', tabindex: '-1' },
    this.#text,
    this.#value,
    this.#note,
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

  draw(report: ControlReport, canPress: boolean): void {
    const { kind, colour, blink, state, text, control, note, holdMs } = report;
    const isKey = kind === 'button';
    const key = this.element;
    this.#hand.holdMs = holdMs;
    key.dataset.kind = kind;
    key.dataset.state = state;
    key.classList.toggle('hub-key-blinks', blink);
    key.style.background = isKey ? `rgb(${colour.join()})` : '';
    key.style.color = isKey ? textColour(colour) : '';
    key.setAttribute('aria-label', describe(report));
    key.setAttribute('aria-disabled', String(!isKey || !canPress));
    setText(this.#text, text || control);
    setText(this.#value, isKey ? '' : valueText(report));
    setText(this.#note, note ? noteText(note) : '');
  }
}

const NOTES = {
  waiting: 'status.sending',
  armed: 'status.lamp_armed',
  rehearsal: 'status.rehearsal_none',
  failed: 'status.lamp_failed',
} as const;

const noteText = (note: keyof typeof NOTES): string => words(NOTES[note]);

/** The control, its text, its state or value, and its last press. */
export const describe = (report: ControlReport): string =>
  [
    ...[report.control, report.text],
    report.kind === 'button' ? words(`status.lamp_${report.state}`) : valueText(report),
    report.note ? noteText(report.note) : '',
  ]
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
