import { firstName } from '../../base/display.js';
import { isObject } from '../../base/values.js';
import type { Dialect, OperationInfo } from '../table/operation.js';
import { isNotFound } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { isOther } from './missing-things.js';
import type { Show } from './show.js';

/** The reads that can explain a 404. If one fails, the error is not changed. */
interface NotFoundLookUps {
  /** The engine hosts. */
  hosts(): Promise<unknown>;
  shows(): Promise<readonly Show[] | undefined>;
}

/**
 * Explains a 404 by adding facts to the error. The operation may need another dialect. On dialect 2 its show may not
 * run. The id may be that of an engine host, not of a linear engine: the most common mistake (docs/interface.md
 * "Resources", "Seen in the field").
 */
export async function explainNotFound(
  error: unknown,
  { parameters, dialects }: Pick<OperationInfo, 'parameters' | 'dialects'>,
  params: Params,
  dialect: Dialect,
  { hosts, shows }: NotFoundLookUps,
): Promise<unknown> {
  if (!isNotFound(error)) return error;
  const isOfLookUp = error.facts.lookUp !== undefined;
  if (!isOfLookUp && !dialects.includes(dialect)) return error.with({ needs: dialects[0] });
  const name = parameters.find(({ names }) => names === 'linearEngine')?.name;
  const engine = name && params[name];
  if (!name || engine === undefined) return error;
  const show = dialect === 2 && (await orUndefined(shows))?.find(({ id }) => String(id) === String(engine));
  if (show) return show.running ? error : error.with({ stopped: show.id, show: firstName(show.name, show.id) });
  const rows = isOfLookUp || isOther(error, name) ? undefined : await orUndefined(hosts);
  if (!Array.isArray(rows)) return error;
  const host = rows.filter(isObject).find(({ id }) => id === engine);
  return host ? error.with({ engine: host.id, engineHost: firstName(host.displayName, host.name, host.id) }) : error;
}

const orUndefined = <T>(read: () => Promise<T>): Promise<T | undefined> => read().catch(() => undefined);
