import { element } from '../base/dom.js';
import type { Option } from '../base/red.js';
import type { Setting, Settings } from '../base/settings.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/choice.js';
import { judgeOption } from '../validate/operation.js';
import { explain } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';

/** A setting in the dialog: its field, and below it what it means. */
export interface Row {
  readonly name: Setting;
  readonly placeholder?: string;
  readonly prepare?: (input: HTMLInputElement) => void;
  readonly hint: (value: string) => string;
  readonly judge: (value: string) => Verdict;
}

/** A setting that is one of a few words, the usual one first. */
export function choiceRow(name: Setting, values: readonly string[], before: readonly Option[] = []): Row {
  const options = values.map((value) => ({ value, label: words(`${name}.${value}`) }));
  return {
    name,
    prepare: (input) => offerChoices(input, [...before, ...options]),
    hint: (value) => {
      const meant = value || values[0];
      return values.includes(String(meant)) ? words(`hints.${meant}`) : '';
    },
    judge: (value) => judgeOption(name, values, value),
  };
}

/** The same, where a blank stands for the usual one, whatever that will be. */
export const usualRow = (name: Setting, values: readonly string[]): Row =>
  choiceRow(name, values, [{ value: '', label: words('editor.asUsual', { usual: words(`${name}.${values[0]}`) }) }]);

/** Puts a setting into the dialog; `settings` follows what is typed. */
export function addRow(rows: HTMLElement, { name, placeholder = '', prepare, hint, judge }: Row, settings: Settings) {
  // Node-RED saves the input of this id by itself.
  const input = element('input', { type: 'text', id: `node-input-${name}`, placeholder });
  input.style.width = '70%';
  input.value = String(settings[name] ?? '');
  const label = element('label', { for: input.id }, words(`editor.${name}`));
  const sentence = element('div', { class: 'hub-hint' });
  const row = element('div', { class: 'form-row' }, label, ' ', input);
  rows.append(row);
  prepare?.(input);
  explain(input, () => {
    settings[name] = input.value;
    sentence.textContent = hint(input.value);
    return judge(input.value);
  });
  row.append(sentence);
}
