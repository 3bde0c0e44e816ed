import type { Fields } from '../../base/values.js';
import { itemName } from '../../hub/watch/linear-items.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';
import type { PressableButton } from '../state/item-data.js';
import type { Playout, PlayoutItem, PlayoutTemplate } from '../state/state.js';
import { dataIn, numberIn, objectsIn, rowsOf, textIn } from './fields.js';

/** The recorded playout rundowns. Each item keeps its own buttons. A press only counts. */
export function recordingPlayout(recording: RecordedReads): Playout {
  const rundowns = rowsOf(recording, 'listRundowns').map(({ id, name }) => ({
    id: numberIn(id),
    name: textIn(name),
    items: rowsOf(recording, 'listItems', { rundownId: id }).map(itemOf),
  }));
  const used = rundowns.flatMap(({ items }) => items.map(({ template }) => template));
  const templates = rowsOf(recording, 'listTemplates').map(({ id, name }) => ({
    id: numberIn(id),
    name: textIn(name),
    buttons: used.find((template) => template.name === name)?.buttons ?? [],
    externalData: {},
  }));
  return { templates, rundowns, presses: [] };
}

function itemOf(row: Fields): PlayoutItem {
  const template: PlayoutTemplate = {
    id: 0,
    name: textIn(row.template),
    buttons: objectsIn(row.buttons).map(buttonOf),
    externalData: {},
  };
  const { overriddenChannels } = row;
  const channels = Array.isArray(overriddenChannels) ? overriddenChannels.map(numberIn) : undefined;
  return {
    id: numberIn(row.id),
    name: itemName(row),
    template,
    data: dataIn(row.data),
    overriddenChannels: channels,
  };
}

/** A recorded button. Its key is optional. */
export const buttonOf = ({ id, key, label }: Fields): PressableButton => ({
  id: textIn(id),
  ...(key !== undefined && { key: textIn(key) }),
  label: textIn(label),
  does: {},
});
