import { isObject } from '../base/is-object.js';
import type { Dialect, Operation } from '../table/operation.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/**
 * After a 404: that the operation needs another dialect than the hub has, or that the id is an engine host's and not a
 * linear engine's, the mistake that everybody makes first (docs/interface.md "Resources"). Gives the error, with what
 * was found as facts; `hosts` reads the engine hosts, and an answer of no use only leaves the error as it is.
 */
export async function explainNotFound(
  error: unknown,
  { parameters, dialects }: Operation,
  params: Params,
  dialect: Dialect,
  hosts: () => Promise<{ readonly value: unknown } | undefined>,
): Promise<unknown> {
  if (!(error instanceof HubError) || error.code !== 'HUB_NOT_FOUND' || error.facts.lookUp) return error;
  if (!dialects.includes(dialect)) return error.with({ needs: dialects[0] });
  const engine = parameters.find(({ names }) => names === 'linearEngine')?.name;
  const rows = engine && (await hosts().catch(() => undefined))?.value;
  if (!engine || !Array.isArray(rows)) return error;
  const host = rows.filter(isObject).find(({ id }) => id === params[engine]);
  return host ? error.with({ engine: host.id, engineHost: host.displayName ?? host.name }) : error;
}
