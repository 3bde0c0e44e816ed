import { isObject } from '../../base/values.js';
import type { ListRow } from '../../hub/lists/bound-list.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Field } from '../fields/field.js';
import type { DialogParams } from '../picking/dialog-params.js';
import type { Lookup } from '../picking/lookup.js';
import { Picker } from '../picking/picker.js';

/** Puts a button below a JSON field. It inserts one of the fields that the hub lists. */
export function offerFields(field: Field, lookup: Lookup, dialog: DialogParams): void {
  const { fields } = field.parameter;
  if (!fields) return;
  const button = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small hub-add' },
    words('pick.add'),
  );
  button.addEventListener('click', () => {
    new Picker(field.row, lookup, dialog, { names: fields, chosen: '', choose: (entry) => insertField(field, entry) });
  });
  field.row.append(button);
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
