import { failedEntries, type LookEntry } from '../../looks/entries.js';
import { textOf } from '../../looks/look.js';
import { canWriteCues } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { reasonOf, showResult } from '../base/endpoint.js';
import { canEditFlows } from '../base/red.js';
import { firstTexts, words } from '../base/words.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { OUTCOMES } from '../journal/row-text.js';
import { SecondPress } from '../section/second-press.js';
import { Comparison } from './look-differences.js';
import { actOnLook, canWriteLooks, storedText } from './look-requests.js';
import { NameForm } from './name-form.js';

export interface LookReport {
  readonly name: string;
  readonly state: 'on' | 'changed' | 'recalling' | 'unknown' | 'empty';
  /** The number of values that differ. */
  readonly differences: number;
}

const ICONS: Readonly<Record<LookReport['state'], string>> = {
  on: 'fa-check-circle',
  changed: 'fa-adjust',
  recalling: 'fa-ellipsis-h',
  unknown: 'fa-question-circle',
  empty: 'fa-circle-o',
};

/** The looks of a node. */
export interface LookCards {
  /** Id of the node. */
  readonly id: string;
  controlOf(look: string): NewControl;
  /** Adds a cue with a look. Returns the result in words. */
  addCue(look: string): Promise<string>;
  /** The start of a drag. */
  drag(control: NewControl, event: DragEvent): void;
  /** Called after a change with the name before it, and with the new name after a rename. */
  changed(name: string, to?: string): Promise<void>;
}

