import { HubError } from './errors.js';
import type { Operation } from './operation.js';
import type { Read } from './reader.js';
import type { Params } from './request.js';

/**
 * After a 404 of a linear operation: whether the id is an engine host's, the mistake that everybody makes first
 * (hub-interface.md, "Linear engine ids are not engine-host ids"). Gives the error, with the host's name as a fact.
 */
export async function explainWrongEngine(
  error: unknown,
  { parameters }: Operation,
  params: Params,
  read: Read,
): Promise<unknown> {
  const engine = parameters.find(({ names }) => names === 'linearEngine')?.name;
  if (!engine || !(error instanceof HubError) || error.code !== 'HUB_NOT_FOUND' || error.facts.lookUp) return error;
  const hosts = await read('listEngines', {}).catch(() => []);
  if (!Array.isArray(hosts)) return error;
  const host = hosts.find(({ id }) => id === params[engine]);
  return host ? error.with({ engine: host.id, engineHost: host.displayName ?? host.name }) : error;
}
