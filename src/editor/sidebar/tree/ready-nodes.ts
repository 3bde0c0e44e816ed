import { roundForDisplay } from '../../../base/display.js';
import { messageParameter, type PublicOperation, type PublicParameter } from '../../../hub/table/public-table.js';
import type { SavedParam, SavedParams } from '../../../saved/param.js';
import { lacksOperation } from '../../base/hubs.js';
import type { HubConfig } from '../../base/node-types.js';
import { operationByName, operationsForNode } from '../../base/table.js';
import { pickedNameOf } from '../../fields/field.js';
import { defaultType, inputTypeOf } from '../../fields/input-types.js';
import { kindInfo } from '../../tree/tree-kinds.js';
import type { Thing } from '../../tree/tree-row.js';
import type { Columns, NewNode } from './canvas.js';

const FROM_MESSAGE: SavedParam = { type: 'msg', value: 'payload' };

/** A control of the default surface, because a lamp needs one. */
const FIRST_KEY = 'key 0';

/** The node that acts on a thing. Undefined if no operation does, or the hub does not have it. */
export function commandFor(hub: HubConfig, { kind, chosen }: Thing): NewNode | undefined {
  const operation = operationByName(kindInfo(kind).command);
  if (!operation || lacksOperation(hub, operation)) return undefined;
  return operationNode(`hub-${operation.area}`, hub, operation, chosen);
}

/**
 * The inject nodes for a command. For a number or a switch, the first one changes the property and the second one
 * restores its present value. Empty if there is no value to send.
 */
export function injectsFor({ fields }: NewNode, { entry: { present } }: Thing): readonly NewNode[] {
  const usesMessage = Object.values(fields.params as SavedParams).some(({ type }) => type === FROM_MESSAGE.type);
  if (!usesMessage) return [injectOf(true)];
  return [changedValue(present), present].filter((value) => value !== undefined).map(injectOf);
}

/** The opposite, or half of a number. Undefined for all other values. */
function changedValue(present: unknown): unknown {
  if (typeof present === 'boolean') return !present;
  if (typeof present === 'number') return present === 0 ? 1 : roundForDisplay(present / 2);
  return undefined;
}

function injectOf(payload: unknown): NewNode {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return { type: 'inject', fields: { props: [{ p: 'payload' }], payload: text, payloadType: inputTypeOf(payload) } };
}

/** A watch of a thing with a lamp. Undefined if a lamp cannot show it. */
export function watchFor(hub: HubConfig, { kind, entry, chosen }: Thing): Columns<NewNode> | undefined {
  const { watch: stateRead } = kindInfo(kind);
  const type = 'hub-watch';
  const operation = operationsForNode({ type }).find(({ name }) => name === stateRead?.read);
  // A lamp shows a state, not a vector.
  if (!stateRead || !operation || (typeof entry.present === 'object' && entry.present !== null)) return undefined;
  const watch = operationNode(type, hub, operation, chosen);
  return [
    [{ type, fields: { ...watch.fields, path: stateRead.path } }],
    [{ type: 'hub-lamp', fields: { control: FIRST_KEY } }],
  ];
}

const operationNode = (type: string, hub: HubConfig, operation: PublicOperation, chosen: Thing['chosen']): NewNode => ({
  type,
  fields: { hub: hub.id, operation: operation.name, params: paramsToSave(operation, chosen) },
});

/** The parameters as a dialog saves them: selected values, the rest from the message. */
function paramsToSave(operation: PublicOperation, chosen: Thing['chosen']): SavedParams {
  const params = operation.parameters.map(
    (parameter) => [parameter.name, paramOf(operation, parameter, chosen)] as const,
  );
  return Object.fromEntries(params.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined));
}

function paramOf(operation: PublicOperation, parameter: PublicParameter, chosen: Thing['chosen']) {
  const { names, allowed, required } = parameter;
  const entry = names === undefined ? undefined : chosen[names];
  if (entry) return { type: defaultType(allowed), value: String(entry.value), ...pickedNameOf(entry) };
  if (messageParameter(operation) === parameter) return FROM_MESSAGE;
  if (!required) return undefined;
  // The first choice is program.
  return allowed.key === 'choice' ? { type: defaultType(allowed), value: String(allowed.options[0]) } : FROM_MESSAGE;
}
