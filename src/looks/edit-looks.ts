import { isSameName, spelled, withName } from '../base/names.js';
import { theOnly } from '../hub/complete/answers.js';
import { badInput } from '../hub/wire/errors.js';
import { StoredError } from '../stored/stored-error.js';
import { isLookName, type Look, type Looks } from './look.js';

/** The names in a file that are equal to a name. If there are several, it is ambiguous. */
export const namesLike = (names: Iterable<string>, name: string): string[] => withName(names, name, (each) => each);

/** A name as the file spells it. Undefined if no look has it. Throws a HubError with all that are equal to it. */
const spellingIn = (names: Iterable<string>, name: string): string | undefined =>
  theOnly('look', name, namesLike(names, name), spelled);

/** The looks with this one. It replaces a look of the same name. Throws a HubError if the name is blank or too long. */
export function storeLook(looks: Looks, name: string, look: Look): Looks {
  if (!isLookName(name)) throw badInput('look', name, { key: 'lookName' });
  return new Map([...looks, [spellingIn(looks.keys(), name) ?? name, look]]);
}

/** The looks with a new one. Throws a HubError if its name is taken, blank or too long. */
export function addLook(looks: Looks, name: string, look: Look): Looks {
  if (namesLike(looks.keys(), name).length > 0) throw badInput('look', name, { key: 'newLookName' });
  return storeLook(looks, name, look);
}

/** The looks without this one. Throws a HubError with the names of the looks if it does not exist. */
export function deleteLook(looks: Looks, name: string): Looks {
  const [found] = lookToEdit(looks, name);
  return new Map([...looks].filter(([each]) => each !== found));
}

/** The looks with this one under another name. Throws a HubError if it does not exist, or the name is wrong or taken. */
export function renameLook(looks: Looks, name: string, to: string): Looks {
  const [found, look] = lookToEdit(looks, name);
  const others = deleteLook(looks, found);
  const isTaken = [...others.keys()].some((each) => isSameName(each, to));
  if (isTaken) throw badInput('to', to, { key: 'newLookName' });
  if (!isLookName(to)) throw badInput('to', to, { key: 'lookName' });
  return storeLook(others, to, look);
}

/** The looks with the imported ones. They replace looks of the same names. */
export const importLooks = (looks: Looks, imported: Looks): Looks =>
  new Map([...looks, ...[...imported].map(([name, look]) => [spellingIn(looks.keys(), name) ?? name, look] as const)]);

/**
 * The look of this name, and its name as the file spells it. Throws a HubError with the names of the looks if none or
 * several have it, or a StoredError if the file is empty.
 */
export function findLook(looks: Looks, name: string): readonly [name: string, look: Look] {
  if (looks.size === 0) throw new StoredError('none', {});
  const found = requireLook(looks, name);
  return [found, looks.get(found) ?? []];
}

/** A name as the names of the looks spell it. Throws a HubError if none of them has it, or several. */
export function requireLook(names: Pick<ReadonlySet<string>, 'keys'>, name: string): string {
  const found = spellingIn(names.keys(), name);
  if (found === undefined) throw badInput('look', name, { key: 'choice', options: [...names.keys()] });
  return found;
}

/** The same as `findLook`, but of two equal names the exact one. Otherwise nobody could rename one of them. */
function lookToEdit(looks: Looks, name: string): readonly [name: string, look: Look] {
  const exact = looks.get(name);
  return exact ? [name, exact] : findLook(looks, name);
}
