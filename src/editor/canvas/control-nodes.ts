import { nextControl, offersControl, type SurfaceControl } from '../../panels/render/surface-controls.js';
import type { SavedAction } from '../../saved/control.js';
import type { SurfaceValues } from '../../saved/surface.js';
import { newLockout } from '../base/control-actions.js';
import { element } from '../base/dom.js';
import { $, type Point, red } from '../base/red.js';
import { surfaceInUse, useSurface } from '../base/surface-in-use.js';
import {
  allSurfaces,
  controlsOn,
  type SurfaceConfig,
  sharesPage,
  surfaceLabel,
  surfaceValues,
} from '../base/surfaces.js';
import { words } from '../base/words.js';
import { type NewNode, putOnCanvas } from './canvas.js';
import { deviceNodes, flowOf } from './device-nodes.js';
import { addSurface } from './new-surface.js';

/** The actions of a new control. */
export interface NewControl {
  /** Id of the configuration. */
  readonly hub: string;
  /** The types of controls that can do it, the best first. */
  readonly types: readonly SurfaceControl[];
  readonly actions: readonly SavedAction[];
}

/** A control of a surface, on one of its pages. */
interface Place {
  readonly page: string;
  readonly control: string;
}

/**
 * Adds controls to the surface in use, wired to the nodes of its device. Each takes the next free control of the page in use, or of
 * the next pages if it is full. Without a drop, it first opens the tab with the device. Returns the result in words, or '' if nothing
 * was added.
 */
export function addControls(controls: readonly NewControl[], drop?: Point): string {
  const [first] = controls;
  if (!first) return '';
  const open = String(red.workspaces.active());
  const surface = surfaceFor(first.types);
  const flow = drop ? open : flowOf(surface, open);
  if (flow !== open) red.workspaces.show(flow);
  const device = deviceNodes(flow, surface);
  const values = surfaceValues(surface);
  const taken: Place[] = controlsOn(surface.id).map(placeOf);
  const nodes = controls.flatMap(({ hub, types, actions }): NewNode[] => {
    const kind = types.find((type) => offersControl(values, type));
    const place = kind && freePlace(values, kind, taken);
    if (!place) return [];
    taken.push(place);
    const fields = { hub, surface: surface.id, ...place, kind, actions, lockout: newLockout(kind, actions) };
    return [{ type: 'hub-control', fields, device }];
  });
  const isAdded = nodes.length > 0 && putOnCanvas([nodes], drop);
  const count = controls.length - nodes.length;
  // Node-RED shows a text as HTML.
  const problem = words('tree.noFreeControl', { surface: surfaceLabel(surface), count });
  if (count > 0) red.notify($(element('span', {}, problem)), 'warning');
  if (!isAdded) return '';
  useSurface(surface.id, taken.at(-1)?.page);
  return words(device.sources.length > 0 ? 'tree.added' : 'tree.addedWithoutDevice');
}

/** The surface in use if it has controls of one of these types. Otherwise the newest other one, or a new one. */
function surfaceFor(types: readonly SurfaceControl[]): SurfaceConfig {
  const offers = (surface: SurfaceConfig) => types.some((type) => offersControl(surfaceValues(surface), type));
  const { surface } = surfaceInUse();
  return surface && offers(surface) ? surface : (allSurfaces().findLast(offers) ?? addSurface('streamdeck'));
}

const placeOf = ({ page = '', control = '' }: { page?: string; control?: string }): Place => ({
  page: String(page),
  control: String(control).trim(),
});

/** The next free control from the page in use on. */
function freePlace(surface: SurfaceValues, kind: SurfaceControl, taken: readonly Place[]): Place | undefined {
  const pages = surface.pages.map(({ id }) => id);
  const first = Math.max(0, pages.indexOf(surfaceInUse().page));
  for (const page of pages.length > 0 ? pages.slice(first) : ['']) {
    const used = taken.filter((each) => sharesPage(each, { page }));
    const control = nextControl(
      surface,
      kind,
      used.map((each) => each.control),
    );
    if (control !== undefined) return { page, control };
  }
  return undefined;
}
