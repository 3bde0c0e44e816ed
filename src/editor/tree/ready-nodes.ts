import { roundForDisplay } from '../../base/display.js';
import type { CommandStep } from '../../cues/list.js';
import { messageParameter, type PublicOperation, type PublicParameter } from '../../hub/table/public-table.js';
import type { SavedAction } from '../../saved/control.js';
import { STEP_LOCKOUT } from '../../saved/operation.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';
import { dialectOf, lacksOperation } from '../base/hubs.js';
import type { HubConfig } from '../base/node-types.js';
import { operationByName, operationsForNode, oppositeOf } from '../base/table.js';
import type { Columns, NewNode } from '../canvas/canvas.js';
import type { NewControl } from '../canvas/control-nodes.js';
import { pickedNameOf } from '../fields/field.js';
import { defaultType, inputTypeOf } from '../fields/input-types.js';
import { kindInfo } from '../picking/tree-kinds.js';
import type { Thing } from '../picking/tree-row.js';

const FROM_MESSAGE: SavedParam = { type: 'msg', value: 'payload' };

/** Types of parameters that use the message. */
const FROM_MESSAGES: readonly string[] = [FROM_MESSAGE.type, 'jsonata'];

/** A control of the default surface, because a lamp needs one. */
const FIRST_KEY = 'key 0';

/** The node that acts on a thing. Undefined if no operation does, or the hub does not have it. */
export function commandFor(hub: HubConfig, { kind, chosen }: Thing): NewNode | undefined {
  const operation = operationFor(hub, kind);
  return operation && operationNode(`hub-${operation.area}`, hub, operation, chosen);
}

function operationFor(hub: HubConfig, kind: string): PublicOperation | undefined {
  const operation = operationByName(kindInfo(kind).command);
  return operation && !lacksOperation(hub, operation) ? operation : undefined;
}

/**
 * The control that acts on a thing. A fader sets a number. A press switches a switch on, and a hold switches it off. A hold of the key of
 * an item takes it out: `out` is its button for that. A key sends every other present value again. Undefined if no operation acts on the
 * thing.
 */
export function controlFor(hub: HubConfig, thing: Thing, out?: Thing): NewControl | undefined {
  const {
    kind,
    chosen,
    entry: { present },
  } = thing;
  const operation = operationFor(hub, kind);
  if (!operation) return undefined;
  const isNumber = operation.latest !== undefined && (present === undefined || typeof present === 'number');
  const action = (on: 'press' | 'hold', value: SavedParam | undefined): SavedAction => ({
    ...{ on, does: 'command', operation: operation.name, params: controlParams(operation, chosen, value) },
    ...(operation.guarded && { secondPress: true }),
  });
  if (isNumber) return { hub: hub.id, types: ['fader', 'encoder'], actions: [action('press', FROM_MESSAGE)] };
  const actions =
    typeof present === 'boolean'
      ? [action('press', valueParam(true)), action('hold', valueParam(false))]
      : [action('press', valueParam(present)), ...holdFor(hub, thing, operation, out)];
  return { hub: hub.id, types: ['button'], actions };
}

/** The hold that takes out the item of a key, if it has a command or a button for that. */
function holdFor(hub: HubConfig, { kind, chosen }: Thing, operation: PublicOperation, out?: Thing): SavedAction[] {
  const takeOut = kind === 'linearItem' ? oppositeOf(operation, dialectOf(hub)) : out && operation;
  // A hub of revision 1 can only take out all of an output.
  if (!takeOut || (kind === 'linearItem' && !takeOut.parameters.some(({ names }) => names === kind))) return [];
  const params = controlParams(takeOut, out?.chosen ?? chosen, undefined);
  return [{ on: 'hold', does: 'command', operation: takeOut.name, params }];
}

/**
 * The step of a cue that acts on a thing. A property gets its present value. Undefined if no operation acts on the thing, or
 * if the value is not known.
 */
export function stepFor(hub: HubConfig, thing: Thing): CommandStep | undefined {
  const { kind, chosen } = thing;
  const { present } = thing.entry;
  const operation = operationFor(hub, kind);
  if (!operation || missingKind(thing) || (operation.latest !== undefined && present === undefined)) return undefined;
  const saved = Object.entries(controlParams(operation, chosen, valueParam(present)));
  // A list works on another hub too, which can have more engines.
  const params = Object.fromEntries(saved.map(([name, { alone: _, ...param }]) => [name, param]));
  return { does: 'command', operation: operation.name, params, delay: 0 };
}

