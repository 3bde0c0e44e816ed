import { ACTION, type SavedAction } from '../../saved/control.js';
import type { ControlNode } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import { words } from '../base/words.js';
import { type ActionPlace, DeskNodeField } from '../fields/desk-node-field.js';
import { includeSaved } from '../fields/input-types.js';
import { LookNameField } from '../fields/look-name-field.js';
import { optionsOf } from '../validate/judge.js';

/** The fields of a look that an action recalls or stores. */
export class LookFields {
  readonly #name: LookNameField;
  readonly #operation: HTMLSelectElement;
  readonly #lookNode: DeskNodeField;

  constructor(node: ControlNode, saved: SavedAction, place: ActionPlace) {
    const { container, prefix } = place;
    const idOf = (field: string) => `node-input-${prefix}${field}`;
    this.#operation = element('select', { id: idOf('lookOperation'), class: 'hub-choice' });
    const operation = String(saved.lookOperation || 'recall');
    fillSelect(this.#operation, includeSaved(optionsOf(ACTION.fields.lookOperation), operation), operation);
    container.append(formRow(words('editor.operation'), this.#operation));
    this.#name = new LookNameField({
      ...{ container, id: idOf('look'), saved: String(saved.look ?? '') },
      offers: ({ id, hub }) => hub === this.#lookNode.hub && ['', id].includes(this.#lookNode.value),
    });
    const lookNode = { node, id: idOf('lookNode'), saved: String(saved.lookNode ?? '') };
    this.#lookNode = new DeskNodeField('hub-look', place, lookNode, () => void this.#name.listNames());
  }

  read(): Pick<SavedAction, 'lookNode' | 'look' | 'lookOperation'> {
    return {
      ...(this.#lookNode.value && { lookNode: this.#lookNode.value }),
      look: this.#name.name,
      lookOperation: this.#operation.value,
    };
  }
}
