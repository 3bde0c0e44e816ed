import { createHash } from 'node:crypto';
import type { StoredFile } from '../stored/stored-file.js';
import { cueFiles, cuesText } from './cue-text.js';
import type { CueList } from './list.js';

/** A list as people edit it. Who saves it names the revision that was read. */
interface EditedList {
  readonly cues: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Differs for each text. */
  readonly revision: string;
  /** Another person has changed the list meanwhile, so nothing was written. */
  readonly changed?: true;
}

/** The list in a file. A file that does not exist is an empty list. Rejects with the error of the file. */
export const readList = (path: string): Promise<EditedList> =>
  withFile(path, async (file) => editedList(await file.read()));

/** Writes the list of a text, unless another person has changed it. Rejects with the error of the text or of the file. */
export const writeList = (path: string, revision: string, list: CueList): Promise<EditedList> =>
  withFile(path, async (file) => {
    let isChanged = false;
    const written = await file.update((present) => {
      isChanged = editedList(present).revision !== revision;
      return isChanged ? present : list;
    });
    const edited = editedList(written);
    return isChanged ? { ...edited, changed: true } : edited;
  });

function editedList(list: CueList): EditedList {
  const text = cuesText(list);
  const revision = createHash('sha256').update(text).digest('base64url');
  return { cues: Object.fromEntries(list), text, revision };
}

/** The file of a list may belong to no running node. */
async function withFile<Result>(path: string, use: (file: StoredFile<CueList>) => Promise<Result>): Promise<Result> {
  const file = cueFiles.open(path);
  try {
    return await use(file);
  } finally {
    file.close();
  }
}
