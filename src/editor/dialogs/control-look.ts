import type { SavedAction } from '../../saved/control.js';
import { LOOK } from '../../saved/look.js';
import { type ControlNode, lookNodesOf } from '../base/control-actions.js';
import { element } from '../base/dom.js';
import { askEndpoint } from '../base/endpoint.js';
import { hubConfigOf } from '../base/hubs.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { includeSaved } from '../fields/input-types.js';
import { optionsOf } from '../validate/judge.js';
import { judgeLookName, judgeLookNode } from '../validate/judge-actions.js';
import { showVerdict } from '../validate/show-verdict.js';

/** A deployed `hub-look`, as reported by `src/nodes/endpoints/look-routes.ts`. */
interface LookNodeReport {
  readonly id: string;
  readonly hub: string;
  readonly looks: readonly { readonly name: string }[];
}

interface Place {
  readonly container: HTMLElement;
  readonly hub: HTMLSelectElement;
  /** Separates the ids of several actions. */
  readonly prefix: string;
}

/** The fields of a look that an action recalls or stores. */
export class LookFields {
  readonly #node: ControlNode;
  readonly #hub: HTMLSelectElement;
  readonly #name: HTMLInputElement;
  readonly #operation: HTMLSelectElement;
  readonly #lookNode: HTMLSelectElement;
  readonly #names: HTMLDataListElement;
  readonly #saved: SavedAction;

  constructor(node: ControlNode, saved: SavedAction, { container, hub, prefix }: Place) {
    this.#node = node;
    this.#hub = hub;
    this.#saved = saved;
    const idOf = (field: string) => `node-input-${prefix}${field}`;
    this.#names = element('datalist', { id: `${idOf('look')}-names` });
    this.#name = element('input', { type: 'text', id: idOf('look'), list: this.#names.id });
    this.#name.value = String(saved.look ?? '');
    this.#operation = element('select', { id: idOf('lookOperation'), class: 'hub-choice' });
    const operations = optionsOf(LOOK.fields.operation).filter(({ value }) => value === 'recall' || value === 'store');
    fill(this.#operation, includeSaved(operations, String(saved.lookOperation ?? '')), saved.lookOperation || 'recall');
    this.#lookNode = element('select', { id: idOf('lookNode'), class: 'hub-choice' });
    for (const [field, label] of [
      [this.#operation, words('editor.operation')],
      [this.#name, words('look.look')],
      [this.#lookNode, words('control.lookNode')],
    ] as const)
      container.append(element('div', { class: 'form-row' }, element('label', { for: field.id }, label), ' ', field));
    container.append(this.#names);
    this.#listNodes();
    showVerdict(this.#name, judgeLookName);
    const showNode = showVerdict(this.#lookNode, (id) => judgeLookNode({ ...node, hub: hub.value }, id));
    $(hub).on('change', () => {
      if (!container.isConnected) return;
      this.#listNodes();
      showNode();
      void this.#listNames();
    });
    $(this.#lookNode).on('change', () => void this.#listNames());
    void this.#listNames();
  }

  read(): Pick<SavedAction, 'lookNode' | 'look' | 'lookOperation'> {
    return {
      ...(this.#lookNode.value && { lookNode: this.#lookNode.value }),
      look: this.#name.value.trim(),
      lookOperation: this.#operation.value,
    };
  }

  get #config(): string {
    return hubConfigOf(this.#node, this.#hub.value)?.id ?? '';
  }

  #listNodes(): void {
    const chosen = this.#lookNode.value || String(this.#saved.lookNode ?? '');
    const nodes = lookNodesOf(this.#config).map((each) => ({ value: each.id, label: red.utils.getNodeLabel(each) }));
    const options = [{ value: '', label: words('control.onlyLookNode') }, ...nodes];
    fill(this.#lookNode, includeSaved(options, chosen), chosen);
  }

  /** Offers the names of the stored looks. Without an answer, the name can only be typed. */
  async #listNames(): Promise<void> {
    const reports = await askEndpoint<readonly LookNodeReport[]>(['looks'], undefined, { area: 'hub-look' }).catch(
      () => [],
    );
    const own = reports.filter(({ id, hub }) => hub === this.#config && ['', id].includes(this.#lookNode.value));
    const names = new Set(own.flatMap(({ looks }) => looks.map(({ name }) => name)));
    this.#names.replaceChildren(...[...names].map((value) => element('option', { value })));
  }
}

function fill(
  select: HTMLSelectElement,
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): void {
  select.replaceChildren(...options.map(({ value, label }) => element('option', { value }, label)));
  select.value = chosen;
}
