import type { Outcome, Problem } from '../wire/errors.js';
import type { NamedOperation } from './texts.js';

/** `read`: a read changes nothing. `partly`: parts of a command were done, and its sentence begins with that. */
export type Verdict = Outcome | 'read' | 'partly';

/**
 * The verdict of a failure, from its outcome. The advice of the sentence follows from it: after *unknown*, look at the
 * output first. After *not-sent*, nothing was sent, so a person can press again. No sentence has both.
 */
export function verdictOf({ facts, outcome }: Problem, operation: NamedOperation | undefined): Verdict {
  if (operation?.kind === 'read') return 'read';
  return 'sentence' in facts && facts.sentence === 'halfDone' && outcome !== 'unknown' ? 'partly' : outcome;
}
