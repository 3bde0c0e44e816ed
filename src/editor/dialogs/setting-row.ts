import { element } from '../base/dom.js';
import type { NodeSetting, NodeSettings } from '../base/node-settings.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { judgeOption } from '../validate/judge-operation.js';
import { showVerdict } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';

/** A setting in the dialog: its field with a hint below. */
export interface SettingRow {
  readonly name: NodeSetting;
  readonly placeholder?: string;
  /** If it is a choice. */
  readonly options?: readonly Option[];
  readonly hint: (value: string) => string;
  readonly judge: (value: string) => Verdict;
}

/** A setting with a few choices, the default first. */
export function choiceRow(
  name: NodeSetting,
  values: readonly string[],
  firstOptions: readonly Option[] = [],
): SettingRow {
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
export const optionalChoiceRow = (name: NodeSetting, values: readonly string[]): SettingRow =>
  choiceRow(name, values, [{ value: '', label: words('editor.asUsual', { usual: words(`${name}.${values[0]}`) }) }]);

/** Adds a setting to the dialog. Each change updates `settings`. */
export function addSettingRow(
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
