import { type Afterwards, type Cue, MAX_TEXT } from '../../cues/list.js';
import { element, iconButton } from '../base/dom.js';
import { $ } from '../base/red.js';
import { firstTexts, words } from '../base/words.js';
import { AfterwardsFields } from './cue-afterwards.js';
import { type CueDialog, stepFaults, stepText } from './cue-step.js';
import { CueSteps } from './cue-steps.js';

/** The changes of a table that the buttons and the number of a row cause. */
export interface CueRowActions {
  /** Returns false if the row stays at its number. */
  renumber(row: CueRow, number: string): boolean;
  insertAfter(row: CueRow): void;
  remove(row: CueRow): void;
}

/** The most steps in the text of a row. */
const MAX_SHOWN = 3;

/** A cue in the table. Its steps are created when it is first opened. */
export class CueRow {
  readonly element: HTMLLIElement;
  /** The number on the disk. Undefined for a new cue. */
  saved: string | undefined;
  readonly #dialog: CueDialog;
  readonly #cue: Cue;
  #number: string;
  readonly #numberInput: HTMLInputElement;
  readonly #name: HTMLInputElement;
  readonly #note: HTMLInputElement;
  readonly #text = element('span');
  readonly #faults = element('div', { class: 'hub-reason' });
  readonly #fields = element('div', { class: 'hub-cue-fields' });
  readonly #details: HTMLDetailsElement;
  #steps: CueSteps | undefined;
  #afterwards: AfterwardsFields | undefined;

  constructor(dialog: CueDialog, number: string, cue: Cue, actions: CueRowActions) {
    this.#dialog = dialog;
    this.#cue = cue;
    this.#number = number;
    this.#numberInput = textInput('number', words('cues.edit.number'), number);
    this.#name = textInput('name', words('editor.name'), cue.name);
    this.#note = textInput('note', words('cues.edit.note'), cue.note);
    const insert = iconButton('fa-plus', () => actions.insertAfter(this), labelled('cues.edit.insert'));
    const remove = iconButton('fa-remove', () => actions.remove(this), labelled('cues.edit.remove'));
    this.#details = element('details', {}, element('summary', {}, this.#text), this.#fields);
    const inputs = [this.#numberInput, this.#name, this.#note, insert, remove];
    this.element = element('li', { class: 'hub-cue-row' }, ...inputs, this.#faults, this.#details);
    this.#numberInput.addEventListener('change', () => {
      const wanted = this.#numberInput.value.trim();
      if (wanted === this.#number || !actions.renumber(this, wanted)) this.#numberInput.value = this.#number;
    });
    this.#details.addEventListener('toggle', () => this.#create());
    this.element.addEventListener('change', () => this.update());
    this.element.addEventListener('input', () => this.update());
    this.#label();
    this.update();
  }

  get number(): string {
    return this.#number;
  }

  set number(number: string) {
    this.#number = number;
    this.#numberInput.value = number;
    this.#label();
  }

  read(): Cue {
    const { steps, afterwards } = this.#cue;
    const after = this.#afterwards ? this.#afterwards.read() : afterwards;
    return {
      ...{ name: this.#name.value, note: this.#note.value, steps: this.#steps?.read() ?? steps },
      ...(after && { afterwards: after }),
    };
  }

  /** Shows the steps at once. The row must be in the dialog. */
  open(): void {
    this.#details.open = true;
    this.#create();
  }

  focusName(): void {
    this.#name.focus();
  }

  /** Updates the text of the steps, and the mark of a cue that would fail. */
  update(): void {
    this.#steps?.update();
    this.#afterwards?.update();
    const { steps, afterwards } = this.read();
    const texts = steps.map((step) => stepText(this.#dialog, step));
    const does = firstTexts(MAX_SHOWN, texts) || words('cues.edit.noSteps');
    this.#text.textContent = [does, ...(afterwards ? [afterwardsText(afterwards)] : [])].join(' · ');
    const later = afterwards?.does === 'timeOut' ? afterwards.steps : [];
    const [fault = ''] = [...steps, ...later].flatMap((step) => stepFaults(this.#dialog, step));
    this.element.classList.toggle('hub-wrong', fault !== '');
    // Open fields show their own faults.
    this.#faults.textContent = this.#details.open ? '' : fault;
  }

  /** Takes the row out of the dialog. */
  close(): void {
    // Leaves the form first: a field that loses its widget and then the focus would be judged again.
    this.element.remove();
    $(this.element).empty();
  }

  #label(): void {
    for (const part of this.element.querySelectorAll<HTMLElement>(':scope > [data-label]'))
      part.setAttribute('aria-label', `${part.dataset.label}: ${this.#number}`);
  }

  #create(): void {
    if (this.#details.open && !this.#steps) {
      const { steps, afterwards } = this.#cue;
      this.#steps = new CueSteps(this.#dialog, steps, this.#fields);
      this.#afterwards = new AfterwardsFields(this.#dialog, afterwards, this.#fields);
    }
    this.update();
  }
}

const afterwardsText = ({ does, after }: Afterwards): string =>
  words(`cues.edit.afterwardsText.${does}`, { seconds: after });

function textInput(name: string, label: string, value: string): HTMLInputElement {
  const input = element('input', { type: 'text', class: `hub-cue-${name}`, placeholder: label, 'data-label': label });
  input.maxLength = MAX_TEXT;
  input.value = value;
  return input;
}

/** The number of the cue follows in the label. */
const labelled = (label: string) => ({ 'data-label': words(label), title: words(label) });
