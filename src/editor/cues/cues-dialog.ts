import { escapeReferences } from '../../base/display.js';
import { CUES, type SavedCuesNode } from '../../saved/cues.js';
import type { CuesNode } from '../base/cue-lists.js';
import { byId } from '../base/dom.js';
import { words } from '../base/words.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { judgeList } from '../validate/judge-list.js';
import { CueListEditor } from './cue-list-editor.js';

const input = (field: string) => byId(`node-input-${field}`);

const editors = new WeakMap<CuesNode, CueListEditor>();

/** The label of a cue list without a name. */
export const cuesLabel = ({ list }: SavedCuesNode): string =>
  escapeReferences(list ? words('cues.label', { list }) : words('cues.labelWithoutList'));

/** Fills the template of the dialog. */
export function openCues(node: CuesNode): void {
  showSavedFields(CUES, { input, judges: { list: (list) => judgeList(node, list) } });
  editors.set(node, new CueListEditor(node, byId<HTMLDivElement>('hub-cues'), input('list')));
}

/** Saves the cues, which are not part of the flow. */
export function saveCues(node: CuesNode): void {
  editors.get(node)?.save();
}
