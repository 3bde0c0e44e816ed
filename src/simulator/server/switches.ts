import type { Operation } from '../../hub/table/operations.js';
import type { Trouble } from './trouble.js';

/** Faults that the page and `/control/` switch on and off (docs/library.md "Rehearse trouble"). */
export const SWITCHES = ['slow', 'refuse', 'away'] as const;

export type Switch = (typeof SWITCHES)[number];

export const isSwitch = (name: string): name is Switch => (SWITCHES as readonly string[]).includes(name);

/** Delay of each answer in ms. The page names it. */
const SLOW = 3000;

const REFUSED = { status: 409, body: '409: The simulator is set to refuse commands' };

/** The trouble of the switches for a request. *Away* is checked later, because it may begin during the delay. */
export const switchedTrouble = (switches: ReadonlySet<Switch>, operation: Operation | undefined): Trouble => ({
  ...(switches.has('slow') && { delay: SLOW }),
  ...(switches.has('refuse') && operation?.kind !== 'read' && REFUSED),
});
