import { type Allowed, allowedBy } from './allowed.js';
import type { Area, Dialect, Kind, OperationInfo } from './operation.js';
import type { AnyOperation, AnyOperationName } from './operations.js';

/** A parameter for the dialog and the help. */
export interface PublicParameter {
  readonly name: string;
  readonly required: boolean;
  readonly allowed: Allowed;
  /** The kind of thing for a picker. Example: `engine`. */
  readonly names?: string;
  /** The kind of fields for the editor of an object. Example: `itemData`. */
  readonly fields?: string;
  /** Unit of a number. Example: `s`. */
  readonly unit?: string;
}

/** An operation for the dialog and the help: without path and method. */
export interface PublicOperation {
  readonly name: AnyOperationName;
  readonly area: Area;
  readonly kind: Kind;
  readonly dialects: readonly Dialect[];
  /** True if a newer command replaces it while it waits. */
  readonly newestWins?: true;
  /** The parameter with the value that a fader moves. */
  readonly latest?: string;
  /** True if a node may require a second press. */
  readonly guarded?: true;
  /** True if each press goes one step further. */
  readonly advances?: true;
  /** True if it puts the values of its target back to their first ones. */
  readonly resets?: true;
  /** The state of its target after a success. */
  readonly stateAfter?: OperationInfo['stateAfter'];
  readonly parameters: readonly PublicParameter[];
}

/** The public part of the table. The build embeds it into the editor. */
export const publicShape = (offered: readonly AnyOperation[]): PublicOperation[] =>
  offered.map(
    ({ name, area, kind, dialects, newestWins, latest, guarded, advances, resets, stateAfter, parameters }) => ({
      name,
      area,
      kind,
      dialects,
      newestWins,
      latest,
      guarded,
      advances,
      resets,
      stateAfter,
      parameters: parameters.map(({ name, required, names, fields, schema }) => ({
        name,
        required,
        names,
        fields,
        unit: schema['x-unit'] as string | undefined,
        allowed: allowedBy(schema),
      })),
    }),
  );

/** Values of these types usually come from messages: they are too large to type, or change too often. */
const MESSAGE_TYPES = new Set(['value', 'object', 'list', 'entries', 'json']);

/** The parameter that usually gets its value from the message, if the operation has one. */
export const messageParameter = ({ latest, parameters }: PublicOperation): PublicParameter | undefined =>
  parameters.find(({ name }) => name === latest) ??
  parameters.find(({ required, allowed }) => required && MESSAGE_TYPES.has(allowed.key));

/** The state after the opposite of a command, by the state after the command. */
export const STATE_AFTER_OPPOSITE = { output: 'available', available: 'stopped', stopped: undefined } as const;

/** The extra parameter of a watch of a rundown: the item whose state is sent. */
export const ITEM_PARAMETER = 'item';

/** The part of an operation that `itemParameter` uses, from the table or from its public form. */
interface WithParameters<P> {
  readonly name: AnyOperationName;
  readonly parameters: readonly P[];
}

/** `ITEM_PARAMETER`, like in the table's read of one item. Undefined for other reads. */
export function itemParameter<P extends { readonly name: string }>(
  read: WithParameters<P>,
  find: (name: AnyOperationName) => WithParameters<P> | undefined,
): P | undefined {
  const item =
    read.name === 'listLinearItems' && find('getLinearItem')?.parameters.find(({ name }) => name === 'itemId');
  return item ? { ...item, name: ITEM_PARAMETER } : undefined;
}
