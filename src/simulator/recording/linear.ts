import type { Fields } from '../../base/values.js';
import type { Dialect } from '../../hub/table/operation.js';
import { idOfItem, itemName, playStateIn } from '../../hub/watch/linear-items.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type {
  Linear,
  LinearEngine,
  LinearItem,
  LinearPlaying,
  LinearRundown,
  LinearTemplate,
} from '../state/linear.js';
import type { Engine } from '../state/state.js';
import { dataIn, numberIn, objectIn, objectsIn, rowsOf, textIn } from './fields.js';

/** The recorded linear engines or shows, with their rundowns and items. The first engine displays all outputs. */
export function recordingLinear(recording: RecordedReads, engines: readonly Engine[], dialect: Dialect): Linear {
  const rows = rowsOf(recording, 'listLinearEngines');
  const rundowns = new Map<string, LinearRundown>();
  for (const row of rows)
    for (const rundown of rowsOf(recording, 'listLinearRundowns', { engineId: row.id })) {
      const items = itemsOf(recording, rows, rundown.id);
      const key = String(rundown.id);
      if (!rundowns.has(key))
        rundowns.set(key, { id: numberIn(rundown.id), name: textIn(rundown.name), engineId: numberIn(row.id), items });
    }
  const all = [...rundowns.values()];
  const used = all.flatMap(({ items }) => items.map(({ template }) => template));
  return {
    templates: rowsOf(recording, 'listLinearTemplates').map((row) => ({
      ...templateOf(row),
      buttons: used.find(({ templateId }) => templateId === row.templateId)?.buttons ?? {},
    })),
    rundowns: all,
    engines: rows.map((row) => engineOf(recording, row, rundowns, engines, dialect)),
  };
}

/** The items of a rundown, from the first engine that listed them. */
function itemsOf(recording: RecordedReads, engines: readonly Fields[], rundownId: unknown): LinearItem[] {
  const lists = engines.map(({ id }) => rowsOf(recording, 'listLinearItems', { engineId: id, rundownId }));
  return (lists.find((rows) => rows.length > 0) ?? []).map((row) => ({
    id: numberIn(idOfItem(row)),
    name: itemName(row),
    template: { ...templateOf({ ...row, name: row.template }), buttons: buttonsOf(row.buttons) },
    data: dataIn(row.data),
  }));
}

const templateOf = (row: Fields): LinearTemplate => ({
  templateId: numberIn(row.templateId),
  name: textIn(row.name),
  itemType: row.itemType === 'md' ? 'md' : 'vs',
  data: dataIn(row.data),
  buttons: {},
});

/** Labels by their keys, or objects with a label (docs/develop/interface.md "Linear"). */
const buttonsOf = (buttons: unknown): LinearTemplate['buttons'] =>
  Object.fromEntries(
    Object.entries(objectIn(buttons)).map(([key, value]) => {
      const label = textIn(objectIn(value).label ?? value);
      return [key, { label, does: {} }];
    }),
  );

function engineOf(
  recording: RecordedReads,
  row: Fields,
  rundowns: ReadonlyMap<string, LinearRundown>,
  engines: readonly Engine[],
  dialect: Dialect,
): LinearEngine {
  const loaded = objectsIn(row.loadedRundownsInfo ?? row.loadedRundownInfo).flatMap(
    ({ id }) => rundowns.get(String(id)) ?? [],
  );
  const shownBy = { engineId: engines[0]?.host.id ?? 0, nodePath: '', item: '', step: '' };
  return {
    id: numberIn(row.id),
    name: textIn(row.name),
    engines: [],
    // On dialect 1, `started` depends on the loaded rundowns only, and no command starts an engine.
    running: dialect === 1 || row.started === true,
    changedAt: 0,
    loaded,
    outputs: [
      { playing: playingOn(recording, row.id, loaded, 'program'), shownBy },
      { playing: playingOn(recording, row.id, loaded, 'preview'), shownBy },
    ],
  };
}

/** The item that played on an output during the recording. Only revision 2 reports it. */
function playingOn(
  recording: RecordedReads,
  engineId: unknown,
  loaded: readonly LinearRundown[],
  output: 'program' | 'preview',
): LinearPlaying | null {
  for (const { id, items } of loaded) {
    const rows = rowsOf(recording, 'listLinearItems', { engineId, rundownId: id });
    const row = rows.find((each) => playStateIn(each, output) === 'playing');
    const item = row && items.find((each) => each.id === numberIn(idOfItem(row)));
    if (item) return { item, since: 0, step: 1 };
  }
  return null;
}
