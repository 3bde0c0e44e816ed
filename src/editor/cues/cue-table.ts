import { isCueNumber } from '../../base/names.js';
import { numberAtEnd, numberBetween } from '../../cues/edit-list.js';
import { type Cue, type CueList, compareNumbers, MAX_CUES, sortCues } from '../../cues/list.js';
import { element, setText, smallButton } from '../base/dom.js';
import { words } from '../base/words.js';
import type { NewNames } from '../desk/new-names.js';
import { CueRow, type CueRowActions } from './cue-row.js';
import type { CueDialog } from './cue-step.js';

const NEW_CUE: Cue = { name: '', note: '', steps: [] };

/** The cues of a list, edited in place. */
export class CueTable implements CueRowActions {
  readonly element = element('div');
  readonly #dialog: CueDialog;
  readonly #list = element('ul', { class: 'hub-table hub-cue-table', 'aria-label': words('cues.edit.cues') });
  readonly #status = element('div', { class: 'hub-reason', role: 'status' });
  /** In the order of their numbers. */
  #rows: CueRow[] = [];
  #loaded = '';

  constructor(dialog: CueDialog) {
    this.#dialog = dialog;
    const add = smallButton(words('cues.edit.addCue'), () => this.#addAtEnd());
    this.element.append(this.#list, this.#status, element('div', { class: 'hub-cue-buttons' }, add));
  }

  /** Shows a list, whose cues can have new numbers that are not saved. The table must be in the dialog. */
  load(list: CueList, newNumbers: NewNames = new Map()): void {
    const saved = new Map([...newNumbers].map(([from, to]) => [to, from]));
    for (const row of this.#rows) row.close();
    this.#rows = [...list].map(([number, cue]) => new CueRow(this.#dialog, number, cue, this));
    for (const row of this.#rows) row.saved = saved.get(row.number) ?? row.number;
    this.#list.append(...this.#rows.map((row) => row.element));
    this.#loaded = this.#text();
    setText(this.#status, '');
  }

  read(): CueList {
    return sortCues(this.#rows.map((row) => [row.number, row.read()] as const));
  }

  /** True if the cues differ from the list that was loaded. */
  get isChanged(): boolean {
    return this.#text() !== this.#loaded;
  }

  /** The new numbers of cues, by those on the disk. */
  get newNumbers(): NewNames {
    return new Map(
      this.#rows.flatMap(({ saved, number }) => (saved === undefined || saved === number ? [] : [[saved, number]])),
    );
  }

  /** Opens a cue and shows it. */
  show(number: string): void {
    const row = this.#rows.find((each) => each.number === number);
    row?.open();
    row?.element.scrollIntoView({ block: 'nearest' });
    row?.focusName();
  }

  #text = (): string => JSON.stringify([...this.read()]);

  #addAtEnd(): void {
    this.#insert(numberAtEnd(this.read()), words('cues.edit.noNumberAtEnd'));
  }

  insertAfter(row: CueRow): void {
    const after = this.#rows[this.#rows.indexOf(row) + 1];
    const number = after ? numberBetween(row.number, after.number) : numberAtEnd(this.read());
    this.#insert(number, words('cues.edit.noNumber', { before: row.number, after: after?.number }));
  }

  /** `reason` is shown if there is no number. */
  #insert(number: string | undefined, reason: string): void {
    const isFull = this.#rows.length >= MAX_CUES;
    setText(this.#status, isFull ? words('cues.edit.full', { limit: MAX_CUES }) : number === undefined ? reason : '');
    if (number === undefined || isFull) return;
    const row = new CueRow(this.#dialog, number, NEW_CUE, this);
    this.#place(row);
    row.open();
    row.element.scrollIntoView({ block: 'nearest' });
    row.focusName();
    this.#changed();
  }

  /** Puts a row in the order of the numbers. */
  #place(row: CueRow): void {
    const others = this.#rows.filter((each) => each !== row);
    const at = others.findIndex(({ number }) => compareNumbers(number, row.number) > 0);
    const index = at < 0 ? others.length : at;
    this.#list.insertBefore(row.element, others[index]?.element ?? null);
    this.#rows = [...others.slice(0, index), row, ...others.slice(index)];
  }

  renumber(row: CueRow, to: string): boolean {
    const isUsed = this.#rows.some(({ number }) => number === to);
    const fault = isUsed ? 'numberUsed' : isCueNumber(to) ? undefined : 'numberWrong';
    setText(this.#status, fault ? words(`cues.edit.${fault}`, { number: to }) : '');
    if (fault) return false;
    row.number = to;
    this.#place(row);
    row.element.scrollIntoView({ block: 'nearest' });
    return true;
  }

  remove(row: CueRow): void {
    const index = this.#rows.indexOf(row);
    this.#rows = this.#rows.filter((each) => each !== row);
    row.close();
    setText(this.#status, words('cues.edit.removed', { number: row.number }));
    (this.#rows[index] ?? this.#rows.at(-1))?.focusName();
    this.#changed();
  }

  #changed(): void {
    this.#list.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
