import { id } from '../table/schemas/common.js';
import { each, fieldsOf, type Listing, part, rowsOf } from './rule.js';

const summary = each(({ id: value, name }) => ({ value, label: name }));

/** Loaded ones come first, with the note `loaded` (docs/interface.md "Linear engine"). */
const rundowns: Listing['candidates'] = (list, params, engine) => {
  const loaded = new Set(rowsOf(part(engine, 'loadedRundownInfo')).map((rundown) => String(rundown.id)));
  const all = summary(list, params, undefined).map((rundown) =>
    loaded.has(String(rundown.value)) ? { ...rundown, note: 'loaded' } : rundown,
  );
  return [...all.filter(({ note }) => note), ...all.filter(({ note }) => !note)];
};

/** Linear engines, their rundowns and items (docs/interface.md "Linear engine"). */
export const linear = {
  linearEngine: { read: 'listLinearEngines', candidates: summary },
  linearRundown: { read: 'listLinearRundowns', beside: 'getLinearEngine', candidates: rundowns },
  linearItem: {
    read: 'listLinearItems',
    candidates: each(({ id: value, itemNo, name, template }) => ({
      value: value ?? itemNo,
      label: name,
      note: template,
    })),
  },
  linearTemplate: {
    read: 'listLinearTemplates',
    candidates: each(({ templateId, name }) => ({ value: templateId, label: name })),
  },
  linearButton: {
    read: 'getLinearItem',
    candidates: (item) =>
      fieldsOf(part(item, 'buttons')).map(({ value, present }) => ({ value, label: part(present, 'label') })),
  },
  linearData: { read: 'getLinearItem', candidates: (item) => fieldsOf(part(item, 'data')) },
  linearTemplateData: {
    read: 'listLinearTemplates',
    also: { templateId: id('linearTemplate') },
    candidates: (templates, { templateId }) =>
      fieldsOf(rowsOf(templates).find((template) => String(template.templateId) === String(templateId))?.data),
  },
} satisfies Record<string, Listing>;
