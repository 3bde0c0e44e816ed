import { type Allowed, allowedBy } from './allowed.js';
import type { Area, Dialect, Kind, OperationInfo } from './operation.js';

/** A parameter as the dialog and the help know it. */
export interface PublicParameter {
  readonly name: string;
  readonly required: boolean;
  readonly allowed: Allowed;
  /** What a picker would list, e.g. `engine`. */
  readonly names?: string;
  /** Whose fields an editor of the object would list, e.g. `itemData`. */
  readonly fields?: string;
  /** Unit of a number, e.g. `s`. */
  readonly unit?: string;
}

/** An operation as the dialog and the help know it: no path, no method. */
export interface PublicOperation {
  readonly name: string;
  readonly area: Area;
  readonly kind: Kind;
  readonly dialects: readonly Dialect[];
  /** The parameter of which only the newest waiting value counts, if there is one. */
  readonly latest?: string;
  /** Whether a second press may be asked for. */
  readonly guarded?: true;
  readonly parameters: readonly PublicParameter[];
}

/** The table's public shape, embedded into the editor at build. */
export const publicShape = (offered: readonly OperationInfo[]): PublicOperation[] =>
  offered.map(({ name, area, kind, dialects, latest, guarded, parameters }) => ({
    name,
    area,
    kind,
    dialects,
    latest,
    guarded,
    parameters: parameters.map(({ name, required, names, fields, schema }) => ({
      name,
      required,
      names,
      fields,
      unit: schema['x-unit'] as string | undefined,
      allowed: allowedBy(schema),
    })),
  }));

/** Too large or too lively to be typed in. */
const MESSAGE_TYPES = new Set(['value', 'object', 'list', 'entries', 'json']);

/** The parameter that a message usually carries, if there is one. */
export const messageParameter = ({ latest, parameters }: PublicOperation): PublicParameter | undefined =>
  parameters.find(({ name }) => name === latest) ??
  parameters.find(({ required, allowed }) => required && MESSAGE_TYPES.has(allowed.key));
