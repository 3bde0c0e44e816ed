import type { SimulatorState } from '../state/state.js';
import type { JournalEntry } from './journal.js';
import type { SimulatorSettings } from './options.js';
import type { Router } from './route.js';
import type { Rule } from './trouble.js';

/** State that all requests of one simulator share. */
export interface SimulatorContext {
  readonly settings: SimulatorSettings;
  readonly state: SimulatorState;
  readonly journal: JournalEntry[];
  readonly rules: Rule[];
  readonly router: Router;
}

/** The part of the state that an operation needs. */
export type HubContext = Pick<SimulatorContext, 'settings' | 'state' | 'router'>;
