import { nameKey } from '../../base/names.js';
import { numberIn } from '../../base/numbers.js';
import { isEqual, isObject } from '../../base/values.js';
import { isEnvironment } from '../../saved/environment.js';
import { LOOK, LOOK_OPERATIONS, rowKeyOf, type SavedLookNode } from '../../saved/look.js';
import { byId, element } from '../base/dom.js';
import { hubSuffix } from '../base/hubs.js';
import { lookText } from '../base/node-label.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { Lookup } from '../picking/lookup.js';
import { PropertyTree } from '../picking/property-tree.js';
import { judgeLookProperties, optionsOf } from '../validate/judge.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { offerComparison } from './look-differences.js';
import { offerLookFile } from './look-file.js';
import { LookTable, MAX_ROWS, savedProperties } from './look-table.js';

type LookNode = EditorNode & SavedLookNode;

const input = (field: string) => byId(`node-input-${field}`);

type Rows = Required<Pick<SavedLookNode, 'properties' | 'restores'>>;

/** The rows of an open dialog as it shows them now, and as it showed them first. */
const openRows = new WeakMap<LookNode, { readonly read: () => Rows; readonly first: Rows }>();

/** The label of a node without a name, e.g. `Recall · Interview`. */
export function lookLabel(node: SavedLookNode): string {
  const { operation = 'recall', look } = node;
  const isOperation = (LOOK_OPERATIONS as readonly string[]).includes(operation);
  const label = isOperation ? words(`look.choices.${operation}`) : operation;
  return lookText(label, look || 'msg.look') + hubSuffix(node);
}

/** Fills the template of the dialog. */
export function openLook(node: LookNode): void {
  stayNeutral(node, input('hub'));
  const table = new LookTable(byId<HTMLUListElement>('hub-look-table'), savedProperties(node.properties));
  const restores = new LookRestores(byId<HTMLDivElement>('hub-look-restores'), node.restores);
  showSavedFields(LOOK, { input, others: () => ({ restores: restores.read() }) });
  const read = () => ({ properties: table.read(), restores: restores.read() });
  openRows.set(node, { read, first: read() });
  const chosen = () => ({ operation: input('operation').value, holdStores: input('holdStores').checked });
  showVerdict(table.element, () => judgeLookProperties(chosen(), table.read()));
  const tree = addTree(node, table);
  const update = () => {
    tree.update();
    restores.show([...new Set(table.read().map(({ engine }) => String(engine)))]);
  };
  table.element.addEventListener('change', update);
  $(input('operation')).on('change', showFieldsInUse);
  for (const field of ['fade', 'curve'] as const) $(input(field)).on('change input', showFieldsInUse);
  showFieldsInUse();
  update();
  offerLookFile(node.id);
  offerComparison(node.id);
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveLook(node: LookNode): void {
  const opened = openRows.get(node);
  if (!opened) return;
  const { properties, restores } = opened.read();
  // Rows without a change stay as they were saved.
  if (!isEqual(properties, opened.first.properties)) node.properties = properties;
  if (!isEqual(restores, opened.first.restores)) node.restores = restores;
}

function addTree(node: LookNode, table: LookTable): PropertyTree {
  const lookup = new Lookup(node, () => input('hub').value);
  const tree = new PropertyTree(lookup, {
    keys: () => table.keys(),
    keyOf: rowKeyOf,
    tick: (properties) => {
      const { added, refused } = table.add(properties);
      return refused > 0
        ? words('look.full', { limit: MAX_ROWS, count: refused })
        : words('look.added', { count: added });
    },
    untick: (key) => table.remove(key),
  });
  byId<HTMLDivElement>('hub-look-tree').append(tree.element);
  $(input('hub')).on('change', () => tree.draw());
  return tree;
}

/** Shows the fields and hints that the operation and the curve use. */
function showFieldsInUse(): void {
  const operation = input('operation').value;
  byId<HTMLDivElement>('hub-look-hold').hidden = operation !== 'recall' && !isEnvironment(operation);
  const jumps = Number(numberIn(input('fade').value)) > 0 && input('curve').value === 'Constant';
  byId<HTMLDivElement>('hub-look-jumps').hidden = !jumps;
}

/** One choice for each engine: what happens when it returns. Blank: as for the others. */
class LookRestores {
  readonly #box: HTMLElement;
  /** By the key of the engine's name. */
  readonly #selects = new Map<string, HTMLSelectElement>();

  constructor(box: HTMLElement, saved: unknown) {
    this.#box = box;
    for (const { engine, mode } of (Array.isArray(saved) ? saved : []).filter(isObject))
      this.#add(nameKey(String(engine)), String(mode ?? ''));
  }

  /** Shows these engines, and those with a choice. */
  show(engines: readonly string[]): void {
    const names = engines.map(nameKey);
    for (const engine of names) if (!this.#selects.has(engine)) this.#add(engine, '');
    for (const [engine, select] of this.#selects)
      (select.closest('.form-row') as HTMLElement).hidden = !names.includes(engine) && select.value === '';
  }

  read = (): Rows['restores'] =>
    [...this.#selects].filter(([, { value }]) => value !== '').map(([engine, { value }]) => ({ engine, mode: value }));

  #add(engine: string, mode: string): void {
    const input = element('input', { type: 'text', id: `hub-restore-${this.#selects.size}` });
    input.value = mode;
    const label = element('label', { for: input.id }, words('look.restoreOf', { engine }));
    this.#box.append(element('div', { class: 'form-row' }, label, ' ', input));
    this.#selects.set(
      engine,
      offerChoices(input, [{ value: '', label: words('look.choices.same') }, ...optionsOf(LOOK.fields.restore)]),
    );
  }
}
