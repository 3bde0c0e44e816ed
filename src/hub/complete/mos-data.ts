import { isObject } from '../base/is-object.js';
import { HubError } from '../wire/errors.js';
import { unknownName } from './answers.js';
import type { Completion, Values } from './completion.js';
import { itemsIn, RUNDOWN_READ } from './newsroom-items.js';

/** Data of a MOS object: what is there with the new on top, or only the new. */
export const mosData: Completion = {
  needs: ({ merge }) => merge === true,

  async complete({ ncsID, roID, ...sent }, lookUps) {
    for (const [name, value] of Object.entries({ ncsID, roID }))
      if (value === undefined) throw new HubError('BAD_INPUT', { sentence: 'mergeNeeds', field: name });
    const objects = itemsIn(await lookUps.get(RUNDOWN_READ, { ncsID, roID }, 0)).map(({ mosObject }) => mosObject);
    const object = objects.find(({ objID }) => objID === sent.objID);
    if (!object)
      throw unknownName(
        'objID',
        sent.objID,
        objects.map(({ objID }) => String(objID)),
      );
    return { ...sent, data: mergeData(object.data ?? {}, sent.data) };
  },
};

/** Objects are merged field by field; anything else is replaced. */
function mergeData(old: unknown, fresh: unknown): unknown {
  if (!isObject(old) || !isObject(fresh)) return fresh;
  const result: Values = { ...old };
  for (const [name, value] of Object.entries(fresh)) {
    // Own fields only: a field called __proto__ is data, too.
    Object.defineProperty(result, name, {
      value: mergeData(Object.hasOwn(old, name) ? old[name] : undefined, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}
