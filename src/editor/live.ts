import type { PublicOperation } from '../hub/shape.js';
import { offerChoices } from './choice.js';
import { element } from './dom.js';
import { judgeDelivery, judgeSeconds, type Verdict } from './reasons.js';
import type { OperationNode } from './saved.js';
import { deliveriesOf } from './table.js';
import { explain } from './verdict.js';
import { words } from './words.js';

/** How one node deviates from what the table says; blank: as usual. */
export type LiveSettings = Pick<OperationNode, 'delivery' | 'expiry' | 'timeout'>;

interface Row {
  readonly name: keyof LiveSettings;
  readonly placeholder?: string;
  readonly prepare?: (input: HTMLInputElement) => void;
  readonly hint: (value: string) => string;
  readonly judge: (value: string) => Verdict;
}

/** Puts the folded part into the dialog that says how an operation behaves live; `settings` follows what is typed. */
export function addLive(rows: HTMLElement, operation: PublicOperation, settings: LiveSettings): void {
  const shown = rowsFor(operation, settings);
  const details = element('details', { class: 'hub-live' }, element('summary', {}, words('editor.live')));
  details.open = shown.some(({ name }) => settings[name]);
  rows.append(details);
  for (const row of shown) addRow(details, row, settings);
}

function rowsFor(operation: PublicOperation, settings: LiveSettings): Row[] {
  const { kind, latest } = operation;
  const timeout: Row = {
    name: 'timeout',
    placeholder: words('usual.timeout'),
    hint: () => words(kind === 'read' ? 'hints.timeoutRead' : 'hints.timeout'),
    judge: (value) => judgeSeconds('timeout', value),
  };
  if (kind === 'read') return [timeout];
  const expiry: Row = {
    name: 'expiry',
    placeholder: words(`usual.expiry_${kind}`),
    hint: () => words('hints.expiry'),
    judge: (value) => judgeSeconds('expiry', value),
  };
  // Without a choice there is nothing to choose from, unless something else was saved.
  return latest || settings.delivery ? [deliveryRow(operation), expiry, timeout] : [expiry, timeout];
}

function deliveryRow(operation: PublicOperation): Row {
  const deliveries = deliveriesOf(operation);
  const [usual] = deliveries;
  const options = [
    { value: '', label: words('editor.asUsual', { usual: words(`delivery.${usual}`) }) },
    ...deliveries.map((value) => ({ value, label: words(`delivery.${value}`) })),
  ];
  return {
    name: 'delivery',
    prepare: (input) => offerChoices(input, options),
    hint: (value) => (['', 'latest', 'inOrder'].includes(value) ? words(`hints.${value || usual}`) : ''),
    judge: (value) => judgeDelivery(operation, value),
  };
}

function addRow(details: HTMLElement, { name, placeholder = '', prepare, hint, judge }: Row, settings: LiveSettings) {
  // Node-RED saves the input of this id by itself.
  const input = element('input', { type: 'text', id: `node-input-${name}`, placeholder });
  input.style.width = '70%';
  input.value = String(settings[name] ?? '');
  const label = element('label', { for: input.id }, words(`editor.${name}`));
  const sentence = element('div', { class: 'hub-hint' });
  const row = element('div', { class: 'form-row' }, label, ' ', input);
  details.append(row);
  prepare?.(input);
  explain(input, () => {
    settings[name] = input.value;
    sentence.textContent = hint(input.value);
    return judge(input.value);
  });
  row.append(sentence);
}
