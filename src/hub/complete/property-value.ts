import { isGrouped, numberIn } from '../../base/numbers.js';
import { valueAt, withValueAt } from '../../base/values.js';
import { componentsOf } from '../lookup/components.js';
import { ENGINE_READ, engineTypeIn } from '../lookup/engine-types.js';
import type { LookUps } from '../lookup/look-ups.js';
import { badInput } from '../wire/errors.js';
import { objectIn, withAnswer } from './answers.js';
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

  complete(values, lookUps, run, lane) {
    const { Component, propertyPath } = values;
    return withAnswer(Component !== undefined && runsRe5(values, lookUps), (isPath) => {
      if (!isPath) return withAnswer(mergeComponents(values, lookUps, run, lane), (Value) => ({ ...values, Value }));
      const value = needsConversion(values) ? convertComponent(values, lookUps) : values.Value;
      return withAnswer(value, (Value) => ({
        ...{ ...values, Value },
        propertyPath: `${propertyPath}.${Component}`,
        Component: undefined,
      }));
    });
  },
};

const runsRe5 = ({ engineId, engineType }: Values, lookUps: LookUps): boolean | Promise<boolean> =>
  engineType === undefined
    ? withAnswer(lookUps.get(ENGINE_READ, { engineId }), (engine) => engineTypeIn(engine) === 'RE5')
    : engineType === 'RE5';

/** The present value of a property on the hub. A promise if it must be read. */
const presentValue = ({ engineId, nodePath, propertyPath }: Values, lookUps: LookUps, maxAge?: number): unknown =>
  withAnswer(
    lookUps.get(PROPERTY_READ, { engineId, nodePath, propertyPath }, maxAge),
    (property) => objectIn(property, PROPERTY_READ).Value,
  );

/**
 * The text of a component of RE5 with the type of its present value. This comes from the whole property, because a hub
 * takes the path of a component for updates only (docs/develop/interface.md "RE5 partial update").
 */
function convertComponent(values: Values & { Value: string }, lookUps: LookUps): unknown {
  const path = String(values.Component).split('.');
  return withAnswer(presentValue(values, lookUps), (whole) => convertText(values.Value, valueAt(whole, path)));
}

/** The last whole value of the run, or the present value of the property, with all later components put in. */
function mergeComponents(values: Values, lookUps: LookUps, run: readonly Values[], lane: string): unknown {
  const start = run.findLastIndex(({ Component }) => Component === undefined);
  const whole = run[start];
  // Only later components are put into a whole value: x = 1, {x: 0, y: 0}, y = 2 gives {x: 0, y: 2}.
  const parts = run.slice(start + 1);
  if (!whole) return withAnswer(lookUps.lastSent(lane) ?? presentValue(values, lookUps, 0), withParts(parts));
  if (!needsConversion(whole)) return withParts(parts)(whole.Value);
  return withAnswer(presentValue(values, lookUps), (current) => withParts(parts)(convertText(whole.Value, current)));
}

/** Puts components into a whole value. Throws `BAD_INPUT` for one that it does not have. */
const withParts =
  (parts: readonly Values[]) =>
  (whole: unknown): unknown => {
    let value = whole;
    for (const part of parts) {
      const path = String(part.Component).split('.');
      const current = valueAt(value, path);
      if (current === undefined) {
        const options = componentsOf(value).map((component) => component.path);
        throw badInput('Component', part.Component, { key: 'choice', options });
      }
      value = withValueAt(value, path, needsConversion(part) ? convertText(part.Value, current) : part.Value);
    }
    return value;
  };

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
