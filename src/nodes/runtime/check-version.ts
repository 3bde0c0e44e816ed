import { badInput } from '../../hub/wire/errors.js';
import { NEWEST_VERSION, type SavedVersion, versionFault } from '../../saved/version.js';

/** Throws `BAD_INPUT` if this package cannot read the saved fields of a node. */
export function checkVersion({ version }: SavedVersion): void {
  const sentence = versionFault(version);
  if (!sentence) return;
  const error = badInput('version', version, { key: 'integer', minimum: 1 });
  throw error.with({ sentence, version: Number(version), newest: NEWEST_VERSION });
}
