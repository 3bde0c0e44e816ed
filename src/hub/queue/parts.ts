/**
 * The parts of a target that a job uses, as dot paths. Undefined: the whole target. Examples: `rotation.z` of a property
 * on RE5, `item.7` of a rundown. `rotation` and `rotation.z` overlap, `rotation.x` and `rotation.z` do not.
 */
export type Parts = readonly string[] | undefined;

/** The path of a part. A value with a dot is one step of it. */
export const partPath = (...steps: readonly unknown[]): string =>
  steps.map((step) => String(step).replaceAll('%', '%25').replaceAll('.', '%2E')).join('.');

/** The same text for the same parts. '' is the whole target. */
export const partsKey = (parts: Parts): string => (parts ? JSON.stringify(parts) : '');

export const partsOverlap = (one: Parts, other: Parts): boolean => new TakenParts(one).overlaps(other);

/** Parts that are taken. It is as fast with thousands of them as with one. */
export class TakenParts {
  #hasAny = false;
  /** True after the whole target was taken. */
  #isWhole = false;
  readonly #paths = new Set<string>();
  /** The paths above them. */
  readonly #above = new Set<string>();

  constructor(...taken: readonly Parts[]) {
    for (const parts of taken) this.add(parts);
  }

  add(parts: Parts): void {
    this.#hasAny = true;
    this.#isWhole ||= parts === undefined;
    for (const path of parts ?? []) {
      this.#paths.add(path);
      for (const above of pathsAbove(path)) this.#above.add(above);
    }
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
