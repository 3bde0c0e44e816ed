import { carriedBy, type PublicOperation, type PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { byId, element } from '../base/dom.js';
import { isFresh } from '../base/fresh.js';
import { $ } from '../base/red.js';
import { type OperationNode, paramOf } from '../base/saved.js';
import { applicable, type Settings, settingsOf } from '../base/settings.js';
import { operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import { addField, type Field } from '../fields/field.js';
import { usualType } from '../fields/input-types.js';
import { Marks } from '../fields/mark.js';
import { PresentValue } from '../fields/present-value.js';
import { addBrowse } from '../picking/browse.js';
import type { Chosen } from '../picking/chosen.js';
import type { Place } from '../picking/dialog-params.js';
import { Lookup } from '../picking/lookup.js';
import { Picker } from '../picking/picker.js';
import { isBlank, judge, judgeHub, judgeOperation } from '../validate/operation.js';
import { explain, stayNeutral } from '../validate/show-verdict.js';
import { offerFields } from './add-fields.js';
import { addSpecial } from './area-settings.js';
import { addLive } from './live-settings.js';
import { OperationSelect } from './operation-select.js';

/** What few ever set: folded away until somebody does. */
const RARE = new Set(['Interpolation', 'Duration', 'Delay', 'engineType', 'fit']);

/** The part of an area node's dialog that follows from its operation. */
class OperationDialog {
  readonly #node: OperationNode;
  readonly #select: OperationSelect;
  readonly #note = element('div', { class: 'hub-hint' });
  readonly #rows = element('div');
  readonly #settings: Settings;
  /** What is or was filled in, so that nothing is lost when somebody tries another operation. */
  readonly #filled = new Map<string, SavedParam>();
  readonly #lookup: Lookup;
  readonly #marks: Marks;
  readonly #place: Place = {
    read: (name) => this.#field(name)?.read(),
    fill: (name, entry) => this.#field(name)?.choose(entry),
  };
  #fields: Field[] = [];

  constructor(node: OperationNode, container: HTMLElement) {
    this.#node = node;
    this.#settings = settingsOf(node);
    for (const name of Object.keys(node.params ?? {})) this.#remember(name, paramOf(node.params, name));
    const hub = byId<HTMLSelectElement>('node-input-hub');
    this.#select = new OperationSelect(node, hub);
    this.#lookup = new Lookup(node, () => hub.value);
    this.#marks = new Marks(this.#lookup, this.#place);
    const select = this.#select.element;
    const label = element('label', { for: select.id }, words('editor.operation'));
    const row = element('div', { class: 'form-row' }, label, ' ', select);
    container.closest('form')?.prepend(this.#marks.banner);
    container.append(row, this.#rows);
    if (isFresh(node)) stayNeutral(container);
    explain(select, () => judgeOperation(node, select.value));
    row.append(this.#note);
    $(select).on('change', () => this.#change());
    explain(hub, () => judgeHub(hub.value));
    $(hub).on('change', () => {
      this.#select.refresh();
      this.#describe();
      this.#marks.again();
    });
    $(this.#rows).on('change keyup input', () => this.#marks.soon());
    this.#show();
  }

  /** What to save of the chosen operation: nothing that is not shown, and no blank that would not be sent. */
  saved(): Partial<OperationNode> {
    const operation = this.#operation();
    if (!operation) return {};
    const kept = this.#fields
      .map(({ parameter, read }) => ({ parameter, value: read() }))
      .filter(({ parameter, value }) => parameter.required || !isBlank(parameter, value));
    const params = Object.fromEntries(kept.map(({ parameter, value }) => [parameter.name, value]));
    return { params, ...applicable(this.#settings, operation) };
  }

  #operation(): PublicOperation | undefined {
    return operationOf({ ...this.#node, operation: this.#select.element.value });
  }

  #remember(name: string, param: SavedParam | undefined): void {
    if (param) this.#filled.set(name, param);
  }

  #change(): void {
    for (const { parameter, read } of this.#fields) this.#remember(parameter.name, read());
    if (!this.#operation()?.latest && this.#settings.delivery === 'latest') this.#settings.delivery = '';
    this.#show();
  }

  #show(): void {
    const operation = this.#operation();
    this.#fields = [];
    this.#marks.watch([], undefined);
    // Out of the form first: what loses its widget and then the focus would be judged once more.
    const old = element('div', {}, ...this.#rows.childNodes);
    $(old).empty();
    this.#describe();
    if (!operation) return;
    addBrowse(this.#rows, operation, this.#lookup, (chosen) => this.#take(operation, chosen));
    const usual = element('div');
    const more = element('details', { class: 'hub-more' }, element('summary', {}, words('editor.more')));
    this.#rows.append(usual, more);
    for (const parameter of operation.parameters) {
      const rows = RARE.has(parameter.name) ? more : usual;
      this.#fields.push(this.#addField(rows, operation, parameter));
    }
    more.hidden = more.childElementCount === 1;
    more.open = this.#fields.some(({ parameter, read }) => RARE.has(parameter.name) && read().value !== '');
    const value = this.#field(operation.latest);
    this.#marks.watch(this.#fields, value && new PresentValue(value));
    addSpecial(this.#rows, operation, this.#settings);
    addLive(this.#rows, operation, this.#settings);
  }

  #addField(rows: HTMLElement, operation: PublicOperation, parameter: PublicParameter): Field {
    const { name, names, allowed } = parameter;
    const saved = this.#filled.get(name) ?? this.#fresh(operation, name) ?? { type: usualType(allowed), value: '' };
    const field: Field = addField(rows, {
      node: this.#node,
      parameter,
      saved,
      judge: (now) => judge(this.#node, parameter, { ...this.#params(), [name]: now }),
      pick: () => {
        const wanted = { names: String(names), chosen: field.read().value, choose: field.choose };
        new Picker(field.row, this.#lookup, this.#place, wanted);
      },
    });
    offerFields(field, this.#lookup, this.#place);
    return field;
  }

  #field(name: string | undefined): Field | undefined {
    return this.#fields.find(({ parameter }) => parameter.name === name);
  }

  /** Fills in what was chosen in the tree; a literal value becomes one of the type that the hub holds. */
  #take({ parameters, latest }: PublicOperation, chosen: Chosen): void {
    for (const { name, names } of parameters) {
      const entry = names === undefined ? undefined : chosen[names];
      if (entry) this.#field(name)?.choose(entry);
    }
    const present = chosen.property?.present;
    if (present !== undefined) this.#field(latest)?.start(present);
  }

  /** What is filled in now. */
  #params(): OperationNode['params'] {
    return Object.fromEntries(this.#fields.map(({ parameter, read }) => [parameter.name, read()]));
  }

  /** What a new node takes from the message. A saved node stays as it was saved. */
  #fresh(operation: PublicOperation, name: string): SavedParam | undefined {
    const saved = operation.name === this.#node.operation && Object.keys(this.#node.params ?? {}).length > 0;
    return !saved && carriedBy(operation)?.name === name ? { type: 'msg', value: 'payload' } : undefined;
  }

  /** What choosing this operation means. */
  #describe(): void {
    const operation = this.#operation();
    const notes = operation ? [words(`hints.${operation.kind}`)] : [];
    if (operation && this.#select.isForeign(operation)) notes.push(words('hints.dialect2'));
    this.#note.textContent = notes.join(' ');
  }
}

const dialogs = new WeakMap<OperationNode, OperationDialog>();

/** Fills the dialog of an area node below its name and hub. */
export function openOperation(node: OperationNode): void {
  dialogs.set(node, new OperationDialog(node, byId('hub-operation')));
}

/** Takes over what Node-RED does not save by itself. */
export function saveOperation(node: OperationNode): void {
  const dialog = dialogs.get(node);
  if (dialog) Object.assign(node, dialog.saved());
}
