import { anonymize } from './anonymize.js';
import { SecretFilter } from './blank-secrets.js';
import type { House } from './house.js';

/** A copy of a recording without secrets and, if `isAnonymous`, without names and texts of the house. */
export function privateHouse(house: House, { isAnonymous }: { readonly isAnonymous: boolean }): House {
  const secrets = new SecretFilter();
  const reads = house.reads.map((read) => ({
    ...read,
    params: secrets.params(read.params),
    ...('answer' in read && { answer: secrets.filter(read.answer, read.params) }),
  }));
  const missing = house.missing.map((gap) => ({ ...gap, params: secrets.params(gap.params) }));
  // An earlier part of a resumed recording is filtered already.
  const filtered = { ...house, reads, missing, blanked: house.blanked + secrets.count };
  return isAnonymous ? anonymize(filtered) : filtered;
}
