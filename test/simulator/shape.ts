/**
 * The shape of an answer, written by hand. A word means a value: `text`, `int`, `number`, `bool` or `any`, with or
 * without `|null`. A list has the shape of its entries, an object the shapes of its fields. `name?` is an optional
 * field. `*` means fields of any name. Other fields are not allowed.
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

/** The first place where a value differs from a shape, e.g. `$.0.name: text`. */
export function difference(value: unknown, shape: Shape, at = '$'): string | undefined {
  if (typeof shape === 'string')
    return shape.split('|').some((word) => WORDS[word]?.(value)) ? undefined : `${at}: ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return `${at}: a list with entries`;
    return first(value.map((entry, index) => difference(entry, shape[0] as Shape, `${at}.${index}`)));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at}: an object`;
  return fieldDifference(value as Record<string, unknown>, shape as Record<string, Shape>, at);
}

function fieldDifference(value: Record<string, unknown>, shape: Record<string, Shape>, at: string): string | undefined {
  const { '*': any, ...named } = shape;
  const shapes = new Map(Object.entries(named).map(([name, inner]) => [name.replace('?', ''), inner]));
  return (
    first(
      Object.keys(named).map((name) => (name.endsWith('?') || name in value ? undefined : `${at}.${name}: missing`)),
    ) ??
    first(
      Object.entries(value).map(([name, inner]) => {
        const shapeOf = shapes.get(name) ?? any;
        return shapeOf === undefined ? `${at}.${name}: too much` : difference(inner, shapeOf, `${at}.${name}`);
      }),
    )
  );
}

const first = (differences: (string | undefined)[]): string | undefined =>
  differences.find((difference) => difference !== undefined);