/** One look of a node: its state and its buttons. */
export class LookCard {
  readonly #cards: LookCards;
  #name: string;
  readonly #title = element('strong');
  readonly #icon = element('i', { 'aria-hidden': 'true' });
  readonly #state = element('span');
  readonly #note = element('div', { class: 'hub-side-note', role: 'status' });
  /** The result of the comparison. */
  readonly #summary = element('div', { class: 'hub-side-note', role: 'status' });
  readonly #differences = element('div', { class: 'hub-differences' });
  readonly #comparison = new Comparison(this.#summary, this.#differences);
  readonly #recall = smallButton(words('look.choices.recall'), () => this.#send('recall', resultText));
  readonly #compare = smallButton(words('look.choices.compare'), () => this.#toggleComparison());
  readonly #update = new SecondPress('sidebar.looks.update', 'sidebar.looks.updateAgain', () =>
    this.#send('update', storedText),
  );
  readonly #rename = smallButton(words('sidebar.looks.rename'), () => this.#openForm());
  readonly #addControl = smallButton(words('tree.control'), () =>
    setText(this.#note, addControls([this.#cards.controlOf(this.#name)])),
  );
  readonly #addCue = smallButton(words('tree.cue'), () => showResult(this.#note, () => this.#cards.addCue(this.#name)));
  readonly #delete = new SecondPress('look.choices.delete', 'sidebar.looks.deleteAgain', () =>
    this.#send('delete', () => ''),
  );
  readonly #buttons = element('div', { class: 'hub-side-look-buttons' });
  readonly #form = new NameForm(
    words('sidebar.looks.save'),
    (to) => showResult(this.#note, () => this.#sendRename(to)),
    smallButton(words('sidebar.looks.cancel'), () => this.#closeForm()),
  );
  readonly element: HTMLElement;

  constructor(cards: LookCards, name: string) {
    this.#cards = cards;
    this.#name = name;
    this.#compare.setAttribute('aria-expanded', 'false');
    const state = element('span', {}, this.#icon, ' ', this.#state);
    const head = element('div', { class: 'hub-side-head' }, this.#title, state);
    if (canEditFlows()) {
      head.draggable = true;
      head.addEventListener('dragstart', (event) => cards.drag(cards.controlOf(this.#name), event));
    }
    this.#buttons.append(
      ...(canWriteLooks() ? [this.#recall, this.#compare, this.#update.element, this.#rename] : []),
      ...(canEditFlows() ? [this.#addControl] : []),
      ...(canEditFlows() && canWriteCues() ? [this.#addCue] : []),
      ...(canWriteLooks() ? [this.#delete.element] : []),
    );
    this.element = element(
      'li',
      { class: 'hub-side-look' },
      ...[head, this.#buttons, this.#form.element, this.#note, this.#summary, this.#differences],
    );
    this.#form.element.hidden = true;
    this.#form.element.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#closeForm();
    });
    this.#showName();
  }

  draw({ state, differences }: Pick<LookReport, 'state' | 'differences'>): void {
    const text = words(`sidebar.looks.states.${state}`, { count: differences });
    const isNew = text !== this.#state.textContent;
    this.element.setAttribute('data-state', state);
    this.#icon.className = `fa ${ICONS[state]}`;
    setText(this.#state, text);
    // There is nothing to recall yet.
    this.#buttons.hidden = state === 'empty';
    if (isNew && this.#isComparing) this.#readDifferences();
  }

  /** Shows the state as unknown, and no differences. */
  forgetState(): void {
    if (this.#isComparing) this.#toggleComparison();
    this.draw({ state: 'unknown', differences: 0 });
  }

  #showName(): void {
    setText(this.#title, this.#name);
    for (const each of [this.#recall, this.#compare, this.#rename, this.#addControl, this.#addCue])
      each.setAttribute('aria-label', `${each.textContent}: ${this.#name}`);
    this.#update.name = this.#name;
    this.#delete.name = this.#name;
  }

  /** Sends a request about the look, and shows its result. */
  #send(action: 'recall' | 'update' | 'delete', textOf: (entries: readonly LookEntry[]) => string): void {
    void showResult(this.#note, async () => {
      const entries = await actOnLook<LookEntry>(this.#cards.id, { action, look: this.#name });
      await this.#cards.changed(this.#name);
      return textOf(entries);
    });
  }

  async #sendRename(to: string): Promise<string> {
    const from = this.#name;
    await actOnLook(this.#cards.id, { action: 'rename', look: from, to });
    this.#name = to;
    this.#showName();
    this.#closeForm();
    await this.#cards.changed(from, to);
    return '';
  }

  #openForm(): void {
    const { input, element: form } = this.#form;
    input.value = this.#name;
    input.setAttribute('aria-label', words('sidebar.looks.newName', { look: this.#name }));
    form.hidden = false;
    input.select();
    input.focus();
  }

  #closeForm(): void {
    this.#form.element.hidden = true;
    this.#rename.focus();
  }

  get #isComparing(): boolean {
    return this.#compare.getAttribute('aria-expanded') === 'true';
  }

  #toggleComparison(): void {
    const isOpened = !this.#isComparing;
    this.#compare.setAttribute('aria-expanded', String(isOpened));
    if (isOpened) this.#readDifferences();
    else this.#comparison.clear();
  }

  /** They are read again when the state changes. */
  #readDifferences(): void {
    const time = () => ` · ${new Date().toLocaleTimeString()}`;
    void this.#comparison.show(this.#cards.id, this.#name, reasonOf, time);
  }
}

/** Failed values in the text of a result. */
const MAX_FAILED = 10;

/** The result of a recall or a restore. */
export function resultText(entries: readonly LookEntry[]): string {
  const failed = failedEntries(entries);
  if (failed.length > 0) {
    const values = failed.map((entry) => `${textOf(entry)} (${outcomeText(entry)})`);
    return words('sidebar.looks.failed', { values: firstTexts(MAX_FAILED, values) });
  }
  if (entries.some(({ outcome }) => outcome === 'rehearsal')) return words('sidebar.looks.rehearsed');
  return words('sidebar.looks.done', { count: entries.filter(({ outcome }) => outcome === 'done').length });
}

const outcomeText = ({ outcome }: LookEntry): string =>
  words(`sidebar.${OUTCOMES.some((each) => each === outcome) ? 'journal' : 'looks'}.outcomes.${outcome}`);
