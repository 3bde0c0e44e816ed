import { element, fillSelect } from '../base/dom.js';
import { surfaceInUse, surfaceUsed, useSurface } from '../base/surface-in-use.js';
import {
  addPage,
  allSurfaces,
  canAddPage,
  pagesOf,
  type SurfaceConfig,
  surfaceConfigOf,
  surfaceLabel,
} from '../base/surfaces.js';
import { words } from '../base/words.js';

/** The list of the pages that new controls can be for. The last choice of each surface adds a page. */
export class PageChoice {
  readonly element = element('select', { 'aria-label': words('surface.page'), title: words('surface.page') });

  constructor() {
    this.element.addEventListener('change', () => this.#choose());
    // A surface can be edited or deleted elsewhere.
    this.element.addEventListener('focus', () => this.draw());
    surfaceUsed.watch(() => this.draw());
  }

  draw(): void {
    const { surface, page } = surfaceInUse();
    fillSelect(this.element, allSurfaces().flatMap(optionsOf), keyOf(surface?.id ?? '', page));
  }

  #choose(): void {
    const [id, page]: readonly [string, string?] = JSON.parse(this.element.value);
    const surface = surfaceConfigOf(id);
    if (!surface) this.draw();
    else if (page === undefined) addPage(surface);
    else useSurface(id, page);
  }
}

/** Names a surface and one of its pages. Without a page, it stands for a new one. */
const keyOf = (...ids: readonly string[]): string => JSON.stringify(ids);

function optionsOf(surface: SurfaceConfig) {
  const [label, pages] = [surfaceLabel(surface), pagesOf(surface)];
  return [
    ...pages.map(({ id, name }) => ({ value: keyOf(surface.id, id), label: `${label} · ${name}` })),
    ...(pages.length === 0 ? [{ value: keyOf(surface.id, ''), label }] : []),
    ...(canAddPage(surface) ? [{ value: keyOf(surface.id), label: `${label} · ${words('surface.addPage')}` }] : []),
  ];
}
