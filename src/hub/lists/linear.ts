import { ITEMS_READ, idOfItem, itemIn } from '../lookup/linear-items.js';
import { loadedOn } from '../lookup/show.js';
import { id } from '../table/schemas/common.js';
import { buttonsOf, type Candidate, each, fieldsOf, type Listing, part, rowsOf } from './rule.js';

const summary = each(({ id: value, name }) => ({ value, label: name }));

/** Loaded ones come first, with the note `loaded` (docs/interface.md "Linear engine"). */
const rundowns: Listing['candidates'] = (list, params, engine) => {
  const loaded = new Set(loadedOn(engine)?.map(String));
  const all = summary(list, params, undefined).map((rundown) =>
    loaded.has(String(rundown.value)) ? { ...rundown, note: 'loaded' } : rundown,
  );
  return [...all.filter(({ note }) => note), ...all.filter(({ note }) => !note)];
};

/** What one item holds, found in its rundown: not every hub tells of a single item. */
const ofItem = (of: (item: unknown) => readonly Candidate[]): Listing => ({
  read: ITEMS_READ,
  also: { itemId: id('linearItem') },
  candidates: (items, { itemId }) => of(itemIn(items, itemId)),
});

/** Linear engines, their rundowns and items (docs/interface.md "Linear engine"). */
export const linear = {
  linearEngine: { read: 'listLinearEngines', candidates: summary },
  linearRundown: { read: 'listLinearRundowns', beside: 'getLinearEngine', candidates: rundowns },
  linearItem: {
    read: ITEMS_READ,
    candidates: each((row) => ({ value: idOfItem(row), label: row.name, note: row.template })),
  },
  linearTemplate: {
    read: 'listLinearTemplates',
    candidates: each(({ templateId, name }) => ({ value: templateId, label: name })),
  },
  linearButton: ofItem((item) => buttonsOf(part(item, 'buttons'))),
  linearData: ofItem((item) => fieldsOf(part(item, 'data'))),
  linearTemplateData: {
    read: 'listLinearTemplates',
    also: { templateId: id('linearTemplate') },
    candidates: (templates, { templateId }) =>
      fieldsOf(rowsOf(templates).find((template) => String(template.templateId) === String(templateId))?.data),
  },
} satisfies Record<string, Listing>;
