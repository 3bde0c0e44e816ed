import { isObject } from '../../base/values.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** This read describes an engine and its instances. */
export const ENGINE_READ = 'getEngine';

/**
 * The type of an engine: that of its loaded instance, else of its first, else its own. Undefined if it has no type
 * (docs/develop/interface.md "Engine host"). Throws `HUB_BAD_ANSWER` for a value that does not describe an engine.
 */
export function engineTypeIn(engine: unknown): string | undefined {
  const { instances, engineType } = isObject(engine) ? engine : {};
  const rows = Array.isArray(instances) ? instances.filter(isTyped) : [];
  const loaded = rows.find(({ status }) => status === 'Loaded') ?? rows[0];
  if (loaded) return loaded.engineType;
  if (typeof engineType === 'string') return engineType;
  if (Array.isArray(instances) && instances.length === 0) return undefined;
  throw new HubError('HUB_BAD_ANSWER', { cause: ENGINE_READ });
}

const isTyped = (row: unknown): row is { engineType: string; status?: unknown } =>
  isObject(row) && typeof row.engineType === 'string';

/** True if the call sets the type RE5, or if the cached description of its engine has this type. */
export function runsRe5(
  { engineType, engineId }: Params,
  peek: (read: typeof ENGINE_READ, params: Params) => unknown,
): boolean {
  if (engineType !== undefined) return engineType === 'RE5';
  const engine = peek(ENGINE_READ, { engineId });
  try {
    return engine !== undefined && engineTypeIn(engine) === 'RE5';
  } catch {
    // `propertyValue` reports this error to the calls that need the type.
    return false;
  }
}
