import type { TSchema } from '@sinclair/typebox';
import { type OperationInfo, parametersOf } from './operation.js';
import { id, Output } from './schemas/common.js';

/**
 * What stands beside the table: done by several of its operations, so that it has neither path nor method of its own.
 * How, says `src/hub/shows/`.
 */
export interface CompositeOperation extends OperationInfo {
  readonly name: CompositeName;
  readonly isComposite: true;
}

export type CompositeName = 'everythingOut' | 'getShow';

type Fields = Readonly<Record<string, TSchema>>;

/** `needed` must be given, `optional` may be. */
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

/** A show by its id, or by a rundown that is loaded on it alone. */
const show = { engineId: id('linearEngine'), rundownId: id('linearRundown') };

/** In the order in which a dialog offers them. */
export const compositeOperations: readonly CompositeOperation[] = [
  compositeOperation(
    { name: 'everythingOut', area: 'linear-play', kind: 'trigger', lane: { name: 'linear', by: ['engineId'] } },
    { preview: Output },
    show,
  ),
  compositeOperation({ name: 'getShow', area: 'linear-play', kind: 'read' }, {}, show),
];
