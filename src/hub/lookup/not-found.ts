import type { Dialect, Operation } from '../table/operation.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { Read } from './lookup-cache.js';

/**
 * After a 404: that the operation needs another dialect than the hub has, or that the id is an engine host's and not a
 * linear engine's, the mistake that everybody makes first (hub-interface.md, "Linear engine ids are not engine-host
 * ids"). Gives the error, with what was found as facts.
 */
export async function explainNotFound(
  error: unknown,
  { parameters, dialects }: Operation,
  params: Params,
  dialect: Dialect,
  read: Read,
): Promise<unknown> {
  if (!(error instanceof HubError) || error.code !== 'HUB_NOT_FOUND' || error.facts.lookUp) return error;
  if (!dialects.includes(dialect)) return error.with({ needs: dialects[0] });
  const engine = parameters.find(({ names }) => names === 'linearEngine')?.name;
  const hosts = engine ? await read('listEngines', {}).catch(() => []) : [];
  if (!engine || !Array.isArray(hosts)) return error;
  const host = hosts.find(({ id }) => id === params[engine]);
  return host ? error.with({ engine: host.id, engineHost: host.displayName ?? host.name }) : error;
}
