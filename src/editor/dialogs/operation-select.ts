import type { PublicOperation } from '../../hub/table/public-table.js';
import { dialectOf, lacks } from '../base/dialect.js';
import { element } from '../base/dom.js';
import { red } from '../base/red.js';
import type { HubConfig, OperationNode } from '../base/saved.js';
import { operationsOf } from '../base/table.js';
import { operationLabel, words } from '../base/words.js';
import { withSaved } from '../fields/input-types.js';
import { showOperation } from '../validate/current-operation.js';

/** The list of a node's operations, as far as the chosen hub knows them. */
export class OperationSelect {
  readonly element = element('select', { id: 'node-input-operation' });
  readonly #node: OperationNode;
  readonly #hub: HTMLSelectElement;

  constructor(node: OperationNode, hub: HTMLSelectElement) {
    this.#node = node;
    this.#hub = hub;
    this.element.style.width = '70%';
    this.refresh();
    showOperation(node, this.element);
  }

  /** Offers what the chosen hub knows; what is saved or chosen stays, whatever the hub. */
  refresh(): void {
    const saved = this.#node.operation;
    const chosen = this.element.value || saved;
    const offered = operationsOf(this.#node).filter(
      (operation) => [saved, chosen].includes(operation.name) || !this.isForeign(operation),
    );
    const dialect = dialectOf(this.#chosenHub());
    const label = (operation: PublicOperation) =>
      operation.dialects.includes(1) || dialect === '2'
        ? operationLabel(operation)
        : words('editor.needsDialect', { operation: operationLabel(operation) });
    const options = offered.map((operation) => ({ value: operation.name, label: label(operation) }));
    const shown = withSaved(options, saved).map(({ value, label }) => element('option', { value }, label));
    this.element.replaceChildren(...grouped(shown, offered));
    if (chosen) this.element.value = chosen;
  }

  /** Whether the chosen hub is known not to have an operation. */
  isForeign(operation: PublicOperation): boolean {
    return lacks(this.#chosenHub(), operation);
  }

  #chosenHub(): HubConfig | null | undefined {
    return red.nodes.node(this.#hub.value) as HubConfig | null | undefined;
  }
}

/** Operations of several areas stand below their areas; what none has stands last. */
function grouped(
  options: readonly HTMLOptionElement[],
  operations: readonly PublicOperation[],
): readonly HTMLElement[] {
  const areas = [...new Set(operations.map(({ area }) => area))];
  if (areas.length < 2) return options;
  const areaOf = ({ value }: HTMLOptionElement) => operations.find(({ name }) => name === value)?.area;
  const groups = areas.map((area) =>
    element('optgroup', { label: words(`areas.${area}`) }, ...options.filter((option) => areaOf(option) === area)),
  );
  return [...groups, ...options.filter((option) => !areaOf(option))];
}
