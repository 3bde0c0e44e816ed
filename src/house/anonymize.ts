import { isObject } from '../hub/base/is-object.js';
import type { House } from './house.js';
import { Replacements } from './replacements.js';

/** Fields whose texts are words of the interface or times, not names of a house (docs/interface.md "Resources"). */
const WORDS_OF_INTERFACE = new Set(
  [
    ['status', 'role', 'engineType', 'objType', 'objAir', 'itemType', 'mode', 'preview', 'program', 'activeIn'],
    ['createdAt', 'updatedAt', 'created', 'changed', 'roEdStart', 'roEdDur'],
  ].flat(),
);

/** Fields with whole documents, which are left out. */
const DOCUMENTS = new Set(['content', 'xmlContent', 'ustateData', 'mosExternalMetadata']);

/** Objects whose fields have names of the house, and rows of the interface as values. */
const NAMED_ROWS = new Set(['buttons', 'Properties']);

/**
 * A copy with other names and texts. Each word has one replacement everywhere, so that names still lead to their
 * things. Numbers, types, lengths of lists and the words of the interface stay.
 */
export function anonymize(house: House): House {
  const names = new Replacements();

  const answer = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return WORDS_OF_INTERFACE.has(field) ? value : names.text(value);
    if (Array.isArray(value)) return value.map((each) => answer(each, field));
    if (!isObject(value)) return value;
    const areNamed = NAMED_ROWS.has(field);
    return mapFields(value, (name, each) => {
      if (areNamed) return [names.text(name), answer(each)];
      if (DOCUMENTS.has(name) && typeof each === 'string') return [name, ''];
      return [name, name === 'data' ? data(each) : answer(each, name)];
    });
  };

  /** The data of an item: all fields have names of the house. */
  const data = (value: unknown): unknown => {
    if (typeof value === 'string') return names.text(value);
    if (Array.isArray(value)) return value.map(data);
    return isObject(value) ? mapFields(value, (name, each) => [names.text(name), data(each)]) : value;
  };

  const params = (given: House['reads'][number]['params']) =>
    Object.fromEntries(
      Object.entries(given).map(([name, each]) => [name, typeof each === 'string' ? names.text(each) : each]),
    );
  return {
    ...house,
    isAnonymous: true,
    missing: house.missing.map((gap) => ({ ...gap, params: params(gap.params) })),
    reads: house.reads.map((read) => ({
      ...read,
      params: params(read.params),
      ...('answer' in read && { answer: answer(read.answer) }),
    })),
  };
}

const mapFields = (
  fields: Readonly<Record<string, unknown>>,
  change: (name: string, value: unknown) => [string, unknown],
): object => Object.fromEntries(Object.entries(fields).map(([name, value]) => change(name, value)));
