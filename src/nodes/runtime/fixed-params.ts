import type { Node, NodeAPI } from 'node-red';
import type { Operation } from '../../hub/table/operations.js';
import type { Params } from '../../hub/wire/request.js';
import { type SavedParams, STATIC_TYPES } from '../../saved/param.js';
import { paramsEvaluator } from './typed-inputs.js';

/** The values of the parameters that do not depend on a message or a context. Rejects with `BAD_INPUT`. */
export async function fixedParams(
  RED: NodeAPI,
  node: Node,
  { parameters }: Pick<Operation, 'parameters'>,
  saved: Readonly<SavedParams<unknown>>,
): Promise<Params> {
  const fixed = parameters.filter(({ name }) => STATIC_TYPES.includes(saved[name]?.type ?? ''));
  return paramsEvaluator(RED, node, { parameters: fixed }, saved)({});
}
