import { buttonsOf, each, fieldsOf, type Listing, part } from './rule.js';

const data: Listing = { read: 'getItem', candidates: (item) => fieldsOf(part(item, 'data')) };

/** Playout rundowns and their items (docs/interface.md "Playout item"). */
export const playout = {
  rundown: { read: 'listRundowns', candidates: each(({ id, name }) => ({ value: id, label: name })) },
  item: {
    read: 'listItems',
    candidates: each(({ id, name, template }) => ({ value: id, label: name, note: template })),
  },
  button: { read: 'getItem', candidates: (item) => buttonsOf(part(item, 'buttons')) },
  itemData: data,
  externalDataField: data,
  // An item is created with its template's name.
  template: { read: 'listTemplates', candidates: each(({ name }) => ({ value: name })) },
} satisfies Record<string, Listing>;
