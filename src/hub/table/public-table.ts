import { type Allowed, allowedBy } from './allowed.js';
import type { Area, Dialect, Kind, OperationInfo } from './operation.js';

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
  readonly name: string;
  readonly area: Area;
  readonly kind: Kind;
  readonly dialects: readonly Dialect[];
  /** The parameter of which only the newest waiting value is sent, if the operation has one. */
  readonly latest?: string;
  /** True if a node may require a second press. */
  readonly guarded?: true;
  /** True if it puts the values of its target back to their first ones. */
  readonly resets?: true;
  readonly parameters: readonly PublicParameter[];
}

/** The public part of the table. The build embeds it into the editor. */
export const publicShape = (offered: readonly OperationInfo[]): PublicOperation[] =>
  offered.map(({ name, area, kind, dialects, latest, guarded, resets, parameters }) => ({
    name,
    area,
    kind,
    dialects,
    latest,
    guarded,
    resets,
    parameters: parameters.map(({ name, required, names, fields, schema }) => ({
      name,
      required,
      names,
      fields,
      unit: schema['x-unit'] as string | undefined,
      allowed: allowedBy(schema),
    })),
  }));

/** Values of these types usually come from messages: they are too large to type, or change too often. */
const MESSAGE_TYPES = new Set(['value', 'object', 'list', 'entries', 'json']);

/** The parameter that usually gets its value from the message, if the operation has one. */
export const messageParameter = ({ latest, parameters }: PublicOperation): PublicParameter | undefined =>
  parameters.find(({ name }) => name === latest) ??
  parameters.find(({ required, allowed }) => required && MESSAGE_TYPES.has(allowed.key));
