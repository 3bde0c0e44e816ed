import type { Allowed } from '../hub/table/allowed.js';
import { badInput } from '../hub/wire/errors.js';
import { StoredError } from '../stored/stored-error.js';
import { isLookName, type Look, type Looks } from './look.js';

/** The looks with this one. It replaces a look of the same name. Throws a HubError if the name is blank or too long. */
export function storeLook(looks: Looks, name: string, look: Look): Looks {
  if (!isLookName(name)) throw badInput('look', name, { key: 'lookName' });
  return new Map([...looks, [name, look]]);
}

/** The looks with a new one. Throws a HubError if its name is taken, blank or too long. */
export function addLook(looks: Looks, name: string, look: Look): Looks {
  if (looks.has(name)) throw badInput('look', name, { key: 'newLookName' });
  return storeLook(looks, name, look);
}

/** The looks without this one. Throws a HubError with the names of the looks if it does not exist. */
export function deleteLook(looks: Looks, name: string): Looks {
  findLook(looks, name);
  return new Map([...looks].filter(([each]) => each !== name));
}

/** The looks with this one under another name. Throws a HubError if it does not exist, or the name is wrong or taken. */
export function renameLook(looks: Looks, name: string, to: string): Looks {
  const look = findLook(looks, name);
  if (to !== name && looks.has(to)) throw badInput('to', to, { key: 'newLookName' });
  if (!isLookName(to)) throw badInput('to', to, { key: 'lookName' });
  return storeLook(deleteLook(looks, name), to, look);
}

/** The looks with the imported ones. They replace looks of the same names. */
export const importLooks = (looks: Looks, imported: Looks): Looks => new Map([...looks, ...imported]);

/** The look of this name. Throws a HubError with the names of the looks, or a StoredError if there are none. */
export function findLook(looks: Looks, name: string): Look {
  const look = looks.get(name);
  if (!look && looks.size === 0) throw new StoredError('none', {});
  if (!look) throw badInput('look', name, namesOf(looks));
  return look;
}

const namesOf = (looks: Looks): Allowed => ({ key: 'choice', options: [...looks.keys()] });
