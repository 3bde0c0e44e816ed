import { type ControlNode, type DeskType, deskNodesOf } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import { hubConfigOf } from '../base/hubs.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { judgeDeskNode } from '../validate/judge-actions.js';
import { showVerdict } from '../validate/show-verdict.js';
import { includeSaved } from './input-types.js';

const LABELS: Readonly<Record<DeskType, string>> = { 'hub-look': 'control.lookNode', 'hub-cues': 'control.cuesNode' };

/** The place of the fields of an action. */
export interface ActionPlace {
  readonly container: HTMLElement;
  readonly hub: HTMLSelectElement;
  /** Separates the ids of several actions. */
  readonly prefix: string;
}

/** The row with the `hub-look` or `hub-cues` of an action. Blank: the only one of its hub. */
export class DeskNodeField {
  readonly #select: HTMLSelectElement;
  readonly #type: DeskType;
  readonly #node: ControlNode;
  readonly #hub: HTMLSelectElement;
  readonly #saved: string;

  /** Adds the row to `container`. `onChange` runs after another node or another hub was chosen. */
  constructor(
    type: DeskType,
    { container, hub }: Pick<ActionPlace, 'container' | 'hub'>,
    { node, id, saved }: { readonly node: ControlNode; readonly id: string; readonly saved: string },
    onChange: () => void,
  ) {
    this.#type = type;
    this.#node = node;
    this.#hub = hub;
    this.#saved = saved;
    this.#select = element('select', { id, class: 'hub-choice' });
    container.append(formRow(words(LABELS[type]), this.#select));
    this.#list();
    const show = showVerdict(this.#select, (chosen) => judgeDeskNode(type, { ...node, hub: hub.value }, chosen));
    $(hub).on('change', () => {
      if (!this.#select.isConnected) return;
      this.#list();
      show();
      onChange();
    });
    $(this.#select).on('change', onChange);
  }

  get value(): string {
    return this.#select.value;
  }

  /** The id of the chosen hub. */
  get hub(): string {
    return hubConfigOf(this.#node, this.#hub.value)?.id ?? '';
  }

  #list(): void {
    const chosen = this.value || this.#saved;
    const nodes = deskNodesOf(this.#type, this.hub).map((each) => ({
      value: each.id,
      label: red.utils.getNodeLabel(each),
    }));
    const options = [{ value: '', label: words('control.onlyLookNode') }, ...nodes];
    fillSelect(this.#select, includeSaved(options, chosen), chosen);
  }
}
