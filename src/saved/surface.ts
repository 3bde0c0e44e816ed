import { isSameName, nameKey } from '../base/names.js';
import { DECK_SIZES } from '../panels/render/surface-controls.js';
import type { LampSurface } from '../panels/render/surfaces.js';
import { choice, describe, rows, type SavedOf, text, type ValuesOf } from './field.js';

/** The types of devices, the default first. The order of the list in the dialog. */
export const DEVICES = [
  'streamdeck',
  'midi',
  'mcu',
  'xkeys',
  'osc',
  'gpio',
  'mqtt',
  'dashboard',
  'template',
] as const satisfies readonly LampSurface[];

export type Device = (typeof DEVICES)[number];

/** The id is what a control saves, so that a page can get another name. */
const PAGE = describe({
  id: { ...text('surface.page', 'name', { key: 'text' }), required: true },
  name: { ...text('surface.pageName', 'name', { key: 'text' }), required: true },
});

const FIELDS = {
  device: choice('params.device', DEVICES, 'control.choices'),
  /** Only of a Stream Deck. The other devices have no sizes. */
  size: choice('surface.size', DECK_SIZES, 'surface.sizes'),
  /** The serial number, port or address in the messages of the device. Blank: any. */
  unit: text('surface.unit', 'name', { key: 'anyText' }),
  /** The first one is shown at the start. None: one page, which has all controls. */
  pages: rows('surface.pages', PAGE, {
    key: ({ name }: { name?: string }) => nameKey(name ?? ''),
    allowed: { key: 'otherPage' },
    reason: 'surface.reasons.twice',
  }),
};

/** The saved fields of a `hub-surface`: one device. */
export const SURFACE = describe(FIELDS);

export type SurfaceValues = ValuesOf<typeof FIELDS>;
export type PageValues = SurfaceValues['pages'][number];

export interface SavedSurface extends Omit<SavedOf<typeof FIELDS>, 'pages'> {
  pages?: { id?: string; name?: string }[];
}

/** True if a control of a page is among those of the page that is shown. One without a page is on every page. */
export const isOnPage = (page: string, shown: string): boolean => page === '' || page === shown;

/** The page that a message or a user names: by its name, or by its place from 1. Undefined: none. */
export function pageCalled(pages: readonly PageValues[], name: string | number): PageValues | undefined {
  if (typeof name === 'number') return pages[name - 1];
  return pages.find((page) => isSameName(page.name, name));
}
