import { MAX_STEPS, type Step } from '../../cues/list.js';
import { element, smallButton } from '../base/dom.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { type CueDialog, NEW_STEPS, StepFields } from './cue-step.js';

/** A list of steps, with buttons that add more. */
export class CueSteps {
  readonly element = element('div', { class: 'hub-cue-steps' });
  readonly #dialog: CueDialog;
  readonly #list = element('div');
  readonly #buttons: HTMLElement;
  #steps: StepFields[] = [];

  /** `place` is an element of the dialog. */
  constructor(dialog: CueDialog, steps: readonly Step[], place: HTMLElement) {
    this.#dialog = dialog;
    const buttons = NEW_STEPS.map((step) =>
      smallButton(words(`cues.edit.add.${step.does}`), () => this.#add(step).open(), { 'data-add': step.does }),
    );
    this.#buttons = element('div', { class: 'hub-cue-buttons' }, ...buttons);
    this.element.append(this.#list, this.#buttons);
    place.append(this.element);
    for (const step of steps) this.#add(step);
  }

  read(): readonly Step[] {
    return this.#steps.map((step) => step.read());
  }

  update(): void {
    for (const step of this.#steps) step.update();
  }

  #add(step: Step): StepFields {
    const fields = new StepFields(this.#dialog, step, this.#list, (removed) => this.#remove(removed));
    this.#steps.push(fields);
    this.#changed();
    return fields;
  }

  #remove(removed: StepFields): void {
    this.#steps = this.#steps.filter((step) => step !== removed);
    // Leaves the form first: a field that loses its widget and then the focus would be judged again.
    removed.element.remove();
    $(removed.element).empty();
    this.#changed();
    this.#buttons.querySelector('button')?.focus();
  }

  #changed(): void {
    this.#buttons.hidden = this.#steps.length >= MAX_STEPS;
    this.element.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
