import { idKey } from '../../base/ids.js';
import type { Operation } from '../table/operations.js';
import { isIdSchema } from '../wire/ids.js';
import type { Params } from '../wire/request.js';

/**
 * A claim on a lane: on the whole target, or on some parts of it. Different parts are independent. Setting a whole
 * property claims `{ lane: '["property",7,"Camera","Position"]' }`. Setting its x on RE5 claims `{ lane: …, parts: () =>
 * ['x'] }`.
 */
export interface Claim {
  readonly lane: string;
  /** The parts. They may become certain only while the call waits, when the type of the engine is read. */
  parts?(): Parts;
}

/**
 * The parts of a target that a call uses, as dot paths. Undefined: the whole target. Examples: `rotation.z` of a property
 * on RE5, `item.7` of a rundown. `rotation` and `rotation.z` overlap, `rotation.x` and `rotation.z` do not.
 */
export type Parts = readonly string[] | undefined;

/** The same text for the same parts. '' is the whole target. */
export const partsKey = (parts: Parts): string => (parts ? JSON.stringify(parts) : '');

/** The path of a part. A value with a dot is one step of it. */
export const partPath = (...steps: readonly unknown[]): string =>
  steps.map((step) => String(step).replaceAll('%', '%25').replaceAll('.', '%2E')).join('.');

/** The claim of a command: the lane of its target and the parts that it uses, from the parameters in the table. */
export function claimsOf(
  { lane: rule, completion, parameters }: Pick<Operation, 'lane' | 'completion' | 'parameters'>,
  checked: Params,
  runsRe5: (property: Params) => boolean,
): Claim[] {
  if (!rule) return [];
  const isId = (by: string) => parameters.some(({ name, schema }) => name === by && isIdSchema(schema));
  const textOf = (name: string) => {
    const value = checked[name];
    return typeof value === 'string' && isId(name) ? idKey(value) : String(value);
  };
  const lane = JSON.stringify([rule.name, ...rule.by.map(textOf)]);
  if (rule.parts) {
    const used = rule.parts.filter(({ ifSet }) => ifSet === undefined || checked[ifSet] !== undefined);
    const parts = used.map(({ name, by = [] }) => partPath(name, ...by.map(textOf)));
    return [{ lane, parts: () => parts }];
  }
  const { Component } = checked;
  if (completion !== 'propertyValue' || Component === undefined) return [{ lane }];
  return [{ lane, parts: () => (runsRe5(checked) ? [String(Component)] : undefined) }];
}

/** Each lane once, with the parts of all claims on it. */
export function mergeClaims(claims: readonly Claim[]): Claim[] {
  const byLane = new Map<string, Claim>();
  for (const claim of claims) {
    const { lane } = claim;
    const other = byLane.get(lane);
    byLane.set(lane, other ? { lane, parts: () => mergeParts(other.parts?.(), claim.parts?.()) } : claim);
  }
  return [...byLane.values()];
}

const mergeParts = (one: Parts, other: Parts): Parts => one && other && [...new Set([...one, ...other])];

/** Parts that are taken. It is as fast with thousands of them as with one. */
export class TakenParts {
  #hasAny = false;
  /** True after the whole target was taken. */
  #isWhole = false;
  readonly #paths = new Set<string>();
  /** The paths above them. */
  readonly #above = new Set<string>();

  add(parts: Parts): this {
    this.#hasAny = true;
    this.#isWhole ||= parts === undefined;
    for (const path of parts ?? []) {
      this.#paths.add(path);
      for (const above of pathsAbove(path)) this.#above.add(above);
    }
    return this;
  }

  overlaps(parts: Parts): boolean {
    if (!parts || this.#isWhole) return this.#hasAny;
    return parts.some(
      (path) =>
        this.#paths.has(path) || this.#above.has(path) || pathsAbove(path).some((each) => this.#paths.has(each)),
    );
  }
}

/** Example: `a` and `a.b` are above `a.b.c`. */
function pathsAbove(path: string): string[] {
  const above: string[] = [];
  for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) above.push(path.slice(0, end));
  return above;
}
