import { escapeReferences } from '../../base/display.js';
import type { Dialect } from '../../hub/table/operation.js';
import type { PublicOperation } from '../../hub/table/public-table.js';
import { environmentName, isEnvironment } from '../../saved/environment.js';
import { fieldValue } from '../../saved/field.js';
import { CONNECTION_FIELDS, HUB } from '../../saved/hub.js';
import type { HubConfig, OperationNode } from './node-types.js';
import { red } from './red.js';

/** All hub configurations in the editor, deployed or not. */
export function allHubs(): readonly HubConfig[] {
  const hubs: HubConfig[] = [];
  red.nodes.eachConfig((config) => {
    if (config.type === 'hub-config') hubs.push(config as HubConfig);
  });
  return hubs;
}

/** The hub of a node for its label, e.g. ` (Studio hub)`. Blank if the hubs of the flows have the same address. */
export function hubSuffix({ hub }: { readonly hub?: string }): string {
  const hubs = allHubs().filter(({ d }) => !d);
  const own = hubs.find(({ id }) => id === hub);
  return own && hubs.some(({ baseUrl }) => baseUrl !== own.baseUrl) ? ` (${escapeReferences(nameOf(own))})` : '';
}

/** The name of a configuration. Undefined if the editor does not have it. */
export function hubName(id: string | undefined): string | undefined {
  const config = red.nodes.node(id ?? '') as HubConfig | null | undefined;
  return config?.type === 'hub-config' ? nameOf(config) : undefined;
}

/** The name, or host and port of the address. */
const nameOf = ({ name, baseUrl }: HubConfig): string => name || baseUrl.replace(/^\w+:\/\/([^/]*).*$/, '$1');

/** Sets the hub of a node that is added to the canvas, if only one hub is possible. */
export function chooseOnlyHub(node: Pick<OperationNode, 'id' | 'z' | 'hub'>): void {
  if (node.hub) return;
  const [onlyHub, ...others] = allHubs().filter(({ z, d }) => !d && (!z || z === node.z));
  if (!onlyHub || others.length > 0) return;
  node.hub = onlyHub.id;
  // For an imported node, Node-RED has already counted the users and drawn the triangle.
  const placed = red.nodes.node(node.id);
  if (!placed) return;
  red.nodes.updateConfigNodeUsers(placed, { action: 'add' });
  red.editor.validateNode(placed);
}

/** The dialect of a hub. Undefined if only the runtime knows it. */
export function dialectOf(hub: HubConfig | null | undefined): Dialect | undefined {
  if (!hub || isEnvironment(hub.dialect)) return undefined;
  return fieldValue(HUB.fields.dialect, hub.dialect) === '2' ? 2 : 1;
}

/** True if the hub certainly does not have the operation. */
export const lacksOperation = (hub: HubConfig | null | undefined, { dialects }: PublicOperation): boolean =>
  !dialects.includes(1) && dialectOf(hub) === 1;

/** A configuration as the editor holds it, deployed or not. The runtime needs it to ask the hub. */
export interface ConfigDraft {
  readonly id: string;
  readonly z?: string;
  readonly [setting: string]: unknown;
}

/** Leaves out secrets that the editor does not know. The runtime may know them. */
export function configDraftOf(hub: HubConfig): ConfigDraft {
  const settings = Object.fromEntries(CONNECTION_FIELDS.map((setting) => [setting, hub[setting]]));
  const typed = Object.entries(hub.credentials ?? {}).filter(([, value]) => typeof value === 'string');
  return { id: hub.id, z: hub.z, ...settings, credentials: Object.fromEntries(typed) };
}

/** The configuration of a node. It can come from an environment variable of a subflow or tab. */
export function hubConfigOf(node: Pick<OperationNode, 'z'>, id: string): HubConfig | undefined {
  const variable = environmentName(id);
  const candidates = variable === undefined ? [id] : environmentValues(node.z, variable);
  for (const candidate of candidates) {
    const hub = red.nodes.node(candidate);
    if (hub?.type === 'hub-config') return hub as HubConfig;
  }
  return undefined;
}

/** The possible values of an environment variable: of the subflow itself, and of each of its instances. */
function environmentValues(z: string | undefined, name: string): string[] {
  const container = z === undefined ? undefined : (red.nodes.subflow(z) ?? red.nodes.workspace(z));
  return [container, ...(container?.instances ?? [])]
    .map((place) => place?.env?.find((variable) => variable.name === name)?.value)
    .map(String);
}
