import { join, resolve } from 'node:path';
import { nameKey } from '../../base/names.js';
import type { LookDeskOptions } from '../../looks/look-desk.js';
import { LOOK, type LookNodeValues, type SavedLookNode } from '../../saved/look.js';
import { readSaved } from '../runtime/saved-field.js';

/** The settings of a `hub-look`, and those of its desk. */
export interface LookSettings
  extends Pick<LookDeskOptions, 'rows' | 'interval' | 'modeOf' | 'maxAbsence' | 'fade'>,
    Pick<LookNodeValues, 'operation' | 'look' | 'holdStores' | 'file'> {}

/** Throws `BAD_INPUT`. */
export function lookSettingsOf(saved: SavedLookNode): LookSettings {
  const { operation, look, holdStores, file, properties, fade, curve, ...values } = readSaved(LOOK, saved);
  const modes = new Map(values.restores.map(({ engine, mode }) => [nameKey(engine), mode]));
  return {
    operation,
    look,
    holdStores,
    file,
    rows: properties.map(({ fade: duration, name: _, ...property }) => ({ ...property, duration })),
    fade: { duration: fade, interpolation: curve },
    interval: Math.round(values.interval * 1000),
    modeOf: (engine) => modes.get(nameKey(engine)) ?? values.restore,
    maxAbsence: values.maxAbsence * 1000,
  };
}

/** The file of the looks of a hub. Its default is below the user directory, by the id of the configuration. */
export const lookFileOf = (file: string, hub: string, userDir: string): string =>
  file ? resolve(userDir, file) : join(userDir, 'graphics-hub-looks', `${hub}.json`);
