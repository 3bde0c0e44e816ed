import { Signal } from '../../base/signal.js';
import { allSurfaces, pagesOf, type SurfaceConfig } from './surfaces.js';

let used = { surface: '', page: '' };

/** Another surface or page is in use. */
export const surfaceUsed = new Signal<void>();

/** Makes a surface and one of its pages those of new controls: they were set up, added, shown or chosen. */
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
