import { failedEntries, type LookEntry } from '../../looks/entries.js';
import { textOf } from '../../looks/look.js';
import { canWriteCues } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { showResult } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { firstTexts } from '../desk/more-text.js';
import { OUTCOMES } from '../journal/row-text.js';
import { SecondPress } from '../section/second-press.js';
import { differencesTable, type LookDifference } from './look-differences.js';
import { actOnLook, storedText } from './look-requests.js';
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

/** Adds looks as controls to the open flow, and as cues. */
export interface LookControls {
  /** Returns the result in words. */
  add(look: string): string;
  addCue(look: string): Promise<string>;
  /** The start of a drag. */
  drag(look: string, event: DragEvent): void;
}

/** Called after a change with the name before it, and with the new name after a rename. */
type OnChange = (name: string, to?: string) => Promise<void>;

/** One look of a node: its state and its buttons. */
export class LookCard {
  readonly #node: string;
  readonly #onChange: OnChange;
  #name: string;
  readonly #title = element('strong');
  readonly #icon = element('i', { 'aria-hidden': 'true' });
  readonly #state = element('span');
  readonly #note = element('div', { class: 'hub-side-note', role: 'status' });
  /** The result of the comparison. */
  readonly #summary = element('div', { class: 'hub-side-note', role: 'status' });
  readonly #differences = element('div', { class: 'hub-differences' });
  readonly #recall = smallButton(words('look.choices.recall'), () => this.#send('recall', resultText));
  readonly #compare = smallButton(words('look.choices.compare'), () => this.#toggleComparison());
  readonly #update = new SecondPress('sidebar.looks.update', 'sidebar.looks.updateAgain', () =>
    this.#send('update', storedText),
  );
  readonly #rename = smallButton(words('sidebar.looks.rename'), () => this.#openForm());
  readonly #addControl = smallButton(words('tree.control'), () => {});
  readonly #addCue = smallButton(words('tree.cue'), () => {});
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

  /** `node` is its id. `controls` is for users who may change flows. */
  constructor(
    node: string,
    name: string,
    { canWrite, controls }: { readonly canWrite: boolean; readonly controls: LookControls | undefined },
    onChange: OnChange,
  ) {
    this.#node = node;
    this.#name = name;
    this.#onChange = onChange;
    this.#compare.setAttribute('aria-expanded', 'false');
    const head = element(
      'div',
      { class: 'hub-side-head' },
      this.#title,
      element('span', {}, this.#icon, ' ', this.#state),
    );
    if (controls) {
      this.#addControl.addEventListener('click', () => setText(this.#note, controls.add(this.#name)));
      this.#addCue.addEventListener('click', async () => setText(this.#note, await controls.addCue(this.#name)));
      head.draggable = true;
      head.addEventListener('dragstart', (event) => controls.drag(this.#name, event));
    }
    this.#buttons.append(
      ...(canWrite ? [this.#recall, this.#compare, this.#update.element, this.#rename] : []),
      ...(controls ? [this.#addControl] : []),
      ...(controls && canWriteCues() ? [this.#addCue] : []),
      ...(canWrite ? [this.#delete.element] : []),
    );
    this.element = element(
      'li',
      { class: 'hub-side-look' },
      head,
      ...(canWrite || controls ? [this.#buttons] : []),
      ...[this.#form.element, this.#note, this.#summary, this.#differences],
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
    if (isNew && this.#isComparing) void showResult(this.#summary, () => this.#readDifferences());
  }

  /** Shows the state as unknown, and no differences. */
  forgetState(): void {
    this.#closeComparison();
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
      const entries = await actOnLook<LookEntry>(this.#node, { action, look: this.#name });
      await this.#onChange(this.#name);
      return textOf(entries);
    });
  }

  async #sendRename(to: string): Promise<string> {
    const from = this.#name;
    await actOnLook(this.#node, { action: 'rename', look: from, to });
    this.#name = to;
    this.#showName();
    this.#closeForm();
    await this.#onChange(from, to);
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
    if (this.#isComparing) this.#closeComparison();
    else {
      this.#compare.setAttribute('aria-expanded', 'true');
      void showResult(this.#summary, () => this.#readDifferences());
    }
  }

  #closeComparison(): void {
    if (!this.#isComparing) return;
    this.#compare.setAttribute('aria-expanded', 'false');
    this.#differences.replaceChildren();
    setText(this.#summary, '');
  }

  /** They are read again when the state changes. */
  async #readDifferences(): Promise<string> {
    let differences: readonly LookDifference[] = [];
    try {
      differences = await actOnLook(this.#node, { action: 'compare', look: this.#name });
    } finally {
      const table = this.#isComparing && differences.length > 0 ? differencesTable(differences) : [];
      this.#differences.replaceChildren(...table);
    }
    if (!this.#isComparing) return '';
    const result = differences.length === 0 ? 'same' : 'states.changed';
    return `${words(`sidebar.looks.${result}`, { count: differences.length })} · ${new Date().toLocaleTimeString()}`;
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
