import { hasParts, keepEqual } from '../../base/values.js';
import { messageParameter, type PublicOperation } from '../../hub/table/public-table.js';
import { stepLockout } from '../../saved/operation.js';
import type { SavedParam } from '../../saved/param.js';
import { afterClick } from '../base/after-click.js';
import type { NodeChange } from '../base/change-nodes.js';
import { element, formRow } from '../base/dom.js';
import { dialectOf, lacksOperation } from '../base/hubs.js';
import { isNeverEdited } from '../base/never-edited.js';
import {
  applicableSettings,
  type HubConfig,
  type NodeSettings,
  nodeSettingsOf,
  type OperationNode,
  paramOf,
} from '../base/node-types.js';
import { $, red } from '../base/red.js';
import { isOfAllAreas, operationOf, operationsForNode } from '../base/table.js';
import { operationLabel, words } from '../base/words.js';
import { defaultType, includeSaved } from '../fields/input-types.js';
import { ParamFields } from '../fields/param-fields.js';
import { addEngineTree } from '../picking/engine-tree.js';
import type { SelectedPath } from '../picking/selected-path.js';
import { judgeOperation } from '../validate/judge.js';
import { isBlank } from '../validate/judge-params.js';
import { showVerdict } from '../validate/show-verdict.js';
import { addAreaSettings, addLiveSettings } from './operation-settings.js';

/** Rarely used parameters. Folded unless they have a value. */
const ADVANCED = new Set(['Interpolation', 'Duration', 'Delay', 'engineType', 'fit']);

/** The place of an operation in a dialog. */
interface Place {
  /** An empty element of the dialog. */
  readonly container: HTMLElement;
  readonly hub: HTMLSelectElement;
  /** Separates the ids of several operations in one dialog. Blank: the only one, or the first one. */
  readonly prefix?: string;
  /** The parameter that the control gives. It has no field, and the operation cannot be changed. */
  readonly given?: string;
}

const FROM_MESSAGE: SavedParam = { type: 'msg', value: 'payload' };

/** An operation in a dialog: its choice, and the fields that follow from it. */
export class OperationFields {
  readonly #node: OperationNode;
  readonly #prefix: string;
  readonly #given: string | undefined;
  readonly #select: OperationSelect;
  readonly #note = element('div', { class: 'hub-hint' });
  readonly #rows = element('div');
  readonly #settings: NodeSettings;
  /** All values typed in this dialog, so that trying another operation loses nothing. */
  readonly #values = new Map<string, SavedParam>();
  readonly #fields: ParamFields;
  #shown: PublicOperation | undefined;

