import type { PublicOperation } from '../../hub/table/public-table.js';
import { describe } from '../../saved/field.js';
import { operationFields } from '../../saved/operation.js';
import { WATCH } from '../../saved/watch.js';
import { element, formRow } from '../base/dom.js';
import { type NodeCheck, type NodeSetting, type NodeSettings, usesSetting } from '../base/node-types.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { judgeField, optionsOf, type Verdict } from '../validate/judge.js';
import { showVerdict } from '../validate/show-verdict.js';

/** The place of the settings of an operation in a dialog. */
interface Place {
  readonly rows: HTMLElement;
  readonly operation: PublicOperation;
  /** Each change updates them. */
  readonly settings: NodeSettings;
  /** Separates the ids of several operations. Blank: Node-RED saves the inputs by itself. */
  readonly prefix: string;
}

/**
 * Adds the settings of some operations only: interval of a watch, answers of a batch, second press of a guarded
 * command.
 */
export function addAreaSettings(place: Place): void {
  const { operation, settings } = place;
  const fields = settingFields(operation);
  if (operation.guarded) addCheck(place, 'secondPress', fields.secondPress.usual);
  if ('interval' in settings) {
    addSettingRow(place, textRow('interval', fields, String(fields.interval.usual)));
    addSettingRow(place, textRow('path', fields, words('usual.path')));
    addCheck(place, 'listChanges', fields.listChanges.usual);
    addSettingRow(place, optionalChoiceRow('onLoss', fields));
  }
  if (operation.area !== 'batch') return;
  addSettingRow(place, choiceRow('output', fields));
  addSettingRow(place, choiceRow('failed', fields));
}

function addCheck({ rows, settings, prefix }: Place, name: NodeCheck, usual: boolean): void {
  const input = element('input', { type: 'checkbox', class: 'hub-check', id: `node-input-${prefix}${name}` });
  input.checked = Boolean(settings[name] ?? usual);
  $(input).on('change', () => {
    settings[name] = input.checked;
  });
  rows.append(formRow(words(`editor.${name}`), input, element('div', { class: 'hub-hint' }, words(`hints.${name}`))));
}

/** Adds the folded part with the live settings. */
export function addLiveSettings(place: Place): void {
  const { rows, operation, settings } = place;
  const isShown = (name: NodeSetting) => name in settings && usesSetting(operation, name);
  // With a single option, the row is visible only if the flow saved another value.
  const hasDelivery = operation.newestWins || Boolean(settings.delivery);
  const shown = LIVE.filter((name) => isShown(name) && (name !== 'delivery' || hasDelivery));
  if (shown.length === 0) return;
  const details = element('details', { class: 'hub-live' }, element('summary', {}, words('editor.live')));
  details.open = shown.some((name) => settings[name]);
  rows.append(details);
  for (const name of shown) addSettingRow({ ...place, rows: details }, liveRow(name, operation));
}

/** The live settings, in their order. */
const LIVE = [
  ...['actOn', 'property', 'pressedIs', 'releasedIs', 'lockout', 'delivery', 'superseded', 'expiry', 'timeout'],
] as const satisfies readonly NodeSetting[];

function liveRow(name: (typeof LIVE)[number], operation: PublicOperation): SettingRow {
  const fields = settingFields(operation);
  if (fields[name].kind === 'choice') return optionalChoiceRow(name, fields);
  const { kind } = operation;
  const usual = words(`usual.${name === 'expiry' ? `expiry_${kind}` : name}`);
  return textRow(name, fields, usual, name === 'timeout' && kind === 'read' ? 'timeoutRead' : name);
}

/** The fields of the settings of all nodes with an operation. */
const settingFields = (operation: PublicOperation) => ({
  ...WATCH.fields,
  ...operationFields(operation).fields,
});

type SettingFields = ReturnType<typeof settingFields>;

/** A setting in the dialog: its field with a hint below. */
interface SettingRow {
  readonly name: NodeSetting;
  readonly placeholder?: string;
  /** If it is a choice. */
  readonly options?: readonly Option[];
  readonly hint: (value: string) => string;
  readonly judge: (value: string) => Verdict;
}

/** A setting that is typed. */
const textRow = (name: NodeSetting, fields: SettingFields, placeholder: string, hint: string = name): SettingRow => ({
  name,
  placeholder,
  hint: () => words(`hints.${hint}`),
  judge: (value) => judgeField(describe(fields), {}, name, value),
});

/** A setting with a few choices, the default first. */
function choiceRow(name: NodeSetting, fields: SettingFields, firstOptions: readonly Option[] = []): SettingRow {
  const options = optionsOf(fields[name]);
  return {
    ...textRow(name, fields, ''),
    options: [...firstOptions, ...options],
    hint: (text) => {
      const effective = text || options[0]?.value;
      return options.some(({ value }) => value === effective) ? words(`hints.${effective}`) : '';
    },
  };
}

/** The same, where a blank stands for the default. */
const optionalChoiceRow = (name: NodeSetting, fields: SettingFields): SettingRow =>
  choiceRow(name, fields, [
    { value: '', label: words('editor.asUsual', { usual: optionsOf(fields[name])[0]?.label ?? '' }) },
  ]);

/** Adds a setting to the dialog. */
function addSettingRow(
  { rows, settings, prefix }: Place,
  { name, placeholder = '', options, hint, judge }: SettingRow,
): void {
  const input = element('input', { type: 'text', id: `node-input-${prefix}${name}`, placeholder });
  input.value = String(settings[name] ?? '');
  const hintElement = element('div', { class: 'hub-hint' });
  const row = formRow(words(`editor.${name}`), input);
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
