import { type DeskType, deskNodesOf } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import { hubConfigOf } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { ControlNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
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

/** The chosen node of an action. */
interface DeskNode {
  /** Blank: the only one of its hub. */
  readonly value: string;
  /** The id of the chosen hub. */
  readonly hub: string;
}

/** Adds the row with the `hub-look` or `hub-cues` of an action. `onChange` runs after another node or hub was chosen. */
export function addDeskNode(
  type: DeskType,
  { container, hub }: Pick<ActionPlace, 'container' | 'hub'>,
  { node, id, saved }: { readonly node: ControlNode; readonly id: string; readonly saved: string },
  onChange: () => void,
): DeskNode {
  const select = element('select', { id, class: 'hub-choice' });
  const hubOf = () => hubConfigOf(node, hub.value)?.id ?? '';
  const list = (chosen: string) => {
    const nodes = deskNodesOf(type, hubOf()).map((each) => ({ value: each.id, label: nodeName(each.id) }));
    const options = [{ value: '', label: words('control.onlyLookNode') }, ...nodes];
    fillSelect(select, includeSaved(options, chosen), chosen);
  };
  container.append(formRow(words(LABELS[type]), select));
  list(saved);
  const show = showVerdict(select, (chosen) => judgeDeskNode(type, { ...node, hub: hub.value }, chosen));
  $(hub).on('change', () => {
    if (!select.isConnected) return;
    list(select.value || saved);
    show();
    onChange();
  });
  $(select).on('change', onChange);
  return {
    get value() {
      return select.value;
    },
    get hub() {
      return hubOf();
    },
  };
}
