import { isEnvironment } from '../../saved/environment.js';
import { red } from '../base/red.js';
import { pagesOf, surfaceConfigOf } from '../base/surfaces.js';
import { words } from '../base/words.js';

// The sidebar judges these alone, without the descriptions of all fields.

/** A panel without a hub is valid: a watch can give the present value. */
export const isNoHub = (id: string): boolean => id === '' || id === '_ADD_';

export function judgeHub(id: string): true | string {
  if (isEnvironment(id)) return true;
  if (isNoHub(id)) return words('reasons.noHub');
  const hub = red.nodes.node(id);
  if (hub?.type !== 'hub-config') return words('reasons.hubGone');
  if (hub.d) return words('reasons.hubDisabled');
  return hub.valid === false ? words('reasons.hubBroken') : true;
}

export function judgeSurface(id: string): true | string {
  if (isEnvironment(id)) return true;
  if (isNoHub(id)) return words('surface.reasons.none');
  const surface = surfaceConfigOf(id);
  if (!surface) return words('surface.reasons.gone');
  if (surface.d) return words('surface.reasons.disabled');
  return surface.valid === false ? words('surface.reasons.broken') : true;
}

/** A page of a surface. Blank: every page. */
export const judgePage = (surface: unknown, page: string): true | string =>
  page === '' ||
  isEnvironment(page) ||
  isEnvironment(surface) ||
  pagesOf(surfaceConfigOf(surface)).some(({ id }) => id === page) ||
  words('surface.reasons.pageGone');
