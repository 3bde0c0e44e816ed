import { withName } from '../../base/names.js';
import { isObject } from '../../base/values.js';
import { HubError } from '../wire/errors.js';
import { objectIn, theOnly, unknownName } from './answers.js';
import { type Completion, cachedOrFresh } from './completion.js';

const READ = 'getFunction';

/** Parameters of a function by name or path, `{ File: 'a.mov' }`, become a list of paths. A list is sent as it is. */
export const functionParameters: Completion = {
  needs: ({ Parameters }) => !Array.isArray(Parameters),

  description: ({ Parameters: parameters, ...params }) => (isObject(parameters) ? { read: READ, params } : undefined),

  async complete({ Parameters: parameters, ...target }, lookUps) {
    const entries = Object.entries(isObject(parameters) ? parameters : {});
    const rows = await cachedOrFresh(lookUps, READ, target, rowsOf, (found) => {
      const pathsInOrder = entries.map(([name]) => matching(found, name).map(({ path }) => path));
      return pathsInOrder.some((paths) => paths.length === 0) ? undefined : pathsInOrder;
    });
    const list = entries.map(([name, value]) => {
      const row = theOnly('Parameters', name, matching(rows, name), describeRow);
      if (!row) throw unknownName('Parameters', name, [...rows.map(({ path }) => path), ...rows.map(nameOf)]);
      return { PropertyPath: row.path, payload: { value } };
    });
    return { ...target, Parameters: list };
  },
};

interface ParameterRow {
  readonly name: string;
  readonly path: string;
}

/** The parameters of a function (docs/develop/interface.md "Resources"). */
function rowsOf(description: unknown): readonly ParameterRow[] {
  const { Properties } = objectIn(description, READ);
  const rows = Object.entries(Properties ?? {});
  const usable = rows.flatMap(([name, row]) =>
    isObject(row) ? [{ name, path: typeof row.PropertyPath === 'string' ? row.PropertyPath : name }] : [],
  );
  if (usable.length === 0 && rows.length > 0) throw new HubError('HUB_BAD_ANSWER', { cause: READ });
  return usable;
}

/** The parameter with this path, otherwise all with this name. */
function matching(rows: readonly ParameterRow[], nameOrPath: string): readonly ParameterRow[] {
  const atPath = rows.find(({ path }) => path === nameOrPath);
  return atPath ? [atPath] : withName(rows, nameOrPath, nameOf);
}

const nameOf = ({ name }: ParameterRow): string => name;

const describeRow = ({ path, name }: ParameterRow): string => `${path} (${name})`;
