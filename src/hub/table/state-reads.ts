import type { Dialect } from './operation.js';
import { type AnyOperation, type AnyOperationName, allOperations, findOperation } from './operations.js';
import { hasParameter, oppositeIn, oppositeValue } from './opposites.js';
import { ITEM_PARAMETER, itemParameter } from './public-table.js';

/** A saved parameter of a command: a typed input. */
interface Input {
  readonly type: string;
  readonly value: unknown;
}

type Inputs<I extends Input> = Readonly<Record<string, I>>;

/** The read that shows the state which a command leaves, as a watch needs it. */
export interface StateRead<I extends Input> {
  readonly operation: AnyOperationName;
  readonly params: Inputs<I>;
  /** The part of the answer that has the state. Blank: all of it. */
  readonly path: string;
}

/** A command as a node needs it. */
export interface CommandWith<I extends Input> {
  readonly operation: AnyOperation;
  readonly params: Inputs<I>;
}

/** The field of a value that a command changes alone. */
const COMPONENT = 'Component';

/** Undefined if no read shows the state of the command's target, or if the command does not name all of it. */
export function stateReadOf<I extends Input>(
  { operation, params }: CommandWith<I>,
  dialect: Dialect,
): StateRead<I> | undefined {
  const read = allOperations.find((each) => each.kind === 'read' && showsStateOf(each, operation));
  if (!read) return undefined;
  const names = read.parameters.map(({ name }) => [name, name] as const);
  const item = itemParameter(read, findOperation);
  // Rows of dialect 1 have no state.
  if (item && dialect === 1) return undefined;
  const sources = item ? [...names, [ITEM_PARAMETER, 'itemId'] as const] : names;
  const found = sources.flatMap(([name, source]) => {
    const input = params[source];
    return input && isFilled(input) ? [[name, input] as const] : [];
  });
  if (found.length < sources.length) return undefined;
  const component = params[COMPONENT];
  const path = item ? [] : [operation.latest, component && isFilled(component) ? component.value : undefined];
  return { operation: read.name, params: Object.fromEntries(found), path: path.filter(Boolean).join('.') };
}

/** The value that the command sets can be read at the same path. The state of an item is in the list of its rundown. */
function showsStateOf(read: AnyOperation, command: AnyOperation): boolean {
  if (command.latest) return !read.isComposite && !command.isComposite && read.path === command.path;
  const item = itemParameter(read, findOperation);
  return (
    item !== undefined && [...read.parameters, { ...item, name: 'itemId' }].every((each) => hasParameter(command, each))
  );
}

const isFilled = ({ value }: Input): boolean => value !== undefined && value !== '';

/**
 * The command that ends the effect of another one: it takes out the item of that one, stops its configuration, or sets its
 * value off. Undefined if no command does.
 */
export function oppositeOf<I extends Input>(
  { operation, params }: CommandWith<I>,
  dialect: Dialect,
): CommandWith<I> | undefined {
  const { latest } = operation;
  const value = latest && params[latest];
  if (value) {
    const off = oppositeValue(value);
    return off === undefined ? undefined : { operation, params: { ...params, [latest]: { ...value, value: off } } };
  }
  const opposite = oppositeIn(allOperations, operation, dialect);
  if (!opposite) return undefined;
  const names = opposite.parameters.map(({ name }) => name);
  const kept = Object.entries(params).filter(([name]) => names.includes(name));
  return { operation: opposite, params: Object.fromEntries(kept) };
}
