import { nextControl, offersControl, type SurfaceControl } from '../../panels/render/surface-controls.js';
import type { ControlSurface, SavedAction } from '../../saved/control.js';
import { newLockout } from '../base/control-actions.js';
import { type Point, red } from '../base/red.js';
import { surfaceName, words } from '../base/words.js';
import { type NewNode, putOnCanvas } from './canvas.js';
import { deviceNodes, flowOfDevice, surfacesInOrder, usedControls } from './device-nodes.js';

/** The actions of a new control. */
export interface NewControl {
  /** Id of the configuration. */
  readonly hub: string;
  /** The types of controls that can do it, the best first. */
  readonly types: readonly SurfaceControl[];
  readonly actions: readonly SavedAction[];
}

/**
 * Adds controls, wired to the nodes of their device. Each takes the next free control of the surface that was used last.
 * Without a drop, it first opens the tab with the device. Returns the result in words, or '' if nothing was added.
 */
export function addControls(controls: readonly NewControl[], drop?: Point): string {
  if (!drop && controls[0]) openFlowOfDevice(controls[0]);
  const flow = red.workspaces.active();
  const nodes: NewNode[] = [];
  const full = new Set<ControlSurface>();
  for (const control of controls) {
    const { surface, type } = placeFor(String(flow), control.types);
    const name = nextControl(surface, type, [...usedControls(surface), ...takenBy(nodes, surface)]);
    if (name === undefined) full.add(surface);
    else nodes.push(controlNode(String(flow), control, surface, type, name));
  }
  const isAdded = nodes.length > 0 && putOnCanvas([nodes], drop);
  const problems = [...full].map((surface) =>
    words('tree.noFreeControl', { surface: surfaceName(surface), count: controls.length - nodes.length }),
  );
  if (problems.length > 0) red.notify(problems.join(' '), 'warning');
  if (!isAdded) return '';
  const isWired = nodes.every(({ device }) => device && device.sources.length > 0);
  return words(isWired ? 'tree.added' : 'tree.addedWithoutDevice');
}

function openFlowOfDevice({ types }: NewControl): void {
  const open = String(red.workspaces.active());
  const flow = flowOfDevice(placeFor(open, types).surface, open);
  if (flow !== open) red.workspaces.show(flow);
}

/** The surface that was used last and has a control of one of these types. */
function placeFor(flow: string, types: readonly SurfaceControl[]): { surface: ControlSurface; type: SurfaceControl } {
  for (const surface of surfacesInOrder(flow)) {
    const type = types.find((each) => offersControl(surface, each));
    if (type) return { surface, type };
  }
  throw new RangeError(`No surface has a ${types.join(' or ')}`);
}

/** The controls of a surface that new nodes take. */
const takenBy = (nodes: readonly NewNode[], surface: ControlSurface): readonly string[] =>
  nodes.filter(({ fields }) => fields.surface === surface).map(({ fields }) => String(fields.control));

const controlNode = (
  flow: string,
  { hub, actions }: NewControl,
  surface: ControlSurface,
  kind: SurfaceControl,
  control: string,
): NewNode => ({
  type: 'hub-control',
  fields: { hub, surface, control, kind, actions, lockout: newLockout(kind, actions) },
  device: deviceNodes(flow, surface),
});
