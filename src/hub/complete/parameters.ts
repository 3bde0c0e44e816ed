import { isObject } from '../../base/values.js';
import { HubError } from '../wire/errors.js';
import { objectIn, unknownName } from './answers.js';
import { type Completion, cachedOrFresh } from './completion.js';

const READ = 'getFunction';

/** Parameters of a function by name or path, `{ File: 'a.mov' }`, become a list of paths. A list is sent as it is. */
export const functionParameters: Completion = {
  needs: ({ Parameters }) => !Array.isArray(Parameters),

  description: ({ Parameters: parameters, ...params }) => (isObject(parameters) ? { read: READ, params } : undefined),

  async complete({ Parameters: parameters, ...target }, lookUps) {
    const entries = Object.entries(isObject(parameters) ? parameters : {});
    const paths = await cachedOrFresh(lookUps, READ, target, pathsOf, (found) => {
      const pathsInOrder = entries.map(([name]) => found.get(name));
      return pathsInOrder.includes(undefined) ? undefined : pathsInOrder;
    });
    const list = entries.map(([name, value]) => {
      const path = paths.get(name);
      if (path === undefined) throw unknownName('Parameters', name, [...paths.values(), ...paths.keys()]);
      return { PropertyPath: path, payload: { value } };
    });
    return { ...target, Parameters: list };
  },
};

/** Names and paths of a function's parameters, each with the path (docs/develop/interface.md "Resources"). */
function pathsOf(description: unknown): Map<string, string> {
  const { Properties } = objectIn(description, READ);
  const paths = new Map<string, string>();
  const rows = Object.entries(Properties ?? {});
  for (const [name, row] of rows) {
    if (!isObject(row)) continue;
    const path = typeof row.PropertyPath === 'string' ? row.PropertyPath : name;
    for (const key of [path, name]) paths.set(key, path);
  }
  if (paths.size === 0 && rows.length > 0) throw new HubError('HUB_BAD_ANSWER', { cause: READ });
  return paths;
}
