import { STEP_LOCKOUT } from '../../saved/operation.js';

/** The lockout of a new key after its command was chosen. A lockout that a user has typed stays. */
export function stepLockout(present: string, advances: boolean): string {
  if (advances) return present === '' ? STEP_LOCKOUT : present;
  return present === STEP_LOCKOUT ? '' : present;
}
