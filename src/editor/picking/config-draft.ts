import { environmentName } from '../../saved/environment.js';
import { CONNECTION_FIELDS } from '../../saved/hub.js';
import type { HubConfig, OperationNode } from '../base/node-types.js';
import { red } from '../base/red.js';

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
