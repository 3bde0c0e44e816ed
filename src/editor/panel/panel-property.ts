import { keepEqual } from '../../base/values.js';
import { byId } from '../base/dom.js';
import { type PanelNode, paramOf } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { operationByName } from '../base/table.js';
import { defaultType } from '../fields/input-types.js';
import { ParamFields } from '../fields/param-fields.js';
import { isNoHub } from '../validate/judge-references.js';

/** Shows the fields that identify the property with a panel's value, once a hub is chosen. Returns their readers. */
export function addPanelProperty(node: PanelNode) {
  const hub = byId<HTMLSelectElement>('node-input-hub');
  const rows = byId<HTMLDivElement>('hub-property');
  const fields = new ParamFields(node, hub, rows);
  for (const parameter of operationByName('getProperty')?.parameters ?? []) {
    const blank = { type: defaultType(parameter.allowed), value: '' };
    fields.add(rows, parameter, paramOf(node.params, parameter.name) ?? blank);
  }
  fields.check();
  const update = () => {
    rows.hidden = isNoHub(hub.value);
  };
  $(hub).on('change', update);
  update();
  const saved = node.params;
  return {
    /** Empty without a hub. */
    paramsToSave: () => keepEqual(saved, isNoHub(hub.value) ? {} : fields.toSave()),
    /** Names on all flows that the hub shows differently now. */
    renames: () => fields.renames(),
  };
}
