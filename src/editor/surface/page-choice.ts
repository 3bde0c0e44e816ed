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

/** Stands for a page that is added when it is chosen. */
const NEW = 'new';

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
    fillSelect(this.element, allSurfaces().flatMap(optionsOf), choiceOf(surface?.id, page));
  }

  #choose(): void {
    const [id = '', page = ''] = this.element.value.split(' ');
    const surface = surfaceConfigOf(id);
    if (!surface) this.draw();
    else if (page === NEW) addPage(surface);
    else useSurface(id, page);
  }
}

const choiceOf = (surface = '', page = ''): string => `${surface} ${page}`;

function optionsOf(surface: SurfaceConfig) {
  const pages = pagesOf(surface);
  const rows = [
    ...(pages.length > 0 ? pages : [{ id: '', name: '' }]),
    ...(canAddPage(surface) ? [{ id: NEW, name: words('surface.addPage') }] : []),
  ];
  return rows.map(({ id, name }) => ({
    value: choiceOf(surface.id, id),
    label: [surfaceLabel(surface), name].filter(Boolean).join(' · '),
  }));
}
