import { itemName } from '../lookup/linear-items.js';
import { buttonCandidates, fieldCandidates, type Listing, mapRows, part, templateNote } from './rule.js';

const data: Listing = { read: 'getItem', candidates: (item) => fieldCandidates(part(item, 'data')) };

/** Playout rundowns and their items (docs/interface.md "Playout item"). */
export const playout = {
  rundown: { read: 'listRundowns', candidates: mapRows(({ id, name }) => ({ value: id, label: name })) },
  item: {
    read: 'listItems',
    candidates: mapRows((row) => ({ value: row.id, label: itemName(row), note: templateNote(row) })),
  },
  button: { read: 'getItem', candidates: (item) => buttonCandidates(part(item, 'buttons')) },
  itemData: data,
  externalDataField: data,
  // An item is created with its template's name.
  template: { read: 'listTemplates', candidates: mapRows(({ name }) => ({ value: name })) },
} satisfies Record<string, Listing>;