  constructor(node: OperationNode, { container, hub, prefix = '', given }: Place) {
    this.#node = node;
    this.#prefix = prefix;
    this.#given = given;
    this.#settings = nodeSettingsOf(node);
    for (const name of Object.keys(node.params ?? {})) this.#remember(name, paramOf(node.params, name));
    this.#select = new OperationSelect(node, hub, `node-input-${prefix}operation`);
    const { select } = this;
    const row = formRow(words('editor.operation'), select);
    row.hidden = given !== undefined;
    container.append(row, this.#rows);
    this.#fields = new ParamFields(node, hub, this.#rows, prefix);
    showVerdict(select, (name) => judgeOperation(node, name));
    row.append(this.#note);
    $(select).on('change', () => this.#changeOperation());
    $(hub).on('change', () => {
      this.#select.refresh();
      this.#showHints();
    });
    this.#show();
  }

  get select(): HTMLSelectElement {
    return this.#select.element;
  }

  /** The chosen operation. Undefined if the node does not offer it. */
  get operation(): PublicOperation | undefined {
    return operationOf({ ...this.#node, operation: this.select.value });
  }

  /** The parameters and settings of the chosen operation, without blanks that are not sent. */
  fieldsToSave(): Partial<OperationNode> {
    const { operation } = this;
    if (!operation) return {};
    const shown = this.#fields.toSave((parameter, value) => parameter.required || !isBlank(parameter, value));
    const given = this.#given === undefined ? {} : { [this.#given]: FROM_MESSAGE };
    const params = keepEqual(this.#node.params, { ...shown, ...given });
    return { params, ...applicableSettings(this.#settings, operation) };
  }

  /** Names on all flows that the hub shows differently now. */
  renames(): readonly NodeChange[] {
    return this.#fields.renames();
  }

  #remember(name: string, param: SavedParam | undefined): void {
    if (param) this.#values.set(name, param);
  }

  #changeOperation(): void {
    // Node-RED triggers a change of each field after it has opened a dialog.
    if (this.operation === this.#shown) return;
    for (const { parameter, read } of this.#fields.all) this.#remember(parameter.name, read());
    if (!this.operation?.newestWins && this.#settings.delivery === 'latest') this.#settings.delivery = '';
    this.#show();
  }

  #show(): void {
    const { operation } = this;
    this.#shown = operation;
    this.#fields.clear();
    // Leaves the form first: a field that loses its widget and then the focus would be judged again.
    const oldRows = element('div', {}, ...this.#rows.childNodes);
    $(oldRows).empty();
    this.#showHints();
    if (!operation) return;
    this.#fillLockout(operation);
    addEngineTree(this.#rows, operation, {
      id: `hub-${this.#prefix}engines`,
      lookup: this.#fields.lookup,
      choose: (chosen) => this.#fillFromTree(operation, chosen),
    });
    const basic = element('div');
    const more = element('details', { class: 'hub-more' }, element('summary', {}, words('editor.more')));
    this.#rows.append(basic, more);
    // A visible row would be laid out after each step of its typed input.
    this.#rows.hidden = true;
    for (const parameter of operation.parameters.filter(({ name }) => name !== this.#given)) {
      const { name, allowed } = parameter;
      const blank = { type: defaultType(allowed), value: '' };
      const saved = this.#values.get(name) ?? this.#messageParam(operation, name) ?? blank;
      this.#fields.add(ADVANCED.has(name) ? more : basic, parameter, saved);
    }
    more.hidden = more.childElementCount === 1;
    more.open = this.#fields.all.some(({ parameter, read }) => ADVANCED.has(parameter.name) && read().value !== '');
    this.#fields.check(operation.latest, (present) => afterClick(() => this.#fitToPresent(basic, more, present)));
    const settings = { rows: this.#rows, operation, settings: this.#settings, prefix: this.#prefix };
    addAreaSettings(settings);
    addLiveSettings(settings);
    this.#rows.hidden = false;
  }

  /** A number is often faded, and a value without components needs no field for one. */
  #fitToPresent(basic: HTMLElement, more: HTMLElement, present: unknown): void {
    const [duration, component] = [this.#fields.find('Duration'), this.#fields.find('Component')];
    if (duration && typeof present === 'number' && more.contains(duration.row)) basic.append(duration.row);
    if (component) component.row.hidden = present !== undefined && !hasParts(present) && component.read().value === '';
  }

  /** Fills in the selection of the tree. A literal gets the type of the present value. */
  #fillFromTree({ parameters, latest }: PublicOperation, chosen: SelectedPath): void {
    for (const { name, names } of parameters) {
      const entry = names === undefined ? undefined : chosen[names];
      if (entry) this.#fields.find(name)?.choose(entry);
    }
    const present = chosen.property?.present;
    if (present !== undefined) this.#fields.find(latest)?.fillPresent(present);
  }

  /** A new key that goes one step further has a lockout, until a user types another one. */
  #fillLockout({ advances }: PublicOperation): void {
    const { lockout } = this.#settings;
    if (lockout !== undefined && isNeverEdited(this.#node))
      this.#settings.lockout = stepLockout(String(lockout), advances === true);
  }

  /** For a new node, the main value comes from the message. A saved node stays as saved. */
  #messageParam(operation: PublicOperation, name: string): SavedParam | undefined {
    const saved = operation.name === this.#node.operation && Object.keys(this.#node.params ?? {}).length > 0;
    const isFromMessage = !saved && !isOfAllAreas(this.#node) && messageParameter(operation)?.name === name;
    return isFromMessage ? FROM_MESSAGE : undefined;
  }

  #showHints(): void {
    const { operation } = this;
    const notes = operation ? [words(`hints.${operation.resets ? 'resets' : operation.kind}`)] : [];
    if (operation && this.#select.isUnsupported(operation)) notes.push(words('hints.dialect2'));
    this.#note.textContent = notes.join(' ');
  }
}

/** The select of a node's operations, limited to those of the chosen hub. */
class OperationSelect {
  readonly element: HTMLSelectElement;
  readonly #node: OperationNode;
  readonly #hub: HTMLSelectElement;

  constructor(node: OperationNode, hub: HTMLSelectElement, id: string) {
    this.#node = node;
    this.#hub = hub;
    this.element = element('select', { id, class: 'hub-choice' });
    this.refresh();
  }

  /** Lists the operations of the chosen hub. The saved and the chosen one always stay. */
  refresh(): void {
    const saved = this.#node.operation;
    const chosen = this.element.value || saved;
    const operations = operationsForNode(this.#node).filter(
      (operation) => [saved, chosen].includes(operation.name) || !this.isUnsupported(operation),
    );
    const dialect = dialectOf(this.#chosenHub());
    const label = (operation: PublicOperation) =>
      operation.dialects.includes(1) || dialect === 2
        ? operationLabel(operation)
        : words('editor.needsDialect', { operation: operationLabel(operation) });
    const options = operations.map((operation) => ({ value: operation.name, label: label(operation) }));
    const shown = includeSaved(options, saved).map(({ value, label }) => element('option', { value }, label));
    this.element.replaceChildren(...groupByArea(shown, operations));
    if (chosen) this.element.value = chosen;
  }

  /** True if the chosen hub certainly does not have the operation. */
  isUnsupported(operation: PublicOperation): boolean {
    return lacksOperation(this.#chosenHub(), operation);
  }

  #chosenHub(): HubConfig | null | undefined {
    return red.nodes.node(this.#hub.value) as HubConfig | null | undefined;
  }
}

/** Groups operations of several areas. An operation without an area is last. */
function groupByArea(
  options: readonly HTMLOptionElement[],
  operations: readonly PublicOperation[],
): readonly HTMLElement[] {
  const areas = [...new Set(operations.map(({ area }) => area))];
  if (areas.length < 2) return options;
  const areaOf = ({ value }: HTMLOptionElement) => operations.find(({ name }) => name === value)?.area;
  const groups = areas.map((area) =>
    element('optgroup', { label: words(`areas.${area}`) }, ...options.filter((option) => areaOf(option) === area)),
  );
  return [...groups, ...options.filter((option) => !areaOf(option))];
}
