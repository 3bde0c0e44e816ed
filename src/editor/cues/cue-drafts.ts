import { cuesWithLook } from '../../cues/edit-list.js';
import type { CueList } from '../../cues/list.js';
import { writeCues } from '../base/cue-lists.js';
import { element } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import type { NewNames } from '../desk/new-names.js';
import { offerNewNumbers } from './cues-desk.js';

/** Changes of a list that were not saved. They stay until they are saved or dropped. */
export interface CueDraft {
  readonly cues: CueList;
  /** The revision that was changed. */
  readonly revision: string;
  /** The new numbers of cues, by the old ones. */
  readonly newNumbers: NewNames;
  readonly reason: string;
}

/** By list. */
const drafts = new Map<string, CueDraft>();

const writing = new Map<string, Promise<void>>();

/** The changes of a list that could not be saved. Waits for a save that has not ended. */
export async function draftOf(list: string): Promise<CueDraft | undefined> {
  await writing.get(list);
  return drafts.get(list);
}

export const dropDraft = (list: string): void => void drafts.delete(list);

/** Saves a list. If this fails, the changes stay as a draft, and a notification shows the reason. `id` is its node. */
export function saveList(id: string, list: string, draft: CueDraft): void {
  drafts.set(list, draft);
  writing.set(list, write(id, list, draft));
}

/** Blank if the list was written. */
const reasonOfWrite = (list: string, revision: string, cues: CueList): Promise<string> =>
  writeCues(list, revision, cues).then(({ isChanged }) => (isChanged ? words('cues.edit.changed') : ''), reasonOf);

async function write(id: string, list: string, draft: CueDraft): Promise<void> {
  const { cues, revision, newNumbers } = draft;
  // The file has no looks without a name.
  const [blank] = cuesWithLook(cues, '');
  const reason = blank ? words('cues.edit.blankLook', { cue: blank }) : await reasonOfWrite(list, revision, cues);
  writing.delete(list);
  if (reason === '') {
    drafts.delete(list);
    return offerNewNumbers(id, newNumbers);
  }
  drafts.set(list, { ...draft, reason });
  const text = words('cues.edit.notSaved', { list, reason });
  const notification = red.notify(element('p', {}, text), {
    fixed: true,
    buttons: [{ text: words('cues.edit.ok'), class: 'primary', click: () => notification.close() }],
  });
}
