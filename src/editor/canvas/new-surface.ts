import { isSameName } from '../../base/names.js';
import type { Device } from '../../saved/surface.js';
import type { SavedNode } from '../base/examples.js';
import { red } from '../base/red.js';
import { allSurfaces, SURFACE_TYPE, type SurfaceConfig, surfaceConfigOf, surfaceLabel } from '../base/surfaces.js';
import { surfaceName, words } from '../base/words.js';

/** The configuration of a new surface with one page. A second Stream Deck is `Stream Deck 2`. */
export function newSurface(device: Device, usualName: unknown = surfaceName(device)): SavedNode & { name: string } {
  const defaults = Object.entries(red.nodes.getType(SURFACE_TYPE).defaults).map(([field, { value }]) => [field, value]);
  const pages = [{ id: red.nodes.id(), name: words('surface.firstPage', { number: 1 }) }];
  const own = { id: red.nodes.id(), type: SURFACE_TYPE, name: freeName(String(usualName)), device, pages };
  return { ...Object.fromEntries(defaults), ...own };
}

/** A name that no other surface has. */
function freeName(usual: string): string {
  const isFree = (name: string) => !allSurfaces().some((surface) => isSameName(surfaceLabel(surface), name));
  let name = usual;
  for (let number = 2; !isFree(name); number += 1) name = `${usual} ${number}`;
  return name;
}

/** Adds the configuration of a surface, as one undo step. */
export function addSurface(device: Device): SurfaceConfig {
  const surface = newSurface(device);
  red.view.importNodes([surface], { generateIds: false, notify: false });
  return surfaceConfigOf(surface.id) as SurfaceConfig;
}
