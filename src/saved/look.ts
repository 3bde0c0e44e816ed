import { keyOf, RESTORE_MODES } from '../looks/look.js';
import {
  choice,
  describe,
  FROM_ZERO,
  flag,
  number,
  optionalChoice,
  rows,
  type SavedOf,
  text,
  type ValuesOf,
} from './field.js';
import { SHORTEST_INTERVAL } from './fits.js';

/** The operation of a message without `msg.operation`. The default first. */
export const LOOK_OPERATIONS = ['recall', 'store', 'compare', 'restore', 'delete', 'list'] as const;

export type LookOperation = (typeof LOOK_OPERATIONS)[number];

/** The easings of a fade, the default first (docs/develop/interface.md "Engines"). */
const FADES = ['Linear', 'EaseIn', 'EaseOut', 'EaseInOut', 'Constant'] as const;

const required = (label: string) => ({ ...text(label, 'name', { key: 'text' }), required: true });

/** One property of the table, by names. The paths are blank on RE5, where they are UUIDs. */
const PROPERTY = describe({
  engine: required('params.engineId'),
  node: required('params.nodePath'),
  nodePath: text('params.nodePath'),
  property: required('params.propertyPath'),
  propertyPath: text('params.propertyPath'),
  /** Example: `x` or `rotation.z`. Blank: the whole value. */
  component: text('params.Component'),
  /** The name that people read. Blank: the names of engine, node and property. */
  name: text('editor.name'),
  /** False: stored, but never recalled. */
  recall: flag('look.choices.recall', true),
  /** Seconds. Blank: the fade of the node. */
  fade: number('look.fade', undefined, FROM_ZERO),
});

/** The mode of one engine. */
const ENGINE_MODE = describe({
  engine: text('params.engineId'),
  /** Blank: the mode of the node. */
  mode: optionalChoice('look.restore', RESTORE_MODES, 'look.choices'),
});

/** The saved fields of a `hub-look`. */
export const LOOK = describe(
  {
    hub: text('editor.hub', 'hub'),
    operation: choice('editor.operation', LOOK_OPERATIONS, 'look.choices'),
    /** The name of the look. Blank: `msg.look`. */
    look: text('look.look', 'name', { key: 'lookName' }),
    properties: rows('look.properties', PROPERTY, {
      key: (row) => rowKeyOf(row as SavedLookProperty),
      allowed: { key: 'otherProperty' },
      reason: 'look.reasons.duplicate',
    }),
    /** Seconds. */
    fade: number('look.fade', 0, FROM_ZERO),
    curve: choice('look.curve', FADES, 'look.choices'),
    /** The interval of the polls in seconds. 0: no polls, so the state of a look is unknown. */
    interval: number('look.interval', 1, { key: 'pollInterval' }),
    /** A hold stores, and a press recalls when the key is released. */
    holdStores: flag('look.holdStores'),
    restore: choice('look.restore', RESTORE_MODES, 'look.choices'),
    /** The modes of engines that differ from `restore`. */
    restores: rows('look.restore', ENGINE_MODE),
    /** After a longer absence in seconds, *automatic* asks. */
    maxAbsence: number('look.maxAbsence', 60, FROM_ZERO),
    /** The file of the looks. Blank: one for each hub in the user directory. */
    file: text('look.file'),
  },
  [
    {
      field: 'interval',
      needs: ['restore', 'restores'],
      // Without polls, the last values are not read.
      holds: ({ interval, restore, restores }) =>
        interval > 0 || [restore, ...restores.map(({ mode }) => mode ?? 'off')].every((mode) => mode === 'off'),
      allowed: { key: 'number', minimum: SHORTEST_INTERVAL },
      reason: 'look.reasons.restoreNeedsPolls',
    },
  ],
);

export type LookNodeValues = ValuesOf<typeof LOOK.fields>;
export type SavedLookProperty = SavedOf<typeof PROPERTY.fields> & { engine: string; node: string; property: string };

export interface SavedLookNode extends Omit<SavedOf<typeof LOOK.fields>, 'properties' | 'restores'> {
  hub: string;
  properties?: SavedLookProperty[];
  restores?: { engine: string; mode: string }[];
}

/** Identifies the property of a row. A blank path counts as none. */
export const rowKeyOf = (row: SavedLookProperty): string =>
  keyOf({ ...row, nodePath: row.nodePath || undefined, propertyPath: row.propertyPath || undefined });