/** The kind below a thing that its operation needs too. Example: a button of an item. */
export const missingKind = ({ kind, chosen }: Thing): string | undefined =>
  operationByName(kindInfo(kind).command)?.parameters.find(({ names, required }) => required && names && !chosen[names])
    ?.names;

/** A press has no value of its own, so `value` replaces the one of a message. The user chooses other missing values. */
const controlParams = (
  operation: PublicOperation,
  chosen: Thing['chosen'],
  value: SavedParam | undefined,
): SavedParams =>
  Object.fromEntries(
    Object.entries(paramsToSave(operation, chosen)).flatMap(([name, param]) => {
      const field = param.type === 'jsonata' ? fieldIn(operation, chosen) : undefined;
      if (field) return field.present === undefined ? [] : [[name, valueParam({ [field.value]: field.present })]];
      const sent = param !== FROM_MESSAGE ? param : name === operation.latest ? value : undefined;
      return sent ? [[name, sent]] : [];
    }),
  );

/** A field of a data object, set to the payload of the message. */
const fieldFromMessage = (field: string): SavedParam => ({
  type: 'jsonata',
  value: `{ ${JSON.stringify(field)}: payload }`,
});

const valueParam = (value: unknown): SavedParam => ({ type: inputTypeOf(value), value: textOf(value) });

/**
 * The inject nodes for a command. For a number or a switch, the first one changes the property and the second one
 * restores its present value. A press has the name of its thing. Empty if there is no value to send.
 */
export function injectsFor({ fields }: NewNode, { entry: { label, present } }: Thing): readonly NewNode[] {
  const usesMessage = Object.values(fields.params as SavedParams).some(({ type }) => FROM_MESSAGES.includes(type));
  if (!usesMessage) return [injectOf(true, label)];
  return [changedValue(present), present].filter((value) => value !== undefined).map((value) => injectOf(value));
}

/** The opposite, or half of a number. Undefined for all other values. */
function changedValue(present: unknown): unknown {
  if (typeof present === 'boolean') return !present;
  if (typeof present === 'number') return present === 0 ? 1 : roundForDisplay(present / 2);
  return undefined;
}

function injectOf(payload: unknown, name = ''): NewNode {
  const fields = { name, props: [{ p: 'payload' }], payload: textOf(payload), payloadType: inputTypeOf(payload) };
  return { type: 'inject', fields };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

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
  fields: {
    ...{ hub: hub.id, operation: operation.name, params: paramsToSave(operation, chosen) },
    ...(operation.advances && { lockout: STEP_LOCKOUT }),
  },
});

/** The parameters as a dialog saves them: selected values, the rest from the message. */
function paramsToSave(operation: PublicOperation, chosen: Thing['chosen']): SavedParams {
  const params = operation.parameters.map(
    (parameter) => [parameter.name, paramOf(operation, parameter, chosen)] as const,
  );
  return Object.fromEntries(params.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined));
}

/** The chosen field of the data that an operation sends. */
const fieldIn = ({ parameters }: PublicOperation, chosen: Thing['chosen']) =>
  parameters.map(({ fields }) => fields && chosen[fields]).find((entry) => entry !== undefined);

function paramOf(operation: PublicOperation, parameter: PublicParameter, chosen: Thing['chosen']) {
  const { name, names, fields, allowed, required } = parameter;
  const entry = names === undefined ? undefined : chosen[names];
  if (entry) return { type: defaultType(allowed), value: String(entry.value), ...pickedNameOf(entry) };
  if (fieldIn(operation, chosen)) {
    if (fields) return fieldFromMessage(String(chosen[fields]?.value));
    if (name === 'merge') return valueParam(true);
  }
  if (messageParameter(operation) === parameter) return FROM_MESSAGE;
  if (!required) return undefined;
  // The first choice is program.
  return allowed.key === 'choice' ? { type: defaultType(allowed), value: String(allowed.options[0]) } : FROM_MESSAGE;
}
