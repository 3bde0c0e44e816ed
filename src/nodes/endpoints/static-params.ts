import type { NodeAPI } from 'node-red';
import { requiredParams } from '../../hub/lists/index.js';
import { badInput } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { STATIC_TYPES } from '../../saved/param.js';
import { environmentAt, nodeAt } from '../runtime/node-environment.js';
import { paramsEvaluator } from '../runtime/typed-inputs.js';
import type { ListRequest } from './editor-request.js';

/** The parameters of a list, evaluated for the node whose dialog asks. Others are ignored. Throws `BAD_INPUT`. */
export async function staticParams(RED: NodeAPI, { names, node: place, params }: ListRequest): Promise<Params> {
  const environment = environmentAt(RED, place);
  const parameters = requiredParams(names);
  const inputs = parameters.flatMap(({ name }) => {
    const input = Object.hasOwn(params, name) ? params[name] : undefined;
    if (!input) return [];
    const { type, value } = input;
    if (!STATIC_TYPES.includes(type))
      throw badInput(name, `${type}: ${value}`, { key: 'choice', options: STATIC_TYPES });
    return [[name, { type, value: type === 'env' ? value : environment(value) }] as const];
  });
  return paramsEvaluator(RED, nodeAt(RED, place), { parameters }, Object.fromEntries(inputs))({});
}
