import type { PublicOperation } from '../hub/shape.js';
import { byId, element } from './dom.js';
import { addField, type Field } from './field.js';
import { usualType, withSaved } from './input-types.js';
import { addLive, type LiveSettings } from './live.js';
import { isBlank, judgeHub, judgeOperation } from './reasons.js';
import { $, red } from './red.js';
import { type HubConfig, type OperationNode, paramOf, type SavedParam } from './saved.js';
import { carriedBy, operationOf, operationsOf } from './table.js';
import { explain } from './verdict.js';
import { operationLabel, words } from './words.js';

/** The part of an area node's dialog that follows from its operation. */
class OperationDialog {
  readonly #node: OperationNode;
  readonly #hub = byId<HTMLSelectElement>('node-input-hub');
  readonly #select = element('select', { id: 'node-input-operation' });
  readonly #note = element('div', { class: 'hub-hint' });
  readonly #rows = element('div');
  readonly #settings: LiveSettings;
  /** What is or was filled in, so that nothing is lost when somebody tries another operation. */
  readonly #filled = new Map<string, SavedParam>();
  #fields: Field[] = [];

  constructor(node: OperationNode, container: HTMLElement) {
    this.#node = node;
    const { delivery, expiry, timeout } = node;
    this.#settings = { delivery, expiry, timeout };
    for (const name of Object.keys(node.params ?? {})) this.#remember(name, paramOf(node.params, name));
    this.#select.style.width = '70%';
    this.#fillSelect();
    const label = element('label', { for: this.#select.id }, words('editor.operation'));
    const row = element('div', { class: 'form-row' }, label, ' ', this.#select);
    container.append(row, this.#rows);
    explain(this.#select, () => judgeOperation(node, this.#select.value));
    row.append(this.#note);
    $(this.#select).on('change', () => this.#change());
    explain(this.#hub, () => judgeHub(this.#hub.value));
    $(this.#hub).on('change', () => this.#describe());
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
    return { params, ...this.#settings, ...(operation.kind === 'read' && { delivery: '', expiry: '' }) };
  }

  #fillSelect(): void {
    const offered = operationsOf(this.#node).map((operation) => ({ value: operation.name, label: marked(operation) }));
    const saved = this.#node.operation;
    for (const { value, label } of withSaved(offered, saved)) this.#select.append(element('option', { value }, label));
    if (saved) this.#select.value = saved;
  }

  #operation(): PublicOperation | undefined {
    return operationOf({ ...this.#node, operation: this.#select.value });
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
    $(this.#rows).empty();
    this.#describe();
    this.#fields = (operation?.parameters ?? []).map((parameter) => {
      const param = this.#filled.get(parameter.name) ?? this.#fresh(operation as PublicOperation, parameter.name);
      return addField(this.#rows, parameter, param ?? { type: usualType(parameter.allowed), value: '' });
    });
    if (operation) addLive(this.#rows, operation, this.#settings);
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
    if (operation && !operation.dialects.includes(1) && this.#hubDialect() === '1') notes.push(words('hints.dialect2'));
    this.#note.textContent = notes.join(' ');
  }

  #hubDialect(): string {
    const hub = red.nodes.node(this.#hub.value) as HubConfig | null | undefined;
    return String(hub?.dialect ?? '');
  }
}

const marked = (operation: PublicOperation): string =>
  operation.dialects.includes(1)
    ? operationLabel(operation)
    : words('editor.needsDialect', { operation: operationLabel(operation) });

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
