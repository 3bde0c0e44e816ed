/**
 * The shape of an answer, written by hand: a word for a value (`text`, `int`, `number`, `bool`, `any`, with `|null`),
 * a list with the shape of its entries, or an object with the shapes of its fields; a field may be optional (`name?`),
 * and `*` stands for fields of any name. Fields that are not written must not be there.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

const WORDS: Record<string, (value: unknown) => boolean> = {
  any: (value) => value !== undefined,
  text: (value) => typeof value === 'string',
  int: Number.isInteger,
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** Where a value differs from a shape, e.g. `$.0.name: text`; undefined if nowhere. */
export function differs(value: unknown, shape: Shape, at = '$'): string | undefined {
  if (typeof shape === 'string')
    return shape.split('|').some((word) => WORDS[word]?.(value)) ? undefined : `${at}: ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return `${at}: a list with entries`;
    return first(value.map((entry, index) => differs(entry, shape[0] as Shape, `${at}.${index}`)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at}: an object`;
  return differsInFields(value as Record<string, unknown>, shape as Record<string, Shape>, at);
}

function differsInFields(value: Record<string, unknown>, shape: Record<string, Shape>, at: string): string | undefined {
  const { '*': any, ...named } = shape;
  const known = new Map(Object.entries(named).map(([name, inner]) => [name.replace('?', ''), inner]));
  return (
    first(
      Object.keys(named).map((name) => (name.endsWith('?') || name in value ? undefined : `${at}.${name}: missing`)),
    ) ??
    first(
      Object.entries(value).map(([name, inner]) => {
        const wanted = known.get(name) ?? any;
        return wanted === undefined ? `${at}.${name}: too much` : differs(inner, wanted, `${at}.${name}`);
      }),
    )
  );
}

const first = (differences: (string | undefined)[]): string | undefined =>
  differences.find((difference) => difference !== undefined);
