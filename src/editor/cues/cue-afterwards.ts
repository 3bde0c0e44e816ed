import type { Afterwards, Cue } from '../../cues/list.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import { type CueDialog, rowOf, SecondsField } from './cue-step.js';
import { CueSteps } from './cue-steps.js';

const CHOICES = ['wait', 'followOn', 'timeOut'] as const;
const STARTS = ['start', 'confirmed'] as const;

/** The usual times of a new follow-on and a new time out, in seconds. */
const USUAL_SECONDS = 5;

/** Gives the fields of each cue unique ids. */
let count = 0;

/** The fields of the event after a cue: wait for Go, follow on, time out. */
export class AfterwardsFields {
  readonly #does: HTMLSelectElement;
  readonly #after: SecondsField;
  readonly #from: HTMLSelectElement;
  readonly #times = element('div');
  readonly #timeOut = element('div');
  readonly #steps: CueSteps;
  readonly #saved: Cue['afterwards'];
  /** The event as the fields showed it first. It can have another order of fields than in the file. */
  readonly #openedText: string;

  /** `place` is an element of the dialog. */
  constructor(dialog: CueDialog, afterwards: Cue['afterwards'], place: HTMLElement) {
    count += 1;
    const id = (field: string) => `node-input-cue${count}-${field}`;
    this.#does = selectOf(id('afterwards'), CHOICES, 'cues.afterwards', afterwards?.does ?? 'wait');
    this.#from = selectOf(id('from'), STARTS, 'cues.edit.from', afterwards?.from ?? 'start');
    place.append(rowOf(this.#does, words('cues.edit.afterwards')), this.#times);
    const seconds = afterwards?.after ?? USUAL_SECONDS;
    this.#after = new SecondsField(this.#times, id('after'), words('cues.edit.after'), seconds);
    this.#times.append(rowOf(this.#from, words('cues.edit.countedFrom')), this.#timeOut);
    this.#timeOut.append(element('div', { class: 'hub-heading' }, words('cues.edit.timeOutSteps')));
    this.#steps = new CueSteps(dialog, afterwards?.does === 'timeOut' ? afterwards.steps : [], this.#timeOut);
    this.#does.addEventListener('change', () => this.#show());
    this.#show();
    this.#saved = afterwards;
    this.#openedText = JSON.stringify(this.#shown());
  }

  /** Undefined: the list waits for Go. */
  read(): Afterwards | undefined {
    const shown = this.#shown();
    return JSON.stringify(shown) === this.#openedText ? this.#saved : shown;
  }

  #shown(): Afterwards | undefined {
    const does = this.#does.value;
    const from = this.#from.value === 'confirmed' ? 'confirmed' : 'start';
    const times = { after: this.#after.read() ?? 0, from } as const;
    if (does === 'followOn') return { does, ...times };
    return does === 'timeOut' ? { does, ...times, steps: this.#steps.read() } : undefined;
  }

  update(): void {
    this.#steps.update();
  }

  #show(): void {
    this.#times.hidden = this.#does.value === 'wait';
    this.#timeOut.hidden = this.#does.value !== 'timeOut';
  }
}

function selectOf(id: string, choices: readonly string[], texts: string, chosen: string): HTMLSelectElement {
  const options = choices.map((value) => element('option', { value }, words(`${texts}.${value}`)));
  const select = element('select', { id, class: 'hub-choice' }, ...options);
  select.value = chosen;
  return select;
}
