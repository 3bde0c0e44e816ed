import { join, resolve } from 'node:path';
import { nameKey } from '../../base/names.js';
import type { LookDeskOptions, LookRow } from '../../looks/look-desk.js';
import { LOOK, type LookNodeValues, type LookRowValues, type SavedLookNode } from '../../saved/look.js';
import { readSaved } from '../runtime/saved-field.js';

/** The settings of a `hub-look` as its desk takes them. */
export interface LookSettings
  extends Pick<LookDeskOptions, 'rows' | 'interval' | 'modeOf' | 'maxAbsence'>,
    Pick<LookNodeValues, 'operation' | 'look' | 'holdStores' | 'file'> {
  readonly fade: LookDeskOptions['fade'];
}

/** Throws `BAD_INPUT`. */
export function lookSettingsOf(saved: SavedLookNode): LookSettings {
  const { operation, look, holdStores, file, properties, fade, curve, ...values } = readSaved(LOOK, saved);
  const modes = new Map(values.restores.map(({ engine, mode }) => [nameKey(engine), mode]));
  return {
    operation,
    look,
    holdStores,
    file,
    rows: properties.map(rowOf),
    fade: { duration: fade, interpolation: curve },
    interval: Math.round(values.interval * 1000),
    modeOf: (engine) => modes.get(nameKey(engine)) ?? values.restore,
    maxAbsence: values.maxAbsence * 1000,
  };
}

/** The file of the looks of a hub. Its default is below the user directory, by the id of the configuration. */
export const lookFileOf = (file: string, hub: string, userDir: string): string =>
  file ? resolve(userDir, file) : join(userDir, 'graphics-hub-looks', `${hub}.json`);

const rowOf = ({
  engine,
  node,
  nodePath,
  property,
  propertyPath,
  component,
  recall,
  fade,
}: LookRowValues): LookRow => ({
  engine,
  node,
  ...(nodePath && { nodePath }),
  property,
  ...(propertyPath && { propertyPath }),
  ...(component && { component }),
  recall,
  ...(fade !== undefined && { duration: fade }),
});
