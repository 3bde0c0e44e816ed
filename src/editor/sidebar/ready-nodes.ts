import { carriedBy, type PublicOperation, type PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';
import { lacks } from '../base/dialect.js';
import type { HubConfig } from '../base/saved.js';
import { operationNamed, operationsOf } from '../base/table.js';
import { namedBy } from '../fields/field.js';
import { typeOf, usualType } from '../fields/input-types.js';
import type { NewNode } from './canvas.js';
import type { Thing } from './tree-row.js';
import { about } from './tree-things.js';

const FROM_MESSAGE: SavedParam = { type: 'msg', value: 'payload' };

/** A lamp needs a place; this one is on the surface that a new lamp has. */
const FIRST_KEY = 'key 0';

/** The node that acts upon a thing; undefined where nothing is done with such things, or not on that hub. */
export function commandFor(hub: HubConfig, { kind, chosen }: Thing): NewNode | undefined {
  const operation = operationNamed(about(kind).does);
  if (!operation || lacks(hub, operation)) return undefined;
  return nodeOf(`hub-${operation.area}`, hub, operation, chosen);
}

/** An inject node that makes such a node act: with what the property holds now; undefined where only a message tells what to send. */
export function injectFor({ fields }: NewNode, { entry }: Thing): NewNode | undefined {
  const carried = Object.values(fields.params as SavedParams).some(({ type }) => type === FROM_MESSAGE.type);
  const payload = carried ? entry.present : true;
  if (payload === undefined) return undefined;
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return { type: 'inject', fields: { props: [{ p: 'payload' }], payload: text, payloadType: typeOf(payload) } };
}

/** A watch of a thing, and the lamp that shows it; undefined where no lamp could. */
export function watchFor(hub: HubConfig, { kind, entry, chosen }: Thing): readonly NewNode[] | undefined {
  const { seen } = about(kind);
  const type = 'hub-watch';
  const operation = operationsOf({ type }).find(({ name }) => name === seen?.read);
  // A lamp shows a state, not a vector.
  if (!seen || !operation || (typeof entry.present === 'object' && entry.present !== null)) return undefined;
  const watch = nodeOf(type, hub, operation, chosen);
  return [
    { type, fields: { ...watch.fields, path: seen.path } },
    { type: 'hub-lamp', fields: { control: FIRST_KEY } },
  ];
}

const nodeOf = (type: string, hub: HubConfig, operation: PublicOperation, chosen: Thing['chosen']): NewNode => ({
  type,
  fields: { hub: hub.id, operation: operation.name, params: paramsOf(operation, chosen) },
});

/** The parameters as a dialog would save them: what was chosen, and the rest from the message. */
function paramsOf(operation: PublicOperation, chosen: Thing['chosen']): SavedParams {
  const filled = operation.parameters.map(
    (parameter) => [parameter.name, paramOf(operation, parameter, chosen)] as const,
  );
  return Object.fromEntries(filled.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined));
}

function paramOf(operation: PublicOperation, parameter: PublicParameter, chosen: Thing['chosen']) {
  const { names, allowed, required } = parameter;
  const entry = names === undefined ? undefined : chosen[names];
  if (entry) return { type: usualType(allowed), value: String(entry.value), ...namedBy(entry) };
  if (carriedBy(operation) === parameter) return FROM_MESSAGE;
  if (!required) return undefined;
  // Program before preview.
  return allowed.key === 'choice' ? { type: usualType(allowed), value: String(allowed.options[0]) } : FROM_MESSAGE;
}
