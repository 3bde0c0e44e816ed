import { keepEqual } from '../../base/values.js';
import { byId } from '../base/dom.js';
import { type PanelNode, paramOf } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { operationByName } from '../base/table.js';
import { defaultType } from '../fields/input-types.js';
import { ParamFields } from '../fields/param-fields.js';
import type { NodeChange } from '../picking/renames.js';
import { isNoHub } from '../validate/judge.js';

/** The fields that identify the property with a panel's value. Hidden until a hub is chosen. */
export class PanelProperty {
  readonly #hub = byId<HTMLSelectElement>('node-input-hub');
  readonly #fields: ParamFields;
  readonly #saved: PanelNode['params'];

  constructor(node: PanelNode) {
    this.#saved = node.params;
    const rows = byId<HTMLDivElement>('hub-property');
    this.#fields = new ParamFields(node, this.#hub, rows);
    for (const parameter of operationByName('getProperty')?.parameters ?? []) {
      const blank = { type: defaultType(parameter.allowed), value: '' };
      this.#fields.add(rows, parameter, paramOf(node.params, parameter.name) ?? blank);
    }
    this.#fields.check();
    const update = () => {
      rows.hidden = isNoHub(this.#hub.value);
    };
    $(this.#hub).on('change', update);
    update();
  }

  /** Empty without a hub. */
  paramsToSave(): PanelNode['params'] {
    return keepEqual(this.#saved, isNoHub(this.#hub.value) ? {} : this.#fields.toSave());
  }

  /** Names on all flows that the hub shows differently now. */
  renames(): readonly NodeChange[] {
    return this.#fields.renames();
  }
}
