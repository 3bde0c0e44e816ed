import { ACTION, type SavedAction } from '../../saved/control.js';
import { formRow } from '../base/dom.js';
import type { ControlNode } from '../base/node-types.js';
import { words } from '../base/words.js';
import { type ActionPlace, addDeskNode } from '../fields/desk-node-field.js';
import { LookNameField } from '../fields/look-name-field.js';
import { choiceField } from '../fields/offer-choices.js';

/** Adds the fields of a look that an action recalls or stores. Returns the function that reads them. */
export function addLookFields(
  node: ControlNode,
  saved: SavedAction,
  place: ActionPlace,
): () => Pick<SavedAction, 'lookNode' | 'look' | 'lookOperation'> {
  const { container, prefix } = place;
  const idOf = (field: string) => `node-input-${prefix}${field}`;
  const operation = choiceField(idOf('lookOperation'), ACTION.fields.lookOperation, saved.lookOperation);
  container.append(formRow(words('editor.operation'), operation));
  const look = new LookNameField({
    ...{ container, id: idOf('look'), saved: String(saved.look ?? '') },
    offers: ({ id, hub }) => hub === desk.hub && ['', id].includes(desk.value),
  });
  const lookNode = { node, id: idOf('lookNode'), saved: String(saved.lookNode ?? '') };
  const desk = addDeskNode('hub-look', place, lookNode, () => void look.listNames());
  return () => ({ ...(desk.value && { lookNode: desk.value }), look: look.name, lookOperation: operation.value });
}
