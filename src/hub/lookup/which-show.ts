import { badInput, HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { Show } from './show.js';

const describeShow = ({ id, name }: Show): string => `${id} (${name ?? ''})`;

/**
 * The show with this id, or the only one that has loaded the rundown. Throws `BAD_INPUT` with all shows if the id does
 * not exist. Throws it with the candidates if several shows have loaded the rundown.
 */
export function whichShow(shows: readonly Show[], { engineId, rundownId }: Params): Show {
  if (engineId !== undefined) {
    const show = shows.find(({ id }) => String(id) === String(engineId));
    if (!show) throw badInput('engineId', engineId, { key: 'choice', options: shows.map(describeShow) });
    return show;
  }
  const [show, ...others] = shows.filter(({ rundowns }) => rundowns?.some((id) => String(id) === String(rundownId)));
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
