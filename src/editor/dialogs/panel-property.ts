import type { PublicParameter } from '../../hub/table/public-table.js';
import { byId } from '../base/dom.js';
import { type PanelNode, paramOf } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { operationByName } from '../base/table.js';
import { addField, type Field } from '../fields/field.js';
import { FieldChecks } from '../fields/field-checks.js';
import { defaultType } from '../fields/input-types.js';
import { Lookup } from '../picking/lookup.js';
import { type DialogParams, Picker } from '../picking/picker.js';
import type { Rename } from '../picking/renames.js';
import { isNoHub } from '../validate/judge.js';
import { judgeParam } from '../validate/judge-params.js';

/** The fields that identify the property with a panel's value. Hidden until a hub is chosen. */
export class PanelProperty {
  readonly #node: PanelNode;
  readonly #hub = byId<HTMLSelectElement>('node-input-hub');
  readonly #rows = byId<HTMLDivElement>('hub-property');
  readonly #lookup: Lookup;
  readonly #fields: readonly Field[];
  readonly #checks: FieldChecks;
  readonly #dialog: DialogParams = {
    read: (name) => this.#field(name)?.read(),
    fill: (name, entry) => this.#field(name)?.choose(entry),
  };

  constructor(node: PanelNode) {
    this.#node = node;
    this.#lookup = new Lookup(node, () => this.#hub.value);
    this.#fields = (operationByName('getProperty')?.parameters ?? []).map((parameter) => this.#add(parameter));
    const checks = new FieldChecks(this.#lookup, this.#dialog);
    this.#checks = checks;
    checks.setFields(this.#fields, undefined);
    this.#rows.closest('form')?.prepend(checks.banner);
    $(this.#rows).on('change keyup input', () => checks.checkSoon());
    const update = () => {
      this.#rows.hidden = isNoHub(this.#hub.value);
    };
    $(this.#hub).on('change', () => {
      update();
      checks.checkAgain();
    });
    update();
  }

  /** Empty without a hub. */
  paramsToSave(): PanelNode['params'] {
    if (isNoHub(this.#hub.value)) return {};
    return Object.fromEntries(
      this.#fields.map(({ parameter: { name }, read }) => [name, this.#checks.named(name, read())]),
    );
  }

  /** Names on all flows that the hub shows differently now. */
  renames(): readonly Rename[] {
    return this.#checks.renames();
  }

  #field(name: string): Field | undefined {
    return this.#fields.find(({ parameter }) => parameter.name === name);
  }

  #add(parameter: PublicParameter): Field {
    const { name, names, allowed } = parameter;
    const saved = paramOf(this.#node.params, name) ?? { type: defaultType(allowed), value: '' };
    const field: Field = addField(this.#rows, {
      node: this.#node,
      parameter,
      saved,
      judge: (now) => judgeParam(this.#node, parameter, { [name]: now }),
      pick: () => {
        const target = { names: String(names), chosen: field.read().value, choose: field.choose };
        new Picker(field.row, this.#lookup, this.#dialog, target);
      },
    });
    return field;
  }
}
