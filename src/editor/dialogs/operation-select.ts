import type { PublicOperation } from '../../hub/table/public-table.js';
import { element } from '../base/dom.js';
import { dialectOf, lacksOperation } from '../base/hubs.js';
import type { HubConfig, OperationNode } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationsForNode } from '../base/table.js';
import { operationLabel, words } from '../base/words.js';
import { includeSaved } from '../fields/input-types.js';
import { registerOperationSelect } from '../validate/current-operation.js';

/** The select of a node's operations, limited to those of the chosen hub. */
export class OperationSelect {
  readonly element = element('select', { id: 'node-input-operation', class: 'hub-choice' });
  readonly #node: OperationNode;
  readonly #hub: HTMLSelectElement;

  constructor(node: OperationNode, hub: HTMLSelectElement) {
    this.#node = node;
    this.#hub = hub;
    this.refresh();
    registerOperationSelect(node, this.element);
  }

  /** Lists the operations of the chosen hub. The saved and the chosen one always stay. */
  refresh(): void {
    const saved = this.#node.operation;
    const chosen = this.element.value || saved;
    const operations = operationsForNode(this.#node).filter(
      (operation) => [saved, chosen].includes(operation.name) || !this.isUnsupported(operation),
    );
    const dialect = dialectOf(this.#chosenHub());
    const label = (operation: PublicOperation) =>
      operation.dialects.includes(1) || dialect === '2'
        ? operationLabel(operation)
        : words('editor.needsDialect', { operation: operationLabel(operation) });
    const options = operations.map((operation) => ({ value: operation.name, label: label(operation) }));
    const shown = includeSaved(options, saved).map(({ value, label }) => element('option', { value }, label));
    this.element.replaceChildren(...groupByArea(shown, operations));
    if (chosen) this.element.value = chosen;
  }

  /** True if the chosen hub certainly does not have the operation. */
  isUnsupported(operation: PublicOperation): boolean {
    return lacksOperation(this.#chosenHub(), operation);
  }

  #chosenHub(): HubConfig | null | undefined {
    return red.nodes.node(this.#hub.value) as HubConfig | null | undefined;
  }
}

/** Groups operations of several areas. An operation without an area is last. */
function groupByArea(
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
