import type { State } from '../state/state.js';
import type { JournalEntry } from './journal.js';
import type { Settings } from './options.js';
import type { Router } from './route.js';
import type { Rule } from './trouble.js';

/** What all exchanges of one simulator share. */
export interface Desk {
  readonly settings: Settings;
  readonly state: State;
  readonly journal: JournalEntry[];
  readonly rules: Rule[];
  readonly router: Router;
}

/** What it takes to do what requests ask for. */
export type Hub = Pick<Desk, 'settings' | 'state' | 'router'>;
