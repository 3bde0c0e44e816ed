import { StoredFiles } from '../stored/stored-file.js';
import { cuesText, parseCues } from './cue-text.js';
import type { CueList } from './list.js';

/** The open files of cue lists. */
export const cueFiles = new StoredFiles<CueList>({ empty: new Map(), parse: parseCues, text: cuesText });
