import { join, resolve } from 'node:path';
import { badInput } from '../../hub/wire/errors.js';
import type { LookDeskOptions, LookRow } from '../../looks/look-desk.js';
import { DEFAULT_LOOK_INTERVAL_S, DEFAULT_MAX_ABSENCE_S, FADES, LOOK_OPERATIONS, type LookOperation, MIN_LOOK_INTERVAL_S, RESTORE_MODES, type SavedLookNode, type SavedLookProperty } from '../../saved/look.js';
import { atLeast, choice, isOn } from '../runtime/saved-field.js';

/** The settings of a `hub-look` as its desk takes them. Throws `BAD_INPUT`. */
export interface LookSettings extends Pick<LookDeskOptions, 'rows' | 'fade' | 'interval' | 'modeOf' | 'maxAbsence'> {
  readonly operation: LookOperation;
  /** Blank: from the message. */
  readonly look: string;
  readonly holdStores: boolean;
}

export function lookSettingsOf(saved: SavedLookNode): LookSettings {
  const { interval: savedInterval = '', fade, maxAbsence, restores = [] } = saved;
  const interval = savedInterval === '' ? DEFAULT_LOOK_INTERVAL_S : atLeast(0, 'interval', savedInterval);
  if (interval > 0) atLeast(MIN_LOOK_INTERVAL_S, 'interval', interval);
  const mode = choice('restore', saved.restore || RESTORE_MODES[0], RESTORE_MODES);
  const modes = new Map(restores.map((each) => [each.engine, choice('restore', each.mode, RESTORE_MODES)]));
  const restoresAny = [mode, ...modes.values()].some((each) => each !== 'off');
  // Without polls, the last values are not read.
  if (restoresAny && interval === 0) throw badInput('interval', 0, { key: 'number', minimum: MIN_LOOK_INTERVAL_S });
  return {
    operation: choice('operation', saved.operation || LOOK_OPERATIONS[0], LOOK_OPERATIONS),
    look: String(saved.look ?? '').trim(),
    holdStores: isOn('holdStores', saved.holdStores),
    rows: (saved.properties ?? []).map(rowOf),
    fade: {
      duration: atLeast(0, 'fade', fade || 0),
      interpolation: choice('curve', saved.curve || FADES[0], FADES),
    },
    interval: Math.round(interval * 1000),
    modeOf: (engine) => modes.get(engine) ?? mode,
    maxAbsence: atLeast(0, 'maxAbsence', maxAbsence || DEFAULT_MAX_ABSENCE_S) * 1000,
  };
}

/** The file of the looks of a hub. Its default is below the user directory, by the id of the configuration. */
export const lookFileOf = (file: string | undefined, hub: string, userDir: string): string =>
  file ? resolve(userDir, file) : join(userDir, 'graphics-hub-looks', `${hub}.json`);

function rowOf({
  engine,
  node,
  nodePath,
  property,
  propertyPath,
  component,
  recall,
  fade,
}: SavedLookProperty): LookRow {
  return {
    engine,
    node,
    ...(nodePath && { nodePath }),
    property,
    ...(propertyPath && { propertyPath }),
    ...(component && { component }),
    recall: recall !== false,
    ...(fade !== undefined && fade !== '' && { duration: atLeast(0, 'fade', fade) }),
  };
}
