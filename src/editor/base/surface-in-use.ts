import { Signal } from '../../base/signal.js';
import { type EditorNode, red } from './red.js';
import { allSurfaces, pagesOf, SURFACE_TYPE, type SurfaceConfig } from './surfaces.js';

let used = { surface: '', page: '' };

/** Another surface or page is in use. */
export const surfaceUsed = new Signal<void>();

/** Makes a surface and one of its pages those of new controls. */
export function useSurface(surface: string, page = ''): void {
  used = { surface, page };
  surfaceUsed.emit();
}

/** The surface of new controls, otherwise the newest one, and the id of the page in use, otherwise of the first one. */
export function surfaceInUse(): { readonly surface: SurfaceConfig | undefined; readonly page: string } {
  const surfaces = allSurfaces();
  const surface = surfaces.find(({ id }) => id === used.surface) ?? surfaces.at(-1);
  const pages = pagesOf(surface);
  return { surface, page: (pages.find(({ id }) => id === used.page) ?? pages[0])?.id ?? '' };
}

/** The ids of the pages that each surface had. */
const known = new Map<string, readonly string[]>();

/** A surface that is added is in use, and so is a page that a dialog or the sidebar adds. */
function useAdded(node: EditorNode): void {
  if (node.type !== SURFACE_TYPE) return;
  const before = known.get(node.id);
  const pages = pagesOf(node as SurfaceConfig).map(({ id }) => id);
  known.set(node.id, pages);
  const added = before ? pages.findLast((page) => !before.includes(page)) : '';
  if (added !== undefined) useSurface(node.id, added);
}
red.events.on('nodes:add', useAdded);
red.events.on('nodes:change', useAdded);
