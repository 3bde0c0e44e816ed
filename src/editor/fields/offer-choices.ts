import { isEnvironment } from '../../saved/environment.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { includeSaved } from './input-types.js';

/**
 * Turns a text input into a list that also accepts `${NAME}`. The input keeps the plain value, so Node-RED saves it
 * like any field. A saved value that is not an option stays, with a mark.
 */
export function offerChoices(input: HTMLInputElement, options: readonly Option[]): void {
  const { value } = input;
  input.placeholder = words('editor.environmentExample');
  const list = { value: 'choice', label: words('editor.choice'), icon: 'fa fa-list-ul' };
  const environment = {
    value: 'environment',
    label: words('editor.environment'),
    icon: 'red/images/typedInput/env.svg',
  };
  $(input).typedInput({
    types: [{ ...list, options: includeSaved(options, isEnvironment(value) ? '' : value) }, environment],
    default: isEnvironment(value) ? environment.value : list.value,
  });
}
