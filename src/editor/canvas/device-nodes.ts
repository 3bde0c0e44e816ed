import { CONTROL_SURFACES, type ControlSurface, isControlSurface, type SavedControl } from '../../saved/control.js';
import type { SavedPanel } from '../../saved/panel.js';
import { allNodes, type CanvasNode, type EditorNode, red } from '../base/red.js';

/** The nodes that send the messages of a device, and that accept the messages for its lights. */
export interface DeviceNodes {
  readonly sources: readonly { readonly source: CanvasNode; readonly sourcePort: number }[];
  readonly targets: readonly CanvasNode[];
}

/** The nodes of a surface: their types, or the module of a function as in our recipes. */
interface DeviceTypes {
  readonly type: RegExp;
  readonly module?: RegExp;
}

const MIDI: DeviceTypes = { type: /^midi (in|out)$/, module: /\bmidi$/ };

const DEVICES: Partial<Record<ControlSurface, DeviceTypes>> = {
  streamdeck: { type: /^stream-?deck/i, module: /\bstream-deck\b/ },
  midi: MIDI,
  mcu: MIDI,
  xkeys: { type: /^x-?keys/i, module: /\bxkeys(-lib\/.+)?$/ },
  osc: { type: /^osc$/ },
  gpio: { type: /^rpi-gpio (in|out)$/ },
  mqtt: { type: /^mqtt (in|out)$/ },
};

type FunctionNode = EditorNode & { readonly libs?: readonly { readonly module?: string }[] };

function isDevice(node: EditorNode, surface: ControlSurface): boolean {
  const { type, module } = DEVICES[surface] ?? {};
  const { libs = [] } = node as FunctionNode;
  return (
    type?.test(node.type) === true ||
    (node.type === 'function' && module !== undefined && libs.some((each) => module.test(each.module ?? '')))
  );
}

/** A control or a panel on a flow, with the surface that it uses. */
interface SurfaceUse {
  readonly node: EditorNode;
  readonly surface: ControlSurface;
  readonly control: string;
}

/** The controls and panels on all flows that name their surface, in the order of the editor. */
const surfaceUses = (): readonly SurfaceUse[] =>
  allNodes().flatMap((node: EditorNode & Partial<SavedControl & SavedPanel>) => {
    const surface = { 'hub-control': node.surface, 'hub-panel': node.source }[node.type];
    return isControlSurface(surface) ? [{ node, surface, control: String(node.control ?? '').trim() }] : [];
  });

/** The controls of a surface that nodes on any flow use. */
export const usedControls = (surface: ControlSurface): readonly string[] =>
  surfaceUses()
    .filter((use) => use.surface === surface)
    .map(({ control }) => control);

/** The surfaces of a flow, the last used one first, then those of its device nodes, of other flows, and all others. */
export function surfacesInOrder(flow: string): readonly ControlSurface[] {
  const uses = [...surfaceUses()].reverse();
  const nodes = red.nodes.filterNodes({ z: flow });
  return [
    ...uses.filter(({ node }) => node.z === flow).map(({ surface }) => surface),
    ...CONTROL_SURFACES.filter((surface) => nodes.some((node) => isDevice(node, surface))),
    ...uses.map(({ surface }) => surface),
    ...CONTROL_SURFACES,
  ];
}

/** The nodes of a device on a flow: those of its last control, otherwise the first ones of a known type. */
export function deviceNodes(flow: string, surface: ControlSurface): DeviceNodes {
  const last = surfaceUses().findLast(
    (use) => use.node.type === 'hub-control' && use.node.z === flow && use.surface === surface,
  );
  const sources = last ? red.nodes.getNodeLinks(last.node.id, INPUT) : [];
  const targets = last ? outputLinks(last.node).map(({ target }) => target) : [];
  const devices = red.nodes.filterNodes({ z: flow }).filter((node) => isDevice(node, surface));
  return {
    sources: sources.length > 0 ? sources : devices.filter(isSource).slice(0, 1).flatMap(outputsOf),
    targets: targets.length > 0 ? targets : devices.filter(isTarget).slice(0, 1).map(linkTo),
  };
}

/** The open flow if it has the device of a surface. Otherwise the last used tab with it, or the first one. */
export function flowOfDevice(surface: ControlSurface, open: string): string {
  if (deviceNodes(open, surface).sources.length > 0) return open;
  const tabs = red.nodes.getWorkspaceOrder().filter((tab) => !red.nodes.workspace(tab)?.disabled);
  const hasDevice = (tab: string) => red.nodes.filterNodes({ z: tab }).some((node) => isDevice(node, surface));
  const withDevice = tabs.filter(hasDevice);
  const last = surfaceUses().findLast((use) => use.surface === surface && withDevice.includes(use.node.z ?? ''));
  return last?.node.z ?? withDevice[0] ?? open;
}

/** The types of ports in `getNodeLinks`. */
const INPUT = 1;
const OUTPUT = 0;

/** The first output of a control is for its device. */
const outputLinks = ({ id }: EditorNode) =>
  red.nodes.getNodeLinks(id, OUTPUT).filter(({ sourcePort }) => sourcePort === 0);

/** The node `osc` reads packets behind a network input, and writes them before a network output. */
const isSource = ({ id, type, outputs = 0 }: CanvasNode): boolean =>
  type === 'osc' ? red.nodes.getNodeLinks(id, INPUT).some(({ source }) => source.type.endsWith(' in')) : outputs > 0;
const isTarget = ({ id, type, inputs = 0 }: CanvasNode): boolean =>
  type === 'osc' ? red.nodes.getNodeLinks(id, OUTPUT).some(({ target }) => target.type.endsWith(' out')) : inputs > 0;

/** In our recipes, the second output of a function asks for all lights again. */
const outputsOf = (source: CanvasNode) =>
  Array.from({ length: source.outputs ?? 0 }, (_, sourcePort) => ({ source, sourcePort }));

/** A *link out* of the same flow that leads to a device saves a wire back. */
function linkTo(device: CanvasNode): CanvasNode {
  const linkIns = red.nodes.getNodeLinks(device.id, INPUT).filter(({ source }) => source.type === 'link in');
  const ids = linkIns.flatMap(
    ({ source }) => (source as EditorNode & { readonly links?: readonly string[] }).links ?? [],
  );
  return red.nodes.filterNodes({ z: device.z ?? '' }).find(({ id }) => ids.includes(id)) ?? device;
}
