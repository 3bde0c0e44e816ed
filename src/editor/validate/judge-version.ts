import { versionFault } from '../../saved/version.js';
import { words } from '../base/words.js';
import type { Verdict } from './verdict.js';

/** Validates the saved version of a node, for `validate` in its HTML. */
export function judgeVersion(version: unknown): Verdict {
  const fault = versionFault(version);
  return fault === undefined || words(`reasons.${fault}`, { version: Number(version) });
}
