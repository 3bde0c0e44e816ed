import { type StoredFile, StoredFiles } from '../stored/stored-file.js';
import type { Looks } from './look.js';
import { looksText, parseLooks } from './look-text.js';

/** The file of the looks of one hub. */
export type LookFile = StoredFile<Looks>;

/** The open files of looks. */
export const lookFiles = new StoredFiles<Looks>({ empty: new Map(), parse: parseLooks, text: looksText });
