import type { NodeMessage } from 'node-red';
import { firstName } from '../../base/display.js';
import { isEqual } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { commandFieldsOf } from '../../hub/records/as-run.js';
import { type AnyOperation, findOperation } from '../../hub/table/operations.js';
import { type CommandWith, oppositeOf, type StateRead, stateReadOf } from '../../hub/table/state-reads.js';
import { outputName } from '../../hub/watch/linear-items.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { savedNames } from '../../hub/words/target-names.js';
import { stateOf } from '../../panels/lamp/lamp-input.js';
import type { State } from '../../panels/lamp/state.js';
import type { ActionValues, ControlValues } from '../../saved/control.js';
import type { SavedParam } from '../../saved/param.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Surface } from '../surface/surface.js';
import { cueText } from './desks.js';

export type ControlCommand = CommandWith<SavedParam<unknown>>;

/** The hub and the surface of a control. */
export interface ControlPlace {
  readonly hub: Hub;
  readonly surface: Surface;
  /** The runtime id of its configuration. */
  readonly id: string;
  /** The editor id of its configuration. */
  readonly config: string;
}

/** The thing that a control changes and shows: the one of its first action. */
export interface Subject extends ControlPlace {
  readonly values: ControlValues;
  readonly isButton: boolean;
  /** The first action. Undefined: the control does nothing. */
  readonly main: ActionValues | undefined;
  /** The first action if it is about a look. */
  readonly look: ActionValues | undefined;
  /** The first action if it is about a cue list. */
  readonly cue: ActionValues | undefined;
  /** The first action if it shows another page. */
  readonly turn: ActionValues | undefined;
  /** The command of the first action, if it is about none of them. */
  readonly command: ControlCommand | undefined;
  /** The command that ends its effect, for a toggle. */
  readonly opposite: ControlCommand | undefined;
  /** The read of the state. Undefined: it cannot be read. */
  readonly stateRead: StateRead<SavedParam<unknown>> | undefined;
  /** True if the status of the node is the state of a key. */
  readonly isShown: boolean;
  /** The text of the control. */
  readonly text: string;
}

/** Throws `BAD_INPUT`. */
export function subjectOf(values: ControlValues, place: ControlPlace, words: RuntimeWords): Subject {
  const isButton = values.kind === 'button';
  const [main] = values.actions;
  const look = main?.does === 'look' ? main : undefined;
  const cue = main?.does === 'cue' && isButton ? main : undefined;
  const turn = main?.does === 'page' && isButton ? main : undefined;
  const command = main && !look && !cue && !turn ? commandOf(main, isButton) : undefined;
  const { dialect } = place.hub.snapshot;
  const opposite = values.toggle && isButton && command ? oppositeOf(command, dialect) : undefined;
  if (values.toggle && !opposite) throw badInput('toggle', true, { key: 'choice', options: ['false'] });
  const stateRead = command && fixedRead(stateReadOf(command, dialect));
  const text = values.text || usualText(words, main, command, place.surface);
  const isShown = isButton && Boolean(stateRead || look || cue || turn);
  return { ...place, values, isButton, isShown, main, look, cue, turn, command, opposite, stateRead, text };
}

/** A fader or an encoder sends its value. */
const MOVED: SavedParam<unknown> = { type: 'msg', value: 'payload' };

/** The command of an action. Throws `BAD_INPUT` for a read, and for an unknown operation. */
export function commandOf({ operation: name, params }: ActionValues, isButton: boolean): ControlCommand {
  const operation = findOperation(name);
  if (!operation || operation.kind === 'read')
    throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: name });
  const { latest } = operation;
  const takesValue = !isButton && latest && (params[latest]?.value ?? '') === '';
  return { operation, params: takesValue ? { ...params, [latest]: MOVED } : params };
}

/** The part of a property that a command sets. Blank: all of it. */
export const componentOf = (command: ControlCommand | undefined): string =>
  String(command?.params.Component?.value ?? '');

/** True if the parameters of a result name the item of a command. Without an item, they name its whole target. */
export function isAboutTarget({ operation, params }: ControlCommand, result: Params = {}): boolean {
  const names = 'itemId' in params ? ITEM : Object.keys(commandFieldsOf(operation, params).target);
  return names.length > 0 && names.every((name) => String(result[name]) === String(params[name]?.value));
}

/**
 * The state of a thing after a command with these values has succeeded, by the command that its control is about. Undefined: nobody
 * knows, or it is about another thing.
 */
export function stateAfter(subject: ControlCommand, operation: AnyOperation, values: Params): State | undefined {
  const { latest, stateAfter: state } = operation;
  if (takesAllOut(subject, operation, values)) return 'available';
  const isOfComponent = String(values.Component ?? '') === componentOf(subject);
  if (!isAboutTarget(subject, values) || !isOfComponent) return undefined;
  if (latest) return stateOf(stateIn({ payload: values[latest] }, subject).payload);
  const { preview } = values;
  const isPreview = preview === 'preview' || outputName(preview) === 'preview';
  return state === 'output' ? (isPreview ? 'preview' : 'program') : state;
}

/** True for a command that takes out all items of the engine of an item, or of one output of it. */
function takesAllOut(
  { params }: ControlCommand,
  { name, area, stateAfter: state }: AnyOperation,
  values: Params,
): boolean {
  const isOut = name === 'everythingOut' || (area === 'linear-play' && state === 'available');
  const isOfEngine = values.engineId === undefined || String(values.engineId) === String(params.engineId?.value);
  return isOut && isOfEngine && 'itemId' in params && 'engineId' in params && !('itemId' in values);
}

/** The types of values that the dialog has, besides numbers and booleans. */
const LITERALS: readonly string[] = ['str', 'json'];

/**
 * A message of the watch as a state for a light. A number or a boolean is a state itself: above 0 and `true`
 * are on. For every other value, the light is on while the property has the value that the button sets.
 */
export function stateIn<Message extends NodeMessage>(msg: Message, { operation, params }: ControlCommand): Message {
  const { payload } = msg;
  const input = operation.latest ? params[operation.latest] : undefined;
  const isState = payload === undefined || ['number', 'boolean'].includes(typeof payload);
  if (isState || !input || !LITERALS.includes(input.type)) return msg;
  return { ...msg, payload: isEqual(payload, literalOf(input)) };
}

function literalOf({ type, value }: SavedParam<unknown>): unknown {
  if (type !== 'json') return value;
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}

/** A playout item has no engine. */
const ITEM: readonly string[] = ['engineId', 'itemId'];

/** A read whose parameters depend on a message shows no state. */
const fixedRead = (read: Subject['stateRead']): Subject['stateRead'] =>
  read && Object.values(read.params).every(({ type }) => !FROM_MESSAGE.includes(type)) ? read : undefined;

const FROM_MESSAGE: readonly string[] = ['msg', 'jsonata'];

/** The text of a control without an own one: the name of the thing that its first action changes, or of the cue. An item comes first. */
function usualText(
  words: RuntimeWords,
  action: ActionValues | undefined,
  command: ControlCommand | undefined,
  { pages }: Surface,
): string {
  if (action?.does === 'page') {
    const target = action.pageTurn === 'goto' ? pages.find(({ id }) => id === action.toPage) : undefined;
    return target?.name ?? words(`surface.turns.${action.pageTurn}`);
  }
  if (action?.does === 'cue') return cueText(words, action);
  if (action?.does === 'look') return action.look;
  if (!command) return '';
  const { itemId, buttonKey, ...names } = savedNames(command.operation, command.params);
  return itemId ? [itemId, buttonKey].filter(Boolean).join('\n') : firstName(Object.values(names).at(-1));
}
