import { firstName } from '../../base/display.js';
import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import type { Dialect } from '../table/operation.js';
import { badInput, HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** The reads that list shows. The launcher lists them on dialect 2 only. */
export const LAUNCHER_READ = 'listLaunchConfigs';
export const SHOWS_READ = 'listLinearEngines';

/** A show: on dialect 1 a linear engine, on dialect 2 a launch configuration and its linear engine. */
export interface Show {
  /** The id as the hub sent it, usually a number. */
  readonly id: unknown;
  /** The name. Null if it has no name. */
  readonly name: string | null;
  /** The mode as the hub names it. Null if the hub reports none. */
  readonly mode: unknown;
  /** The two areas can disagree for a while. The show runs if one of them reports it. */
  readonly running: boolean;
  /** Ids of its loaded rundowns. Empty for some seconds after a restart. Undefined if the hub does not list them. */
  readonly rundowns: readonly unknown[] | undefined;
}

/**
 * All shows, by the answers of the linear area and, on dialect 2, of the launcher. An unusable answer of the launcher
 * is ignored (docs/develop/interface.md "Seen in the field"). Undefined if the linear area answered no list.
 */
export function showsIn(linear: unknown, launcher: unknown, dialect: Dialect): Show[] | undefined {
  if (!Array.isArray(linear)) return undefined;
  const configs = dialect === 2 && Array.isArray(launcher) ? launcher.filter(isObject) : [];
  return linear.filter(isObject).map((row) => {
    const config = configs.find(({ id }) => isSameId(id, row.id));
    return {
      id: row.id,
      name: firstName(row.name, config?.name) || null,
      mode: row.mode ?? config?.mode ?? null,
      running: row.started === true || config?.running === true,
      rundowns: loadedRundownIds(row),
    };
  });
}

/**
 * Ids of the rundowns that a row of the linear area lists as loaded: in `loadedRundownInfo`, on dialect 2 in
 * `loadedRundownsInfo`. Undefined if this is not a list, or if none of its rows has an id.
 */
export function loadedRundownIds(row: unknown): readonly unknown[] | undefined {
  if (!isObject(row)) return undefined;
  const loaded = row.loadedRundownsInfo ?? row.loadedRundownInfo;
  if (!Array.isArray(loaded)) return undefined;
  const ids = loaded.flatMap((each) => (isObject(each) && (each.id ?? null) !== null ? [each.id] : []));
  return loaded.length > 0 && ids.length === 0 ? undefined : ids;
}

const describeShow = ({ id, name }: Show): string => `${id} (${name ?? ''})`;

/**
 * The show with this id, or the only one that has loaded the rundown. Throws `BAD_INPUT` with all shows if the id does
 * not exist. Throws it with the candidates if several shows have loaded the rundown.
 */
export function whichShow(shows: readonly Show[], { engineId, rundownId }: Params): Show {
  if (engineId !== undefined) {
    const show = shows.find(({ id }) => isSameId(id, engineId));
    if (!show) throw badInput('engineId', engineId, { key: 'choice', options: shows.map(describeShow) });
    return show;
  }
  const [show, ...others] = shows.filter(({ rundowns }) => rundowns?.some((id) => isSameId(id, rundownId)));
  if (!show) throw new HubError('BAD_INPUT', { sentence: 'notOnAnyShow', value: rundownId });
  if (others.length === 0) return show;
  const candidates = [show, ...others].map(describeShow).join(', ');
  throw new HubError('BAD_INPUT', { sentence: 'onSeveralShows', field: 'engineId', value: rundownId, candidates });
}

/** Throws `BAD_INPUT` if neither parameter selects a show. */
export function requireShowParam({ engineId, rundownId }: Params): void {
  if (engineId === undefined && rundownId === undefined)
    throw badInput('engineId', undefined, { key: 'integer', minimum: 0 });
}
