import { Type } from '@sinclair/typebox';
import { byName, sortFields } from '../base/values.js';
import { StoredError } from '../stored/stored-error.js';
import { type StoredFile, StoredFiles } from '../stored/stored-file.js';
import { indented, readStored } from '../stored/stored-text.js';
import { isLookName, keyOf, type Look, type Looks, type LookValue, MAX_LOOK_NAME, textOf } from './look.js';

const MAX_LOOKS = 1000;
/** Values of one look. */
const MAX_VALUES = 10_000;

const path = Type.Optional(Type.String({ minLength: 1 }));

const Line = Type.Object(
  {
    engine: Type.String(),
    node: Type.String(),
    nodePath: path,
    property: Type.String(),
    propertyPath: path,
    component: path,
    value: Type.Unknown(),
  },
  { additionalProperties: false },
);

const LooksFile = Type.Object(
  {
    format: Type.Literal('graphics-hub-looks'),
    version: Type.Literal(1),
    // Not a record, whose patterns do not match all names.
    looks: Type.Object(
      {},
      { additionalProperties: Type.Array(Line, { maxItems: MAX_VALUES }), maxProperties: MAX_LOOKS },
    ),
  },
  { additionalProperties: false },
);

/**
 * The text of all looks: sorted, one value per line, without times and ids, so that git can merge it. The same looks
 * have the same text.
 */
export function looksText(looks: Looks): string {
  const texts = [...looks].sort(byName).map(([name, look]) => `${JSON.stringify(name)}: ${textOfLook(look)}`);
  return `{
 "format": "graphics-hub-looks",
 "version": 1,
 "looks": {${indented(texts, 2)}}
}
`;
}

const textOfLook = (look: Look): string => `[${indented(look.toSorted(byNames).map(lineText), 3)}]`;

/** The fields of a line in their order. A blank path or component is not written. */
const lineText = ({ engine, node, nodePath, property, propertyPath, component, value }: LookValue): string =>
  JSON.stringify({
    engine,
    node,
    nodePath: nodePath || undefined,
    property,
    propertyPath: propertyPath || undefined,
    component: component || undefined,
    value: sortFields(value),
  });

const SORTED_BY = ['engine', 'node', 'property', 'component', 'nodePath', 'propertyPath'] as const;

function byNames(one: LookValue, other: LookValue): number {
  for (const field of SORTED_BY) {
    const [first = '', second = ''] = [one[field], other[field]];
    if (first !== second) return first < second ? -1 : 1;
  }
  return 0;
}

/** The looks in a text, sorted by name. Their objects are frozen. Throws a StoredError with the line and the reason. */
export function parseLooks(text: string): Looks {
  const { json, lineOf } = readStored(LooksFile, text);
  const looks = Object.entries<Look>(json.looks).sort(byName);
  for (const [name, look] of looks) check(name, look, lineOf);
  return new Map(looks);
}

/** Checks the rules that the schema cannot hold. */
function check(name: string, look: Look, lineOf: (part: unknown) => number): void {
  if (!isLookName(name)) throw new StoredError('wrongName', { line: lineOf(look), look: name, longest: MAX_LOOK_NAME });
  const keys = new Set<string>();
  for (const value of look) {
    const key = keyOf(value);
    if (keys.has(key))
      throw new StoredError('sameProperty', { line: lineOf(value), look: name, property: textOf(value) });
    keys.add(key);
  }
}

/** The file of the looks of one hub. */
export type LookFile = StoredFile<Looks>;

/** The open files of looks. */
export const lookFiles = new StoredFiles<Looks>({ empty: new Map(), parse: parseLooks, text: looksText });
