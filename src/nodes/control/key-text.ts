import { firstName } from '../../base/display.js';
import { savedNames } from '../../hub/words/target-names.js';
import type { ActionValues } from '../../saved/control.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Command } from './commands.js';
import { cueText } from './cues.js';

/** The text of a control without an own one: the name of the thing that its first action changes, or of the cue. */
export function usualText(words: RuntimeWords, action: ActionValues | undefined, command: Command | undefined): string {
  if (action?.does === 'cue') return cueText(words, action);
  if (action?.does === 'look') return action.look;
  if (!command) return '';
  const { itemId, buttonKey, ...names } = savedNames(command.operation, command.params);
  return itemId ? [itemId, buttonKey].filter(Boolean).join(' ') : firstName(Object.values(names).at(-1));
}
