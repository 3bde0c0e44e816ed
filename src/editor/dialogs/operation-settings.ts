import type { PublicOperation } from '../../hub/table/public-table.js';
import { ACT_ON, BATCH_OUTPUTS, deliveriesOf, FAILED_ENTRIES, SUPERSEDED } from '../../saved/operation.js';
import { DEFAULT_INTERVAL_S, ON_LOSS } from '../../saved/watch.js';
import { element } from '../base/dom.js';
import type { NodeCheck, NodeSetting, NodeSettings } from '../base/node-settings.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { judgeOption, judgeSeconds } from '../validate/judge-operation.js';
import { judgeInterval, judgePath } from '../validate/judge-watch.js';
import { showVerdict } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';

/**
 * Adds the settings of some operations only: interval of a watch, answers of a batch, second press of a guarded
 * command.
 */
export function addAreaSettings(rows: HTMLElement, { area, guarded }: PublicOperation, settings: NodeSettings): void {
  if (guarded) addCheck(rows, 'secondPress', settings, false);
  if ('interval' in settings) {
    for (const row of watchRows()) addSettingRow(rows, row, settings);
    addCheck(rows, 'listChanges', settings, true);
    addSettingRow(rows, optionalChoiceRow('onLoss', ON_LOSS), settings);
  }
  if (area !== 'batch') return;
  addSettingRow(rows, choiceRow('output', BATCH_OUTPUTS), settings);
  addSettingRow(rows, choiceRow('failed', FAILED_ENTRIES), settings);
}

const watchRows = (): SettingRow[] => [
  {
    name: 'interval',
    placeholder: String(DEFAULT_INTERVAL_S),
    hint: () => words('hints.interval'),
    judge: judgeInterval,
  },
  { name: 'path', placeholder: words('usual.path'), hint: () => words('hints.path'), judge: judgePath },
];

function addCheck(rows: HTMLElement, name: NodeCheck, settings: NodeSettings, usual: boolean): void {
  // Node-RED saves an input with this id by itself.
  const input = element('input', { type: 'checkbox', class: 'hub-check', id: `node-input-${name}` });
  input.checked = settings[name] ?? usual;
  $(input).on('change', () => {
    settings[name] = input.checked;
  });
  const label = element('label', { for: input.id }, words(`editor.${name}`));
  const hint = element('div', { class: 'hub-hint' }, words(`hints.${name}`));
  rows.append(element('div', { class: 'form-row' }, label, ' ', input, hint));
}

/** Adds the folded part with the live settings. */
export function addLiveSettings(rows: HTMLElement, operation: PublicOperation, settings: NodeSettings): void {
  const shown = rowsFor(operation, settings).filter(({ name }) => name in settings);
  if (shown.length === 0) return;
  const details = element('details', { class: 'hub-live' }, element('summary', {}, words('editor.live')));
  details.open = shown.some(({ name }) => settings[name]);
  rows.append(details);
  for (const row of shown) addSettingRow(details, row, settings);
}

function rowsFor(operation: PublicOperation, settings: NodeSettings): SettingRow[] {
  const { kind, latest } = operation;
  const timeout = secondsRow('timeout', words('usual.timeout'), kind === 'read' ? 'timeoutRead' : 'timeout');
  if (kind === 'read') return [timeout];
  return [
    ...(kind === 'trigger' ? triggerRows() : []),
    // With a single option, the row is visible only if the flow saved another value.
    ...(latest || settings.delivery ? [optionalChoiceRow('delivery', deliveriesOf(operation))] : []),
    ...(latest ? [optionalChoiceRow('superseded', SUPERSEDED)] : []),
    secondsRow('expiry', words(`usual.expiry_${kind}`)),
    timeout,
  ];
}

const triggerRows = (): SettingRow[] => [
  optionalChoiceRow('actOn', ACT_ON),
  ...(['property', 'pressedIs', 'releasedIs'] as const).map(textRow),
  secondsRow('lockout', words('usual.lockout')),
];

const textRow = (name: 'property' | 'pressedIs' | 'releasedIs'): SettingRow => ({
  name,
  placeholder: words(`usual.${name}`),
  hint: () => words(`hints.${name}`),
  judge: () => true,
});

const secondsRow = (name: 'timeout' | 'expiry' | 'lockout', placeholder: string, hint: string = name): SettingRow => ({
  name,
  placeholder,
  hint: () => words(`hints.${hint}`),
  judge: (value) => judgeSeconds(name, value),
});

/** A setting in the dialog: its field with a hint below. */
interface SettingRow {
  readonly name: NodeSetting;
  readonly placeholder?: string;
  /** If it is a choice. */
  readonly options?: readonly Option[];
  readonly hint: (value: string) => string;
  readonly judge: (value: string) => Verdict;
}

/** A setting with a few choices, the default first. */
function choiceRow(name: NodeSetting, values: readonly string[], firstOptions: readonly Option[] = []): SettingRow {
  const options = values.map((value) => ({ value, label: words(`${name}.${value}`) }));
  return {
    name,
    options: [...firstOptions, ...options],
    hint: (value) => {
      const effective = value || values[0];
      return values.includes(String(effective)) ? words(`hints.${effective}`) : '';
    },
    judge: (value) => judgeOption(name, values, value),
  };
}

/** The same, where a blank stands for the default. */
const optionalChoiceRow = (name: NodeSetting, values: readonly string[]): SettingRow =>
  choiceRow(name, values, [{ value: '', label: words('editor.asUsual', { usual: words(`${name}.${values[0]}`) }) }]);

/** Adds a setting to the dialog. Each change updates `settings`. */
function addSettingRow(
  rows: HTMLElement,
  { name, placeholder = '', options, hint, judge }: SettingRow,
  settings: NodeSettings,
) {
  // Node-RED saves an input with this id by itself.
  const input = element('input', { type: 'text', id: `node-input-${name}`, placeholder });
  input.value = String(settings[name] ?? '');
  const label = element('label', { for: input.id }, words(`editor.${name}`));
  const hintElement = element('div', { class: 'hub-hint' });
  const row = element('div', { class: 'form-row' }, label, ' ', input);
  rows.append(row);
  const field = options ? offerChoices(input, options) : input;
  showVerdict(field, judge);
  row.append(hintElement);
  const update = () => {
    settings[name] = field.value;
    hintElement.textContent = hint(field.value);
  };
  $(row).on('change keyup input', update);
  update();
}
