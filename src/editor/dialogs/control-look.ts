import type { SavedAction } from '../../saved/control.js';
import { LOOK } from '../../saved/look.js';
import type { ControlNode } from '../base/control-actions.js';
import { element } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { fillSelect } from '../fields/fill-select.js';
import { includeSaved } from '../fields/input-types.js';
import { optionsOf } from '../validate/judge.js';
import { judgeLookName } from '../validate/judge-actions.js';
import { showVerdict } from '../validate/show-verdict.js';
import { type ActionPlace, DeskNodeField } from './desk-node-field.js';

/** A deployed `hub-look`, as reported by `src/nodes/endpoints/look-routes.ts`. */
interface LookNodeReport {
  readonly id: string;
  readonly hub: string;
  readonly looks: readonly { readonly name: string }[];
}

/** The fields of a look that an action recalls or stores. */
export class LookFields {
  readonly #name: HTMLInputElement;
  readonly #operation: HTMLSelectElement;
  readonly #lookNode: DeskNodeField;
  readonly #names: HTMLDataListElement;

  constructor(node: ControlNode, saved: SavedAction, place: ActionPlace) {
    const { container, prefix } = place;
    const idOf = (field: string) => `node-input-${prefix}${field}`;
    this.#names = element('datalist', { id: `${idOf('look')}-names` });
    this.#name = element('input', { type: 'text', id: idOf('look'), list: this.#names.id });
    this.#name.value = String(saved.look ?? '');
    this.#operation = element('select', { id: idOf('lookOperation'), class: 'hub-choice' });
    const operations = optionsOf(LOOK.fields.operation).filter(({ value }) => value === 'recall' || value === 'store');
    const operation = saved.lookOperation || 'recall';
    fillSelect(this.#operation, includeSaved(operations, String(saved.lookOperation ?? '')), operation);
    for (const [field, label] of [
      [this.#operation, words('editor.operation')],
      [this.#name, words('look.look')],
    ] as const)
      container.append(element('div', { class: 'form-row' }, element('label', { for: field.id }, label), ' ', field));
    const lookNode = { node, id: idOf('lookNode'), saved: String(saved.lookNode ?? '') };
    this.#lookNode = new DeskNodeField('hub-look', place, lookNode, () => void this.#listNames());
    container.append(this.#names);
    showVerdict(this.#name, judgeLookName);
    void this.#listNames();
  }

  read(): Pick<SavedAction, 'lookNode' | 'look' | 'lookOperation'> {
    return {
      ...(this.#lookNode.value && { lookNode: this.#lookNode.value }),
      look: this.#name.value.trim(),
      lookOperation: this.#operation.value,
    };
  }

  /** Offers the names of the stored looks. Without an answer, the name can only be typed. */
  async #listNames(): Promise<void> {
    const reports = await askEndpoint<readonly LookNodeReport[]>(['looks'], undefined, { area: 'hub-look' }).catch(
      () => [],
    );
    const { hub: chosenHub, value } = this.#lookNode;
    const own = reports.filter(({ id, hub }) => hub === chosenHub && ['', id].includes(value));
    const names = new Set(own.flatMap(({ looks }) => looks.map(({ name }) => name)));
    this.#names.replaceChildren(...[...names].map((value) => element('option', { value })));
  }
}
