import { escapeReferences } from '../../base/display.js';
import { CUES, type SavedCuesNode } from '../../saved/cues.js';
import { byId } from '../base/dom.js';
import { words } from '../base/words.js';
import { showSavedFields } from './saved-inputs.js';

/** The label of a cue list without a name. */
export const cuesLabel = ({ list }: SavedCuesNode): string =>
  escapeReferences(list ? words('cues.label', { list }) : words('cues.labelWithoutList'));

/** Fills the template of the dialog. */
export function openCues(): void {
  showSavedFields(CUES, { input: (field) => byId(`node-input-${field}`) });
}
