/** The operation of a message without `msg.operation`. The default first. */
export const LOOK_OPERATIONS = ['recall', 'store', 'compare', 'restore', 'delete', 'list'] as const;

export type LookOperation = (typeof LOOK_OPERATIONS)[number];

/** What happens after an engine has returned, the default first. */
export const RESTORE_MODES = ['off', 'ask', 'automatic'] as const;

export type RestoreMode = (typeof RESTORE_MODES)[number];

/** The easings of a fade, the default first (docs/interface.md "Engines"). */
export const FADES = ['Linear', 'EaseIn', 'EaseOut', 'EaseInOut', 'Constant'] as const;

/** One property of the table, by names. The paths are blank on RE5, where they are UUIDs. */
export interface SavedLookProperty {
  engine: string;
  node: string;
  nodePath?: string;
  property: string;
  propertyPath?: string;
  /** Example: `x` or `rotation.z`. Blank: the whole value. */
  component?: string;
  /** The name that people read. Blank: the names of engine, node and property. */
  name?: string;
  /** False: stored, but never recalled. Default: true. */
  recall?: boolean;
  /** The fade in seconds. Blank: that of the node. */
  fade?: string | number;
}

/** The saved fields of a `hub-look`. */
export interface SavedLookNode {
  hub: string;
  /** One of `LOOK_OPERATIONS`. */
  operation?: string;
  /** The name of the look. Blank: `msg.look`. */
  look?: string;
  properties?: SavedLookProperty[];
  /** The fade in seconds. Blank: 0. */
  fade?: string | number;
  /** One of `FADES`. */
  curve?: string;
  /** The interval of the polls in seconds. 0: no polls, so the state of a look is unknown. */
  interval?: string | number;
  /** True: a hold stores, and a press recalls when the key is released. */
  holdStores?: boolean;
  /** One of `RESTORE_MODES`. */
  restore?: string;
  /** The modes of engines that differ from `restore`, by the engine's name. */
  restores?: { engine: string; mode: string }[];
  /** After a longer absence in seconds, *automatic* asks. */
  maxAbsence?: string | number;
  /** The file of the looks. Blank: one for each hub in the user directory. */
  file?: string;
}

export const MAX_LOOK_NAME = 64;
export const DEFAULT_LOOK_INTERVAL_S = 1;
export const MIN_LOOK_INTERVAL_S = 0.1;
export const DEFAULT_MAX_ABSENCE_S = 60;
