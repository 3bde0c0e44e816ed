import type { Device } from '../../saved/surface.js';
import { exampleFlow, type SavedNode } from '../base/examples.js';
import { red } from '../base/red.js';
import { SURFACE_TYPE } from '../base/surfaces.js';
import { words } from '../base/words.js';
import { newSurface } from '../canvas/new-surface.js';
import { devicePart } from './device-part.js';

interface SetUp {
  /** Its example flow. */
  readonly recipe: string;
  /** The module of its nodes, if Node-RED does not have them itself. */
  readonly palette?: string;
}

/** The devices that can be set up, in the order of the menu. */
export const SET_UPS = {
  streamdeck: { recipe: 'stream-deck' },
  mcu: { recipe: 'x-touch' },
  midi: { recipe: 'midi-fader-bank' },
  osc: { recipe: 'osc', palette: 'node-red-contrib-osc' },
  xkeys: { recipe: 'x-keys' },
  gpio: { recipe: 'gpi', palette: 'node-red-node-pi-gpio' },
  mqtt: { recipe: 'mqtt' },
} as const satisfies Partial<Record<Device, SetUp>>;

/**
 * Adds the surface of a device, and the nodes of its recipe on a new tab with the same name, as one undo step. Returns what to
 * do next, in words. Rejects like `ajax`.
 */
export async function setUp(device: keyof typeof SET_UPS): Promise<string> {
  const { recipe, palette }: SetUp = SET_UPS[device];
  const flow = await exampleFlow(`4-recipes/${recipe}`);
  const surface = newSurface(device, flow.find(({ type }) => type === SURFACE_TYPE)?.name);
  const part = withNewIds(devicePart(flow));
  const nodes = part.map((node) => (node.type === 'tab' ? { ...node, label: surface.name } : node));
  red.view.importNodes([...nodes, surface], { generateIds: false, notify: false });
  const tab = nodes.find(({ type }) => type === 'tab');
  if (tab) red.workspaces.show(tab.id);
  return [words('surface.setUp.done', { name: surface.name }), ...installTexts(nodes, palette)].join(' ');
}

/** So that a device can be set up twice. */
const withNewIds = (nodes: readonly SavedNode[]): SavedNode[] =>
  JSON.parse(nodes.reduce((text, { id }) => text.replaceAll(id, red.nodes.id()), JSON.stringify(nodes)));

/** What to install for these nodes. */
function installTexts(nodes: readonly SavedNode[], palette: string | undefined): string[] {
  const isMissing = nodes.some(({ type }) => type !== 'tab' && !red.nodes.getType(type));
  const libs = nodes.flatMap((node) => (node as { libs?: readonly { readonly module: string }[] }).libs ?? []);
  const modules = libs.map(({ module }) => module);
  return [
    ...(isMissing && palette ? [words('surface.setUp.palette', { module: palette })] : []),
    ...(modules.length > 0
      ? [words('surface.setUp.modules', { modules: modules.join(', '), command: `npm install ${modules.join(' ')}` })]
      : []),
  ];
}
