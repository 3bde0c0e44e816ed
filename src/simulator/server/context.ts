import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { SimulatorState } from '../state/state.js';
import type { JournalEntry } from './journal.js';
import type { SimulatorSettings } from './options.js';
import type { Router } from './route.js';
import type { StatusLag } from './status-lag.js';
import type { Rule, Switch } from './trouble.js';

/** State that all requests of one simulator share. */
export interface SimulatorContext {
  readonly settings: SimulatorSettings;
  readonly state: SimulatorState;
  readonly journal: JournalEntry[];
  readonly rules: Rule[];
  readonly switches: Set<Switch>;
  readonly statusLag: StatusLag;
  readonly router: Router;
  /** The recording that reads answer with. Absent: the simulator's own data. */
  readonly recording?: ServedRecording | undefined;
  /** Resets state, journal and faults. */
  readonly reset: () => void;
}

/** A recording, and the state of the simulator at its start. */
interface ServedRecording {
  readonly reads: RecordedReads;
  readonly first: SimulatorState;
}

/** The part of the state that an operation needs. */
export type HubContext = Pick<SimulatorContext, 'settings' | 'state' | 'statusLag' | 'router' | 'recording'>;
