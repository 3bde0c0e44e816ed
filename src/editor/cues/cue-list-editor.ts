import { isListName } from '../../base/names.js';
import { type CuesNode, canWriteCues, importCues, listNameOf, readCues, type StoredCues } from '../base/cue-lists.js';
import { byId, download, element, fileChooser, setText, smallButton } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { words } from '../base/words.js';
import type { NewNames } from '../desk/new-names.js';
import { CueCheck } from './cue-check.js';
import { draftOf, dropDraft, saveList } from './cue-drafts.js';
import { CueTable } from './cue-table.js';

/** The cues in the dialog of a node: the table, and the buttons for its file. */
export class CueListEditor {
  readonly #node: CuesNode;
  readonly #listInput: HTMLInputElement;
  readonly #table: CueTable;
  /** Changes that were not saved before, with the choices for them. */
  readonly #draft = element('div', { class: 'hub-banner', role: 'status' });
  readonly #note = element('div', { class: 'hub-hint', role: 'status' });
  readonly #box: HTMLElement;
  /** The list of the table. Undefined until it was read. */
  #stored: StoredCues | undefined;
  /** True if the table has changes that were not saved before. */
  #isDraft = false;
  /** Only the answer to the newest request counts. */
  #requests = 0;

  /** `box` is an empty element of the dialog. */
  constructor(node: CuesNode, box: HTMLElement, listInput: HTMLInputElement) {
    this.#node = node;
    this.#box = box;
    this.#listInput = listInput;
    this.#table = new CueTable({ node, hub: byId<HTMLSelectElement>('node-input-hub') });
    // The list would replace cues that were added before it was read.
    this.#table.element.hidden = true;
    const isSaved = () => !this.#hasChanges;
    const check = new CueCheck(node.id, isSaved, (number) => this.#table.show(number));
    const forbidden = canWriteCues() ? '' : words('sidebar.forbidden', { permission: 'hub-cues.write' });
    const choose = fileChooser((file) => void this.#import(file));
    const buttons = [
      check.button,
      smallButton(words('look.export'), () => this.#export(), { id: 'hub-cues-export' }),
      smallButton(words('look.import'), choose, { id: 'hub-cues-import' }),
    ];
    box.append(
      this.#draft,
      element('div', { class: 'hub-hint' }, forbidden || words('cues.edit.savedWithDone')),
      this.#table.element,
      element('div', { class: 'hub-cue-buttons' }, ...buttons),
      element('div', { class: 'hub-hint' }, words('cues.edit.fileHint')),
      ...[this.#note, check.element],
    );
    listInput.addEventListener('change', () => void this.#load());
    void this.#load();
  }

  /** Saves the changes of the table. */
  save(): void {
    const list = this.#list;
    if (!this.#stored || list === undefined || !this.#hasChanges || !canWriteCues()) return;
    const { revision } = this.#stored;
    const [cues, newNumbers] = [this.#table.read(), this.#table.newNumbers];
    saveList(this.#node.id, list, { cues, revision, newNumbers, reason: '' });
  }

  get #hasChanges(): boolean {
    return this.#stored !== undefined && (this.#isDraft || this.#table.isChanged);
  }

  /** Undefined if the name is not valid, or comes from the environment. */
  get #list(): string | undefined {
    const list = listNameOf({ id: this.#node.id, list: this.#listInput.value });
    return isListName(list) ? list : undefined;
  }

  /** Shows the list of the name in the dialog. Changes of the table stay for an empty list. */
  async #load(): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const list = this.#list;
    if (list === undefined) return setText(this.#note, words('cues.edit.noListName'));
    setText(this.#note, words('pick.loading'));
    try {
      const draft = await draftOf(list);
      const stored = await readCues(list);
      if (request !== this.#requests || !this.#box.isConnected) return;
      setText(this.#note, '');
      if (this.#hasChanges && !draft) {
        if (stored.cues.size === 0) this.#stored = stored;
        else setText(this.#note, words('cues.edit.listExists', { list }));
        return;
      }
      this.#show({ ...stored, ...draft }, draft?.newNumbers);
      this.#isDraft = draft !== undefined;
      if (draft) this.#showDraft(list, draft.reason, stored);
    } catch (error) {
      if (request === this.#requests) setText(this.#note, reasonOf(error));
    }
  }

  #show(stored: StoredCues, newNumbers?: NewNames): void {
    this.#stored = stored;
    this.#isDraft = false;
    this.#draft.replaceChildren();
    this.#table.load(stored.cues, newNumbers);
    this.#table.element.hidden = false;
  }

  #showDraft(list: string, reason: string, present: StoredCues): void {
    const text = element('div', {}, words('cues.edit.draft', { reason }));
    const replace = smallButton(words('cues.edit.keepMine'), () => {
      this.#stored = present;
      this.#draft.replaceChildren();
      setText(this.#note, words('cues.edit.keptMine'));
    });
    const drop = smallButton(words('cues.edit.takeSaved'), () => {
      dropDraft(list);
      this.#show(present);
    });
    this.#draft.replaceChildren(text, element('div', { class: 'hub-cue-buttons' }, replace, drop));
  }

  #export(): void {
    if (this.#hasChanges) setText(this.#note, words('cues.edit.saveFirst'));
    else if (this.#stored && this.#list) download(`${this.#list}.json`, this.#stored.text, 'application/json');
  }

  /** Replaces the list at once, so changes of the table must be saved before. */
  async #import(file: File): Promise<void> {
    const list = this.#list;
    if (!this.#stored || list === undefined) return;
    if (this.#hasChanges) return setText(this.#note, words('cues.edit.saveFirst'));
    try {
      const stored = await importCues(list, this.#stored.revision, await file.text());
      if (!this.#box.isConnected) return;
      this.#show(stored);
      const result = stored.isChanged ? 'importChanged' : 'imported';
      setText(this.#note, words(`cues.edit.${result}`, { count: stored.cues.size }));
    } catch (error) {
      setText(this.#note, reasonOf(error));
    }
  }
}
