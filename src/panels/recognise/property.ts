import { type Fields, valueAt } from '../../base/values.js';
import type { Gesture } from '../gesture/gesture.js';
import { contentOf, isFromBroker, isRetained } from './mqtt.js';
import { fromValue, NONE, nameOf, type ParsedGesture } from './parse-values.js';

/** Reads the messages of a device that no other file knows: a property of the payload, and its values. */
export interface PropertyOptions {
  /** The path in the payload: `action`, `params.events[0].event`. Blank: the payload itself. */
  readonly property: string;
  /** Values as text. Blank: not set. */
  readonly pressedIs: string;
  readonly releasedIs: string;
}

/** No path has more parts. */
const MOST_PARTS = 16;

/** The options in saved fields. Undefined if all of them are blank. */
export function propertyOptions({
  property = '',
  pressedIs = '',
  releasedIs = '',
}: Partial<PropertyOptions>): PropertyOptions | undefined {
  return property || pressedIs || releasedIs ? { property, pressedIs, releasedIs } : undefined;
}

/**
 * The gesture in a property of the payload. Text, numbers and booleans are compared as text. Without *Released is*, a
 * press is complete: no release follows. Without both values, the property is read like a payload. Any other message is
 * not a gesture.
 */
export function fromProperty(msg: Fields, { property, pressedIs, releasedIs }: PropertyOptions): readonly Gesture[] {
  const broker = isFromBroker(msg);
  const control = nameOf(msg.topic, broker ? 'topic' : 'payload');
  const value = valueIn(contentOf(msg.payload), property);
  const source = broker ? ('mqtt' as const) : ('plain' as const);
  const retained = isRetained(msg) && { retained: true as const };
  return gesturesOf(control, value, pressedIs, releasedIs).map((each) => ({ source, ...each, ...retained }));
}

function gesturesOf(control: string, value: unknown, pressedIs: string, releasedIs: string): readonly ParsedGesture[] {
  const text = textOf(value);
  if (text === undefined) return NONE;
  if (pressedIs === '' && releasedIs === '') return fromValue(control, value);
  if (text === pressedIs.trim() && pressedIs !== '')
    return [{ control, kind: 'button', pressed: true, ...(releasedIs === '' && { momentary: true as const }) }];
  if (text === releasedIs.trim() && releasedIs !== '') return [{ control, kind: 'button', pressed: false }];
  return pressedIs === '' ? fromValue(control, value) : NONE;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : undefined;

function valueIn(content: unknown, path: string): unknown {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  return parts.length > MOST_PARTS ? undefined : valueAt(content, parts);
}
