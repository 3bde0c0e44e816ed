import type { Device, SavedSurface } from '../../saved/surface.js';
import { red } from '../base/red.js';
import { SURFACE_TYPE, type SurfaceConfig, surfaceConfigOf } from '../base/surfaces.js';
import { surfaceName, words } from '../base/words.js';

/** Adds the configuration of a surface with one page, as one undo step. */
export function addSurface(device: Device, fields: SavedSurface & { readonly name?: string }): SurfaceConfig {
  const defaults = Object.entries(red.nodes.getType(SURFACE_TYPE).defaults).map(([field, { value }]) => [field, value]);
  const pages = [{ id: red.nodes.id(), name: words('surface.firstPage', { number: 1 }) }];
  const id = red.nodes.id();
  const own = { type: SURFACE_TYPE, id, name: surfaceName(device), device, pages, ...fields };
  red.view.importNodes([{ ...Object.fromEntries(defaults), ...own }], { generateIds: false, notify: false });
  return surfaceConfigOf(id) as SurfaceConfig;
}
