import type { Area } from '../../hub/table/operation.js';

/**
 * The modules of the hub's rights by area (docs/interface.md "Seen in the field", Rights). Other areas need no right.
 */
export const MODULES: Partial<Record<Area, string>> = {
  'engine-property': 'Nodegraph Editor',
  'engine-function': 'Nodegraph Editor',
  graph: 'Nodegraph Editor',
  launcher: 'Launcher',
  'linear-play': 'Lino',
};

/** The modules that a key may use. */
export const MODULE_NAMES: readonly string[] = [...new Set(Object.values(MODULES))];
