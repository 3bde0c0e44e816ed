import { environmentName } from '../../saved/environment.js';
import { REACH } from '../../saved/hub.js';
import type { HubConfig, OperationNode } from '../base/node-types.js';
import { red } from '../base/red.js';

/** A configuration as the editor holds it, deployed or not: what the runtime needs to ask its hub. */
export interface HubDraft {
  readonly id: string;
  readonly z?: string;
  readonly [setting: string]: unknown;
}

/** The draft of a configuration. A secret that the editor does not know is left out: the runtime may know it. */
export function hubDraftOf(hub: HubConfig): HubDraft {
  const settings = Object.fromEntries(REACH.map((setting) => [setting, hub[setting]]));
  const typed = Object.entries(hub.credentials ?? {}).filter(([, value]) => typeof value === 'string');
  return { id: hub.id, z: hub.z, ...settings, credentials: Object.fromEntries(typed) };
}

/** The configuration that a node uses, also where a subflow's or tab's environment names it. */
export function hubConfigOf(node: Pick<OperationNode, 'z'>, id: string): HubConfig | undefined {
  const variable = environmentName(id);
  const candidates = variable === undefined ? [id] : environmentValues(node.z, variable);
  for (const candidate of candidates) {
    const hub = red.nodes.node(candidate);
    if (hub?.type === 'hub-config') return hub as HubConfig;
  }
  return undefined;
}

/** What an environment variable can hold: in a subflow, by itself and wherever it is used. */
function environmentValues(z: string | undefined, name: string): string[] {
  const container = z === undefined ? undefined : (red.nodes.subflow(z) ?? red.nodes.workspace(z));
  return [container, ...(container?.instances ?? [])]
    .map((place) => place?.env?.find((variable) => variable.name === name)?.value)
    .map(String);
}
