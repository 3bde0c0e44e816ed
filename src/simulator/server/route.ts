import { Value } from '@sinclair/typebox/value';
import type { Operation } from '../../hub/table/operation.js';
import { operations } from '../../hub/table/operations.js';
import { matchPath } from '../../hub/table/paths.js';
import { VERSION_BASE } from '../../hub/wire/settings.js';

/** An operation that a request may mean, with the values of its path. */
export interface Route {
  readonly operation: Operation;
  readonly params: Record<string, string>;
}

/** Finds the operations that a request may mean, the best first. */
export type Router = (method: string, path: string) => Route[];

/** A router over the table, with the linear area under its segment. */
export function routerFor(linearSegment: string, table = operations): Router {
  const templates = table.map((operation) => ({
    operation,
    template: VERSION_BASE + operation.path.replace('{linear}', encodeURIComponent(linearSegment)),
  }));
  templates.sort((one, other) => (shape(one.template) < shape(other.template) ? -1 : 1));
  return (method, path) =>
    templates.flatMap(({ operation, template }) => {
      const params = operation.method === method ? matchPath(template, path) : undefined;
      return params && areValid(operation, params) ? [{ operation, params }] : [];
    });
}

/** Sorts a literal segment before a placeholder. */
const shape = (template: string): string => template.replace(/[^/{]+/g, 'a').replaceAll('{', 'b');

/** Whether each value is what the table wants there; a number must be written in digits. */
const areValid = ({ params = {} }: Operation, values: Record<string, string>): boolean =>
  Object.entries(params).every(([name, schema]) => {
    const text = values[name] ?? '';
    return schema.type === 'string' || (/^\d+$/.test(text) && Value.Check(schema, Number(text)));
  });
