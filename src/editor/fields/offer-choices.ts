import { isEnvironment } from '../../saved/environment.js';
import type { Field } from '../../saved/field.js';
import { element, fillSelect } from '../base/dom.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { optionsOf } from '../validate/judge.js';
import { includeSaved } from './input-types.js';

/**
 * Replaces a text input by a select with the same id, so Node-RED saves it like any field. The last option is an
 * environment variable: a text field below accepts `${NAME}`. A saved value that is not an option stays, with a mark.
 */
export function offerChoices(input: HTMLInputElement, options: readonly Option[]): HTMLSelectElement {
  const { id, value } = input;
  const variable = element('input', {
    type: 'text',
    class: 'hub-variable',
    placeholder: words('editor.environmentExample'),
    'aria-label': words('editor.environment'),
  });
  const fromVariable = element('option', {}, words('editor.environment'));
  const choices = includeSaved(options, isEnvironment(value) ? '' : value);
  const shown = choices.map((choice) => element('option', { value: choice.value }, choice.label));
  const select = element('select', { id, class: 'hub-choice' }, ...shown, fromVariable);
  variable.value = isEnvironment(value) ? value : '';
  const chosen = shown.find((option) => option.value === value) ?? shown[0];
  (isEnvironment(value) ? fromVariable : chosen)?.setAttribute('selected', '');
  const update = () => {
    fromVariable.value = variable.value;
    variable.hidden = !fromVariable.selected;
  };
  $(select).on('change', update);
  $(variable).on('input', () => {
    update();
    changed(select);
  });
  input.replaceWith(select, variable);
  update();
  return select;
}

/** The select of a choice in a part of a dialog that saves it by itself. A saved value that is not an option stays, with a mark. */
export function choiceField(id: string, field: Field, saved: unknown): HTMLSelectElement {
  const select = element('select', { id, class: 'hub-choice' });
  const chosen = String(saved || field.usual);
  fillSelect(select, includeSaved(optionsOf(field), chosen), chosen);
  return select;
}

/** Fills in a field or chooses an option, as a user does. */
export function fillIn(field: HTMLElement & { value: string }, value: string): void {
  field.value = value;
  changed(field);
}

const changed = (field: HTMLElement) => void field.dispatchEvent(new Event('change', { bubbles: true }));
