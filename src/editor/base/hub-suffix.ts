import { escapeReferences } from '../../hub/words/escape-references.js';
import type { HubConfig } from './node-types.js';
import { red } from './red.js';

/** The hub of a node for its label, e.g. ` (Studio hub)`. Blank if the flows have only one hub. */
export function hubSuffix({ hub }: { readonly hub?: string }): string {
  let count = 0;
  let name = '';
  red.nodes.eachConfig((config) => {
    if (config.type !== 'hub-config' || config.d) return;
    count += 1;
    if (config.id === hub) name = nameOf(config as HubConfig);
  });
  return count > 1 && name ? ` (${escapeReferences(name)})` : '';
}

/** The name of a configuration. Undefined if the editor does not have it. */
export function hubName(id: string | undefined): string | undefined {
  const config = red.nodes.node(id ?? '') as HubConfig | null | undefined;
  return config?.type === 'hub-config' ? nameOf(config) : undefined;
}

/** The name, or host and port of the address. */
const nameOf = ({ name, baseUrl }: HubConfig): string => name || baseUrl.replace(/^\w+:\/\/([^/]*).*$/, '$1');
