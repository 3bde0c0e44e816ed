import { isObject } from '../base/is-object.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { LookUpCache } from './lookup-cache.js';

/** The read that tells what runs on an engine. */
export const ENGINE_READ = 'getEngine';

/**
 * What runs on an engine, by its description: the type of its loaded instance, else of its first, else its own;
 * undefined if it has neither (docs/interface.md "Engine host"). Throws `HUB_BAD_ANSWER` for what describes no engine.
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

/** Whether the engine of a property is known to run RE5, or the call says so. */
export function runsRe5({ engineType, engineId }: Params, lookUps: LookUpCache): boolean {
  if (engineType !== undefined) return engineType === 'RE5';
  const engine = lookUps.peek(ENGINE_READ, { engineId });
  try {
    return engine !== undefined && engineTypeIn(engine) === 'RE5';
  } catch {
    // The call that needs to know is told, see `propertyValue`.
    return false;
  }
}
