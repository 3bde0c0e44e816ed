import { type Fields, isObject } from '../../base/values.js';
import { fromValue, jsonIn, NONE, nameOf, type ParsedGesture } from './parse-values.js';

/**
 * `node-red-contrib-ember`. Its setting decides whether it sends a value, `{contents: {identifier, value}}` or
 * `{full: {path, contents}}`, also as JSON. If `contents` has a `minimum` and a `maximum`, a number is scaled to 0 … 1.
 */
export function ember({ topic, payload }: Fields): readonly ParsedGesture[] {
  const element = typeof payload === 'string' && /^\s*\{/.test(payload) ? jsonIn(payload) : payload;
  if (!isObject(element)) return NONE;
  const full = isObject(element.full) ? element.full : element;
  const contents = isObject(full.contents) ? full.contents : full;
  if (contents === element) return NONE;
  return fromValue(nameOf(full.path ?? contents.identifier, nameOf(topic, 'parameter')), contents.value).map(
    (gesture) => ({
      ...gesture,
      ...scaledValue(contents),
    }),
  );
}

function scaledValue({ value, minimum, maximum }: Fields): Pick<ParsedGesture, 'value'> {
  if (typeof value !== 'number' || typeof minimum !== 'number' || typeof maximum !== 'number') return {};
  return minimum < maximum ? { value: Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum))) } : {};
}
