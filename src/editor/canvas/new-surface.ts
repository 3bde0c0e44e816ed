import type { Device } from '../../saved/surface.js';
import type { SavedNode } from '../base/examples.js';
import { red } from '../base/red.js';
import {
  allSurfaces,
  freeName,
  newPage,
  SURFACE_TYPE,
  type SurfaceConfig,
  surfaceConfigOf,
  surfaceLabel,
} from '../base/surfaces.js';
import { surfaceName } from '../base/words.js';

/** The configuration of a new surface with one page. A second Stream Deck is `Stream Deck 2`. */
export function newSurface(device: Device, usualName: unknown = surfaceName(device)): SavedNode & { name: string } {
  const defaults = Object.entries(red.nodes.getType(SURFACE_TYPE).defaults).map(([field, { value }]) => [field, value]);
  const pages = [newPage([])];
  const name = freeName(String(usualName), allSurfaces().map(surfaceLabel));
  const own = { id: red.nodes.id(), type: SURFACE_TYPE, name, device, pages };
  return { ...Object.fromEntries(defaults), ...own };
}

/** Adds the configuration of a surface, as one undo step. */
export function addSurface(device: Device): SurfaceConfig {
  const surface = newSurface(device);
  red.view.importNodes([surface], { generateIds: false, notify: false });
  return surfaceConfigOf(surface.id) as SurfaceConfig;
}
