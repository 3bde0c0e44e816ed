import { failedEntries, type LookEntry } from '../../looks/entries.js';
import { MAX_LOOK_NAME, textOf } from '../../looks/look.js';
import { canWriteCues } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { askEndpoint, showResult } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { OUTCOMES } from '../journal/row-text.js';
import { SecondPress } from '../section/second-press.js';
import { differencesTable, type LookDifference, moreText } from './look-differences.js';

export interface LookReport {
  readonly name: string;
  readonly state: 'on' | 'changed' | 'recalling' | 'unknown' | 'empty';
  /** The number of values that differ. */
  readonly differences: number;
}

interface LookRequest {
  readonly action: 'recall' | 'store' | 'update' | 'compare' | 'restore' | 'rename' | 'delete';
  readonly look?: string;
  /** The new name. */
  readonly to?: string;
}

/** The values of a look, with their outcomes after a recall, or its differences. Blank for a rename or a delete. Throws a `RequestError`. */
export async function actOnLook<Entry>(id: string, request: LookRequest): Promise<readonly Entry[]> {
  const options = { area: 'hub-look', isRead: request.action === 'compare' } as const;
  return (await askEndpoint<{ readonly entries: readonly Entry[] }>(['looks', id], request, options)).entries;
}

/** Stores the present values as a new look, or updates a look. Returns the result in words. */
export async function storeLook(id: string, action: 'store' | 'update', look: string): Promise<string> {
  const values = await actOnLook(id, { action, look });
  return words('sidebar.looks.stored', { count: values.length });
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
  readonly #recall = smallButton(words('look.choices.recall'), () => showResult(this.#note, () => this.#sendRecall()));
  readonly #compare = smallButton(words('look.choices.compare'), () => this.#toggleComparison());
  readonly #update = new SecondPress('sidebar.looks.update', 'sidebar.looks.updateAgain', () =>
    showResult(this.#note, () => this.#sendUpdate()),
  );
  readonly #rename = smallButton(words('sidebar.looks.rename'), () => this.#form.open(this.#name));
  readonly #addControl = smallButton(words('tree.control'), () => {});
  readonly #addCue = smallButton(words('tree.cue'), () => {});
  readonly #delete = new SecondPress('look.choices.delete', 'sidebar.looks.deleteAgain', () =>
    showResult(this.#note, () => this.#sendDelete()),
  );
  readonly #buttons = element('div', { class: 'hub-side-look-buttons' });
  readonly #form = new RenameForm(
    (to) => showResult(this.#note, () => this.#sendRename(to)),
    () => this.#rename.focus(),
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

  async #sendRecall(): Promise<string> {
    const entries = await actOnLook<LookEntry>(this.#node, { action: 'recall', look: this.#name });
    await this.#onChange(this.#name);
    return resultText(entries);
  }

  async #sendUpdate(): Promise<string> {
    const stored = await storeLook(this.#node, 'update', this.#name);
    await this.#onChange(this.#name);
    return stored;
  }

  async #sendDelete(): Promise<string> {
    await actOnLook(this.#node, { action: 'delete', look: this.#name });
    await this.#onChange(this.#name);
    return '';
  }

  async #sendRename(to: string): Promise<string> {
    const from = this.#name;
    await actOnLook(this.#node, { action: 'rename', look: from, to });
    this.#name = to;
    this.#showName();
    this.#form.close();
    await this.#onChange(from, to);
    return '';
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
    const values = failed.slice(0, MAX_FAILED).map((entry) => `${textOf(entry)} (${outcomeText(entry)})`);
    return words('sidebar.looks.failed', { values: [...values, ...moreText(failed.length - MAX_FAILED)].join(', ') });
  }
  if (entries.some(({ outcome }) => outcome === 'rehearsal')) return words('sidebar.looks.rehearsed');
  return words('sidebar.looks.done', { count: entries.filter(({ outcome }) => outcome === 'done').length });
}

const outcomeText = ({ outcome }: LookEntry): string =>
  words(`sidebar.${OUTCOMES.some((each) => each === outcome) ? 'journal' : 'looks'}.outcomes.${outcome}`);

/** The field for a new name. Enter saves it, Escape closes the field. */
class RenameForm {
  readonly #input = element('input', { type: 'text', maxlength: String(MAX_LOOK_NAME) });
  readonly element: HTMLFormElement;
  readonly #focusOpener: () => void;

  /** `save` gets the new name. `focusOpener` moves the focus to the button that opens the form. */
  constructor(save: (name: string) => void, focusOpener: () => void) {
    this.#focusOpener = focusOpener;
    const cancel = smallButton(words('sidebar.looks.cancel'), () => this.close());
    const buttons = [smallButton(words('sidebar.looks.save'), () => {}, { type: 'submit' }), cancel];
    this.element = element('form', { class: 'hub-side-rename', hidden: '' }, this.#input, ...buttons);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      save(this.#input.value);
    });
    this.element.addEventListener('keydown', (event) => {
      // The editor has its own shortcuts.
      event.stopPropagation();
      if (event.key === 'Escape') this.close();
    });
  }

  open(name: string): void {
    this.#input.value = name;
    this.#input.setAttribute('aria-label', words('sidebar.looks.newName', { look: name }));
    this.element.hidden = false;
    this.#input.select();
    this.#input.focus();
  }

  close(): void {
    this.element.hidden = true;
    this.#focusOpener();
  }
}
