import { isObject } from '../base/is-object.js';
import type { Dialect } from '../table/operation.js';

/** The reads that tell of shows: the launcher's, on dialect 2 alone, and the linear area's. */
export const LAUNCHER_READ = 'listLaunchConfigs';
export const SHOWS_READ = 'listLinearEngines';

/** A show: on dialect 2 launch configuration and linear engine in one, on dialect 1 a linear engine. */
export interface Show {
  readonly id: unknown;
  readonly name: unknown;
  readonly mode: unknown;
  /** The two areas can disagree for a while: it runs if either says so. */
  readonly running: boolean;
  /** Ids of the rundowns that are loaded on it; none for some seconds while it restarts. Undefined where the hub lists none. */
  readonly rundowns: readonly unknown[] | undefined;
}

/**
 * All shows, by what the linear area answers and, on dialect 2, the launcher; where the launcher tells nothing of use,
 * by the linear area alone (docs/interface.md "Seen in the field"). Undefined if that answered no list.
 */
export function showsIn(linear: unknown, launcher: unknown, dialect: Dialect): Show[] | undefined {
  if (!Array.isArray(linear)) return undefined;
  const configs = dialect === 2 && Array.isArray(launcher) ? launcher.filter(isObject) : [];
  return linear.filter(isObject).map((row) => {
    const config = configs.find(({ id }) => String(id) === String(row.id));
    return {
      id: row.id,
      name: row.name ?? config?.name ?? null,
      mode: row.mode ?? config?.mode ?? null,
      running: row.started === true || config?.running === true,
      rundowns: loadedRundownIds(row),
    };
  });
}

/**
 * Ids of the rundowns that a row of the linear area says are loaded: `loadedRundownInfo`, on dialect 2
 * `loadedRundownsInfo`. Undefined where that is not a list, or no row of it has an id.
 */
export function loadedRundownIds(row: unknown): readonly unknown[] | undefined {
  if (!isObject(row)) return undefined;
  const loaded = row.loadedRundownsInfo ?? row.loadedRundownInfo;
  if (!Array.isArray(loaded)) return undefined;
  const ids = loaded.flatMap((each) => (isObject(each) && (each.id ?? null) !== null ? [each.id] : []));
  return loaded.length > 0 && ids.length === 0 ? undefined : ids;
}
