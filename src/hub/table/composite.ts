import type { TSchema } from '@sinclair/typebox';
import { type OperationInfo, parametersOf } from './operation.js';
import { id, Output } from './schemas/common.js';

/**
 * An operation beside the table. Several operations of the table carry it out, so it has no path or method. The code is
 * in `src/hub/shows/`.
 */
export interface CompositeOperation extends OperationInfo<CompositeName> {
  /** Separates it from an operation of the table. */
  readonly isComposite: true;
}

/** The names of all composite operations. */
export type CompositeName = 'everythingOut' | 'getShow';

type Fields = Readonly<Record<string, TSchema>>;

/** `needed` are required parameters. */
const compositeOperation = (
  of: Pick<CompositeOperation, 'name' | 'area' | 'kind' | 'lane'>,
  needed: Fields,
  optional: Fields,
): CompositeOperation => ({
  ...of,
  dialects: [1, 2],
  parameters: parametersOf({ params: needed, localParams: optional }),
  isComposite: true,
});

/** A show by its id, or by a rundown that only this show has loaded. */
const show = { engineId: id('linearEngine'), rundownId: id('linearRundown') };

/** In the order of the dialog. */
export const compositeOperations: readonly CompositeOperation[] = [
  compositeOperation(
    { name: 'everythingOut', area: 'linear-play', kind: 'trigger', lane: { name: 'linear', by: ['engineId'] } },
    { preview: Output },
    show,
  ),
  compositeOperation({ name: 'getShow', area: 'linear-play', kind: 'read' }, {}, show),
];
