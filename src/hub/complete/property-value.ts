import { isGrouped, numberIn } from '../../base/numbers.js';
import { hasParts, valueAt } from '../../base/values.js';
import { componentsOf } from '../lookup/components.js';
import { ENGINE_READ, engineTypeIn } from '../lookup/engine-types.js';
import type { LookUps } from '../lookup/look-ups.js';
import { badInput } from '../wire/errors.js';
import { objectIn } from './answers.js';
import type { Completion, Values } from './completion.js';

const PROPERTY_READ = 'getProperty';

const BOOLEAN = /^\s*(true|false)\s*$/i;

/** Text that may have to be converted to a number or a boolean. */
const needsConversion = (values: Values): values is Values & { Value: string } =>
  values.fit !== false && typeof values.Value === 'string' && mayBeOther(values.Value);

const mayBeOther = (text: string): boolean => numberIn(text) !== undefined || isGrouped(text) || BOOLEAN.test(text);

/**
 * The value of a property (docs/develop/rules.md "Live control"). On RE5 a component (`x` or `rotation.z`) is a path of
 * its own. On other engines it is put into the last value sent, or into the present value of the hub. Text with a
 * number or a boolean is converted if the property has this type.
 */
export const propertyValue: Completion = {
  needs: (values) => values.Component !== undefined || needsConversion(values),

  async complete(values, lookUps, run, lane) {
    const { Component } = values;
    if (Component === undefined || !(await runsRe5(values, lookUps)))
      return { ...values, Value: await mergeComponents(values, lookUps, run, lane) };
    return {
      ...values,
      Value: needsConversion(values) ? await convertComponent(values, lookUps) : values.Value,
      propertyPath: `${values.propertyPath}.${Component}`,
      Component: undefined,
    };
  },
};

async function runsRe5({ engineId, engineType }: Values, lookUps: LookUps): Promise<boolean> {
  const type = engineType ?? engineTypeIn(await lookUps.get(ENGINE_READ, { engineId }));
  return type === 'RE5';
}

/** Reads the present value of a property on the hub. */
async function presentValue(
  { engineId, nodePath, propertyPath }: Values,
  lookUps: LookUps,
  maxAge?: number,
): Promise<unknown> {
  const answer = await lookUps.get(PROPERTY_READ, { engineId, nodePath, propertyPath }, maxAge);
  return objectIn(answer, PROPERTY_READ).Value;
}

/**
 * The text of a component of RE5 with the type of its present value. This comes from the whole property, because a hub
 * takes the path of a component for updates only (docs/develop/interface.md "RE5 partial update").
 */
async function convertComponent(values: Values & { Value: string }, lookUps: LookUps): Promise<unknown> {
  const path = String(values.Component).split('.');
  return convertText(values.Value, valueAt(await presentValue(values, lookUps), path));
}

/** The last whole value of the run, or the present value of the property, with all later components put in. */
async function mergeComponents(
  values: Values,
  lookUps: LookUps,
  run: readonly Values[],
  lane: string,
): Promise<unknown> {
  const start = run.findLastIndex(({ Component }) => Component === undefined);
  const whole = run[start];
  let value: unknown;
  if (!whole) value = lookUps.lastSent(lane) ?? (await presentValue(values, lookUps, 0));
  else value = needsConversion(whole) ? convertText(whole.Value, await presentValue(values, lookUps)) : whole.Value;
  // Only later components are put into a whole value: x = 1, {x: 0, y: 0}, y = 2 gives {x: 0, y: 2}.
  for (const part of run.slice(start + 1)) {
    const path = String(part.Component).split('.');
    const current = valueAt(value, path);
    if (current === undefined) {
      const options = componentsOf(value).map((component) => component.path);
      throw badInput('Component', part.Component, { key: 'choice', options });
    }
    value = withValueAt(value, path, needsConversion(part) ? convertText(part.Value, current) : part.Value);
  }
  return value;
}

/**
 * Text as a number or a boolean, if the present value has this type. Throws `BAD_INPUT` for `1,000`, which may be one or
 * a thousand.
 */
function convertText(text: string, current: unknown): unknown {
  if (typeof current === 'number' && isGrouped(text)) throw badInput('Value', text, { key: 'ungrouped' });
  if (typeof current === 'number') return numberIn(text) ?? text;
  if (typeof current === 'boolean' && BOOLEAN.test(text)) return /true/i.test(text);
  return text;
}

/** A copy of the value with a new value at the path. */
function withValueAt(value: unknown, [key, ...rest]: readonly string[], newValue: unknown): unknown {
  if (key === undefined || !hasParts(value)) return newValue;
  const part = { [key]: withValueAt(value[key], rest, newValue) };
  return Array.isArray(value) ? Object.assign([...value], part) : { ...value, ...part };
}
