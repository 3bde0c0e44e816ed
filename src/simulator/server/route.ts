import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Operation, operations } from '../../hub/table/operations.js';
import { matchPath, VERSION_BASE } from '../../hub/table/paths.js';
import type { SimulatorSettings } from './options.js';

/** A candidate operation for a request, with the values of its path. */
export interface Route {
  readonly operation: Operation;
  readonly params: Record<string, string>;
}

/** Finds the candidate operations of a request, the best first. */
export type Router = (method: string, path: string) => Route[];

/**
 * A router over the table for this revision of the hub, with its linear segment. If two operations share a path, the
 * older one at this path is first.
 */
export function routerFor(
  settings: Pick<SimulatorSettings, 'dialect' | 'early' | 'linearSegment'>,
  table = operations,
): Router {
  const segment = encodeURIComponent(settings.linearSegment);
  const templates = table.flatMap((operation) => {
    const path = pathOf(operation, settings);
    return path === null
      ? []
      : [
          {
            operation,
            moved: Number(path !== operation.path),
            template: VERSION_BASE + path.replace('{linear}', segment),
          },
        ];
  });
  templates.sort((one, other) => order(shape(one.template), shape(other.template)) || one.moved - other.moved);
  return (method, path) =>
    templates.flatMap(({ operation, template }) => {
      const params = operation.method === method ? matchPath(template, path) : undefined;
      return params && areValid(operation, params) ? [{ operation, params }] : [];
    });
}

/** The path of an operation in this revision. Null if it does not exist. */
function pathOf(
  { path, laterPath }: Operation,
  { dialect, early }: Pick<SimulatorSettings, 'dialect' | 'early'>,
): string | null {
  return dialect === 1 || early || laterPath === undefined ? path : laterPath;
}

const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Sorts a literal segment before a placeholder. */
const shape = (template: string): string => template.replace(/[^/{]+/g, 'a').replaceAll('{', 'b');

/** True if each value matches its type in the table. A number must be written in digits. */
const areValid = ({ params = {} }: Operation, values: Record<string, string>): boolean =>
  Object.entries(params).every(([name, schema]) => isPathValue(schema, values[name] ?? ''));

export const isPathValue = (schema: TSchema, text: string): boolean =>
  schema.type === 'string' || (/^\d+$/.test(text) && Value.Check(schema, Number(text)));
