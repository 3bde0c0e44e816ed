/** The saved fields of every node have it. */
export interface SavedVersion {
  version?: unknown;
}

/** The newest version of the saved fields that this package reads. */
export const NEWEST_VERSION = 1;

/** The problem of a saved version as the catalogue's key. A flow written by hand may have no version. */
export function versionFault(version: unknown): 'newerVersion' | 'wrongVersion' | undefined {
  if (version === undefined) return undefined;
  const isNumber = typeof version === 'number' || (typeof version === 'string' && /^\d+$/.test(version));
  const number = isNumber ? Number(version) : Number.NaN;
  if (!Number.isInteger(number) || number < 1) return 'wrongVersion';
  return number > NEWEST_VERSION ? 'newerVersion' : undefined;
}
