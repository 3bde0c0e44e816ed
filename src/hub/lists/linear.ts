import { ITEMS_READ, idOfItem, itemIn, itemName } from '../lookup/linear-items.js';
import { loadedRundownIds } from '../lookup/show.js';
import { id } from '../table/schemas/common.js';
import {
  buttonCandidates,
  type Candidate,
  fieldCandidates,
  type Listing,
  mapRows,
  part,
  rowsOf,
  templateNote,
} from './rule.js';

const summary = mapRows(({ id: value, name }) => ({ value, label: name }));

/** Loaded rundowns are first, with the note `loaded` (docs/interface.md "Linear engine"). */
const rundowns: Listing['candidates'] = (list, params, engine) => {
  const loaded = new Set(loadedRundownIds(engine)?.map(String));
  const all = summary(list, params, undefined).map((rundown) =>
    loaded.has(String(rundown.value)) ? { ...rundown, note: 'loaded' } : rundown,
  );
  return [...all.filter(({ note }) => note), ...all.filter(({ note }) => !note)];
};

/** A part of one item, found in its rundown, because not every hub reads a single item. */
const ofItem = (of: (item: unknown) => readonly Candidate[]): Listing => ({
  read: ITEMS_READ,
  extraParams: { itemId: id('linearItem') },
  candidates: (items, { itemId }) => of(itemIn(items, itemId)),
});

/** Linear engines, their rundowns and items (docs/interface.md "Linear engine"). */
export const linear = {
  linearEngine: { read: 'listLinearEngines', candidates: summary },
  linearRundown: { read: 'listLinearRundowns', extraRead: 'getLinearEngine', candidates: rundowns },
  linearItem: {
    read: ITEMS_READ,
    candidates: mapRows((row) => ({ value: idOfItem(row), label: itemName(row), note: templateNote(row) })),
  },
  linearTemplate: {
    read: 'listLinearTemplates',
    candidates: mapRows(({ templateId, name }) => ({ value: templateId, label: name })),
  },
  linearButton: ofItem((item) => buttonCandidates(part(item, 'buttons'))),
  linearData: ofItem((item) => fieldCandidates(part(item, 'data'))),
  linearTemplateData: {
    read: 'listLinearTemplates',
    extraParams: { templateId: id('linearTemplate') },
    candidates: (templates, { templateId }) =>
      fieldCandidates(rowsOf(templates).find((template) => String(template.templateId) === String(templateId))?.data),
  },
} satisfies Record<string, Listing>;
