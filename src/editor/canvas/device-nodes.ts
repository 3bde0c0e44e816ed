import type { Device } from '../../saved/surface.js';
import type { ControlNode } from '../base/node-types.js';
import { type CanvasNode, type EditorNode, red, type Wire } from '../base/red.js';
import { controlsOn, deviceOf, type SurfaceConfig, surfaceLabel } from '../base/surfaces.js';

/** The nodes that send the messages of a device, and that accept the messages for its lights. */
export interface DeviceNodes {
  readonly sources: readonly { readonly source: CanvasNode; readonly sourcePort: number }[];
  readonly targets: readonly CanvasNode[];
}

/** The nodes of a device: their types, or the module of a function as in our recipes. */
interface DeviceTypes {
  readonly type: RegExp;
  readonly module?: RegExp;
}

const MIDI: DeviceTypes = { type: /^midi (in|out)$/, module: /\bmidi$/ };

const DEVICE_TYPES: Partial<Record<Device, DeviceTypes>> = {
  streamdeck: { type: /^stream-?deck/i, module: /\bstream-deck\b/ },
  midi: MIDI,
  mcu: MIDI,
  xkeys: { type: /^x-?keys/i, module: /\bxkeys(-lib\/.+)?$/ },
  osc: { type: /^osc$/ },
  gpio: { type: /^rpi-gpio (in|out)$/ },
  mqtt: { type: /^mqtt (in|out)$/ },
};

type FunctionNode = EditorNode & { readonly libs?: readonly { readonly module?: string }[] };

function isOfDevice(node: EditorNode, device: Device): boolean {
  const { type, module } = DEVICE_TYPES[device] ?? {};
  const { libs = [] } = node as FunctionNode;
  return (
    type?.test(node.type) === true ||
    (node.type === 'function' && module !== undefined && libs.some((each) => module.test(each.module ?? '')))
  );
}

/** The types of ports in `getNodeLinks`. */
const INPUT = 1;
const OUTPUT = 0;

/**
 * The nodes of a surface on a flow: those that its controls are wired to, otherwise the first ones of its device that do not send to
 * another surface.
 */
export function deviceNodes(flow: string, surface: SurfaceConfig): DeviceNodes {
  const device = deviceOf(surface);
  const wired = controlsOn(surface.id).findLast(
    ({ id, z }) => z === flow && red.nodes.getNodeLinks(id, INPUT).length > 0,
  );
  const isOfOther = ({ target }: Wire) =>
    target.type === 'hub-control' && (target as EditorNode as ControlNode).surface !== surface.id;
  const nodes = red.nodes
    .filterNodes({ z: flow })
    .filter((node) => isOfDevice(node, device) && !red.nodes.getNodeLinks(node.id, OUTPUT).some(isOfOther));
  const targets = wired ? outputLinks(wired).map(({ target }) => target) : [];
  return {
    sources: wired ? red.nodes.getNodeLinks(wired.id, INPUT) : nodes.filter(isSource).slice(0, 1).flatMap(outputsOf),
    targets: targets.length > 0 ? targets : nodes.filter(isTarget).slice(0, 1).map(linkTo),
  };
}

/** The tab of the device of a surface: the one with its name, as *Set up a device* makes it, the open one, or another one. */
export function flowOf(surface: SurfaceConfig, open: string): string {
  const tabs = red.nodes.getWorkspaceOrder().filter((tab) => !red.nodes.workspace(tab)?.disabled);
  const named = tabs.filter((tab) => red.nodes.workspace(tab)?.label === surfaceLabel(surface));
  return [...named, open, ...tabs].find((tab) => deviceNodes(tab, surface).sources.length > 0) ?? open;
}

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
