import { each, type Listing } from './rule.js';

/** Launch configurations and their renderers, which have no names (docs/interface.md "Launch configuration"). */
export const launcher = {
  launchConfig: { read: 'listLaunchConfigs', candidates: each(({ id, name }) => ({ value: id, label: name })) },
  renderer: { read: 'listRenderers', candidates: each(({ id }) => ({ value: id })) },
} satisfies Record<string, Listing>;
