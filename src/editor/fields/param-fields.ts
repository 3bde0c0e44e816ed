import { isObject } from '../../base/values.js';
import type { ListRow } from '../../hub/lists/index.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';
import type { NodeChange } from '../base/change-nodes.js';
import { smallButton } from '../base/dom.js';
import type { OperationNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { Lookup } from '../picking/lookup.js';
import { type DialogParams, Picker } from '../picking/picker.js';
import { judgeParam } from '../validate/judge-params.js';
import { addField, type Field } from './field.js';
import { FieldChecks } from './field-checks.js';
import { PresentValueField } from './present-value-field.js';

/** The fields of parameters in a dialog, with the lists of the chosen hub. */
export class ParamFields {
  readonly lookup: Lookup;
  readonly #node: Pick<OperationNode, 'id' | 'z' | 'type'>;
  readonly #prefix: string;
  readonly #checks: FieldChecks;
  readonly #dialog: DialogParams = {
    read: (name) => this.find(name)?.read(),
    fill: (name, entry) => this.find(name)?.choose(entry),
  };
  #fields: readonly Field[] = [];

  /**
   * `rows` is an element of the dialog that has all fields. `prefix` separates the ids of several operations in one
   * dialog.
   */
  constructor(
    node: Pick<OperationNode, 'id' | 'z' | 'type'>,
    hub: HTMLSelectElement,
    rows: HTMLElement,
    prefix: string = '',
  ) {
    this.#node = node;
    this.#prefix = prefix;
    this.lookup = new Lookup(node, () => hub.value);
    this.#checks = new FieldChecks(this.lookup, this.#dialog);
    rows.closest('.hub-action-fields, form')?.prepend(this.#checks.banner);
    $(rows).on('change keyup input', () => this.#checks.checkSoon());
    $(hub).on('change', () => this.#checks.checkAgain());
  }

  get all(): readonly Field[] {
    return this.#fields;
  }

  find(name: string | undefined): Field | undefined {
    return this.#fields.find(({ parameter }) => parameter.name === name);
  }

  add(rows: HTMLElement, parameter: PublicParameter, saved: SavedParam): void {
    const { name, names } = parameter;
    const field: Field = addField(rows, {
      node: this.#node,
      id: `hub-param-${this.#prefix}${name}`,
      parameter,
      saved,
      judge: (now) => judgeParam(this.#node, parameter, { ...this.#params(), [name]: now }),
      pick: () => this.#pick(field, String(names), field.read().value, field.choose),
    });
    this.#fields = [...this.#fields, field];
    if (parameter.fields) this.#offerFields(field, parameter.fields);
  }

  /**
   * Looks up all fields on the hub. `value` is the parameter with the present value. `onPresent` gets each value that was
   * read.
   */
  check(value?: string, onPresent: (present: unknown) => void = () => {}): void {
    const field = this.find(value);
    const present = field && new PresentValueField(field);
    const setPresent = (now: unknown) => {
      present?.setPresent(now);
      onPresent(now);
    };
    this.#checks.setFields(this.#fields, present && { setPresent, update: () => present.update() });
  }

  clear(): void {
    this.#fields = [];
    this.#checks.setFields([], undefined);
  }

  /** The parameters with the present names of the hub. `isSaved` leaves out the others. */
  toSave(isSaved: (parameter: PublicParameter, value: SavedParam) => boolean = () => true): SavedParams {
    const filled = this.#fields.map(({ parameter, read }) => [parameter, read()] as const);
    const saved = filled.filter(([parameter, value]) => isSaved(parameter, value));
    return Object.fromEntries(saved.map(([{ name }, value]) => [name, this.#checks.named(name, value)]));
  }

  /** Names on all flows that the hub shows differently now. */
  renames(): readonly NodeChange[] {
    return this.#checks.renames();
  }

  #params(): SavedParams {
    return Object.fromEntries(this.#fields.map(({ parameter, read }) => [parameter.name, read()]));
  }

  #pick(field: Field, names: string, chosen: string, choose: (entry: ListRow) => void): void {
    new Picker(field.row, this.lookup, this.#dialog, { names, chosen, choose });
  }

  /** Puts a button below a JSON field. It inserts one of the fields that the hub lists. */
  #offerFields(field: Field, names: string): void {
    const pick = () => this.#pick(field, names, '', (entry) => insertField(field, entry));
    const button = smallButton(words('pick.add'), pick);
    button.classList.add('hub-add');
    field.row.append(button);
  }
}

/** Starts a new object if the field holds none. An existing property gets the present value. */
function insertField(field: Field, { value, present = '' }: ListRow): void {
  field.fill({ type: 'json', value: JSON.stringify({ ...currentObject(field), [value]: present }) });
}

function currentObject(field: Field): object {
  const { type, value } = field.read();
  try {
    const parsed: unknown = type === 'json' ? JSON.parse(value) : undefined;
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
