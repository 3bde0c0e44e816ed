import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import { fillIn } from '../fields/offer-choices.js';
import { type ChosenControl, explainControl, hasGesture, type ReportWithGesture } from './panel-sentence.js';

/** The inputs that Learn fills in, besides *Each message is a press*. */
export interface LearnedInputs {
  /** Not set if the surface has one source: only its gestures are learned. */
  readonly source?: HTMLInputElement;
  readonly control: HTMLInputElement;
  readonly kind: HTMLInputElement;
}

/** A slow device sends the controllers of a parameter (NRPN) within this time, in ms. */
const PARAMETER_MS = 2000;

/** The controllers of a parameter. */
const PART = /^cc (\d+\/)?(?:6|38|9[6-9])$/;

/** Learns the next control that moves, then stops. The fields can be restored. */
export class PanelLearn {
  readonly #button = byId<HTMLButtonElement>('hub-learn');
  readonly #undoButton = byId<HTMLButtonElement>('hub-undo');
  readonly #result = byId('hub-learned');
  readonly #inputs: LearnedInputs;
  readonly #eachPress = new PanelEachPress();
  readonly #chosen: () => ChosenControl;
  /** The number of messages at the start of learning. Undefined if it is off. */
  #startCount: number | undefined;
  #count: number | undefined;
  /** Set after a control was learned. */
  #restore: (() => void) | undefined;
  /** The channel of a learned controller that may be part of a parameter. */
  #part: { readonly channel: string; readonly at: number } | undefined;

  constructor(inputs: LearnedInputs, chosen: () => ChosenControl) {
    this.#inputs = inputs;
    this.#chosen = chosen;
    this.#button.addEventListener('click', () =>
      this.#setStart(this.#startCount === undefined ? this.#count : undefined),
    );
    // Until the first report, it is unknown whether the node is deployed.
    this.#button.disabled = true;
    this.#undoButton.addEventListener('click', () => this.#undo());
    this.#setStart(undefined);
  }

  /** `report` is undefined if the node is not deployed. `askedAt` is the time of its request. */
  update(report: LastGestureReport | undefined, askedAt: number): void {
    this.#follow(report, askedAt);
    this.#eachPress.update(report, askedAt);
  }

  #follow(report: LastGestureReport | undefined, askedAt: number): void {
    this.#count = report?.count;
    this.#button.disabled = !report;
    if (!report || !hasGesture(report)) return;
    if (this.#isParameter(report.gesture, askedAt)) {
      this.#restore?.();
      this.#learn(report);
    }
    if (this.#startCount === undefined) return;
    // A deploy resets the count.
    if (report.count < this.#startCount) this.#startCount = report.count;
    if (report.count === this.#startCount || !this.#canLearn(report.gesture)) return;
    this.#setStart(undefined);
    this.#learn(report);
  }

  #canLearn = ({ source }: Gesture): boolean =>
    this.#inputs.source !== undefined || ['', source].includes(this.#chosen().source);

  #learn(report: ReportWithGesture): void {
    const { source, control } = report.gesture;
    const [, channel = ''] = PART.exec(control) ?? [];
    this.#part = source === 'midi' && PART.test(control) ? { channel, at: performance.now() } : undefined;
    this.#restore = this.#fill(report.gesture);
    this.#undoButton.hidden = false;
    setText(this.#result, words('panel.learned', { control: explainControl(report, this.#chosen()) }));
  }

  /** Only the user knows that a controller is an encoder, so this kind stays. Returns a function that restores the fields. */
  #fill(gesture: Gesture): () => void {
    const { source, control, kind } = this.#inputs;
    const inputs = source ? [source, control, kind] : [control, kind];
    const before = inputs.map((input) => [input, input.value] as const);
    if (source) fillIn(source, gesture.source);
    fillIn(control, gesture.control);
    const learned = gesture.kind === 'pad' ? 'fader' : gesture.kind;
    if (learned !== 'fader' || kind.value === 'button') fillIn(kind, learned);
    const restoreEachPress = this.#eachPress.learn(gesture);
    return () => {
      restoreEachPress();
      for (const [input, value] of before) fillIn(input, value);
    };
  }

  /** True if the controller that was learned a moment ago is part of the parameter of this gesture. */
  #isParameter({ source, control }: Gesture, askedAt: number): boolean {
    if (!this.#part || askedAt - this.#part.at > PARAMETER_MS) return false;
    return source === 'midi' && control.startsWith(`nrpn ${this.#part.channel}`);
  }

  #undo(): void {
    this.#restore?.();
    this.#restore = undefined;
    this.#part = undefined;
    // A hidden button would lose the focus.
    this.#button.focus();
    this.#undoButton.hidden = true;
    setText(this.#result, words('panel.undone'));
  }

  #setStart(startCount: number | undefined): void {
    this.#startCount = startCount;
    this.#button.textContent = words(startCount === undefined ? 'panel.learn' : 'panel.learning');
    this.#button.setAttribute('aria-pressed', String(startCount !== undefined));
  }
}

/** A hand that presses a button to learn it releases it within this time, in ms. */
const RELEASE_MS = 3000;

/** Sets *Each message is a press* for a learned control that sends no release, and suggests it for all others. */
class PanelEachPress {
  readonly #field = byId<HTMLInputElement>('node-input-eachPress');
  readonly #hint = byId('hub-no-release');
  /** The learned press, until its release. */
  #learned: { readonly press: Gesture; readonly at: number } | undefined;

  constructor() {
    this.#hint.textContent = words('panel.hints.noRelease');
  }

  /** Returns a function that restores the field. */
  learn(gesture: Gesture): () => void {
    const { checked } = this.#field;
    const isButton = byId('node-input-kind').value === 'button';
    const mayRelease = isButton && gesture.pressed && !gesture.momentary && !gesture.event;
    this.#learned = mayRelease ? { press: gesture, at: performance.now() } : undefined;
    return () => {
      this.#learned = undefined;
      this.#field.checked = checked;
    };
  }

  /** `report` is undefined if the node is not deployed. `askedAt` is the time of its request. */
  update(report: LastGestureReport | undefined, askedAt: number): void {
    this.#hint.hidden = !report?.noRelease || this.#field.checked;
    if (!this.#learned) return;
    const { press, at } = this.#learned;
    const last = report?.gesture;
    const isSame = last?.control === press.control && last.source === press.source;
    // Without a deployed node, or if another control moves, a release may be missed.
    const isOver = !isSame || !last.pressed;
    if (!isOver && !report?.noRelease && askedAt - at < RELEASE_MS) return;
    this.#learned = undefined;
    if (!isOver) this.#field.checked = true;
  }
}
