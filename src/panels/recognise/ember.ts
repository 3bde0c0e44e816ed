import { type Done, fromValue, isObject, jsonIn, type Message, NONE, nameOf } from './reading.js';

/** Longer text is no parameter. */
const LONGEST_TEXT = 10_000;

/**
 * `node-red-contrib-ember`: by its setting a value, `{contents: {identifier, value}}` or `{full: {path, contents}}`; JSON
 * of these is read too. Where `contents` has a `minimum` and a `maximum`, a number is a part of these.
 */
export function ember({ topic, payload }: Message): readonly Done[] {
  const element = typeof payload === 'string' && /^\s*\{/.test(payload) ? jsonIn(payload, LONGEST_TEXT) : payload;
  if (!isObject(element)) return NONE;
  const full = isObject(element.full) ? element.full : element;
  const contents = isObject(full.contents) ? full.contents : full;
  if (contents === element) return NONE;
  return fromValue(nameOf(full.path ?? contents.identifier, nameOf(topic, 'parameter')), contents.value).map(
    (done) => ({
      ...done,
      ...partOf(contents),
    }),
  );
}

function partOf({ value, minimum, maximum }: Message): Pick<Done, 'value'> {
  if (typeof value !== 'number' || typeof minimum !== 'number' || typeof maximum !== 'number') return {};
  return minimum < maximum ? { value: Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum))) } : {};
}
