import { isEnvironment } from '../../saved/environment.js';
import { $, type Option } from '../base/red.js';
import { words } from '../base/words.js';
import { includeSaved } from './input-types.js';

/**
 * Makes a text input a list to choose from that also takes `${NAME}`. The input keeps the plain value, so that
 * Node-RED saves it as it saves any field; a saved value that is not offered stays and is marked.
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
