import type { NodeAPI, NodeStatus } from 'node-red';
import { findOperation } from '../../hub/table/operations.js';
import type { CommandWith, StateRead } from '../../hub/table/state-reads.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import type { ActionValues } from '../../saved/control.js';
import type { SavedParam } from '../../saved/param.js';
import { startCommand } from '../command/start-command.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import type { Part, Parts } from './part.js';

export type Command = CommandWith<SavedParam<unknown>>;

/** A fader or an encoder sends its value. */
const MOVED: SavedParam<unknown> = { type: 'msg', value: 'payload' };

/** The command of an action. Throws `BAD_INPUT` for a read, and if the table does not have it. */
export function commandOf({ operation: name, params }: ActionValues, isButton: boolean): Command {
  const operation = findOperation(name);
  if (!operation || operation.kind === 'read')
    throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: name });
  const { latest } = operation;
  const takesValue = !isButton && latest && (params[latest]?.value ?? '') === '';
  return { operation, params: takesValue ? { ...params, [latest]: MOVED } : params };
}

/** The part of a property that a command sets. Blank: all of it. */
export const componentOf = (command: Command | undefined): string => String(command?.params.Component?.value ?? '');

/** True if another command has the item of this one as its target. */
export const hasSameTarget = ({ params }: Command, other: Params = {}): boolean =>
  ['engineId', 'itemId'].every((name) => String(other[name]) === String(params[name]?.value));

/** A read whose parameters depend on a message shows no state. */
export const fixedRead = (read: StateRead<SavedParam<unknown>> | undefined): typeof read =>
  read && Object.values(read.params).every(({ type }) => !FROM_MESSAGE.includes(type)) ? read : undefined;

const FROM_MESSAGE: readonly string[] = ['msg', 'jsonata'];

/** Starts a command of a control. `asks`: true while it needs a second press. */
export function startCommandPart(
  RED: NodeAPI,
  parts: Parts,
  words: RuntimeWords,
  hub: string,
  { expiry, timeout, secondPress }: ActionValues,
  { operation, params }: Command,
  status: (part: Part, status: NodeStatus) => void,
  asks?: () => boolean,
): Part {
  const part = parts.add({ status: (shown) => status(part, shown) });
  const times = { ...(expiry && { expiry }), ...(timeout && { timeout }) };
  const saved = { hub, operation: operation.name, params, ...times, secondPress, actOn: 'every' };
  startCommand(RED, part.life, saved, words, operation.area, asks);
  return part;
}
