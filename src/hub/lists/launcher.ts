import { type Listing, mapRows } from './rule.js';

/** Launch configurations and their renderers, which have no names (docs/interface.md "Launch configuration"). */
export const launcher = {
  launchConfig: { read: 'listLaunchConfigs', candidates: mapRows(({ id, name }) => ({ value: id, label: name })) },
  renderer: { read: 'listRenderers', candidates: mapRows(({ id }) => ({ value: id })) },
} satisfies Record<string, Listing>;
