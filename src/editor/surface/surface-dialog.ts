import { isEqual } from '../../base/values.js';
import { SURFACE } from '../../saved/surface.js';
import { byId, element } from '../base/dom.js';
import { $, red } from '../base/red.js';
import { newPage, pagesOf, type SurfaceConfig } from '../base/surfaces.js';
import { words } from '../base/words.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { judgeField } from '../validate/judge.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';

const input = (field: string) => byId(`node-config-input-${field}`);

/** A page in the dialog. */
interface Page {
  readonly id: string;
  name: string;
}

const lists = new WeakMap<SurfaceConfig, JQuery>();

/** Fills the template of the dialog. */
export function openSurface(node: SurfaceConfig): void {
  stayNeutral(node, input('name'));
  showSavedFields(SURFACE, { input });
  const list = $(byId('hub-pages'));
  list.editableList<Page>({
    addButton: words('surface.addPage'),
    sortable: true,
    removable: true,
    addItem: (row, _index, data) => {
      // The button adds a row without a page.
      const page: Page = Object.assign(data, { ...newPage(readPages(list)), ...data });
      const field = element('input', { type: 'text', 'aria-label': words('surface.pageName'), value: page.name });
      field.addEventListener('input', () => {
        page.name = field.value;
        judgePages();
      });
      $(row[0] as HTMLElement).append(field);
      row[0]?.parentElement?.querySelector('a')?.setAttribute('aria-label', words('surface.removePage'));
      judgePages();
    },
    // The reason names the row.
    sortItems: () => judgePages(),
    removeItem: () => {
      // A row fades before it is removed. By then the dialog can be closed.
      if (list[0]?.isConnected) judgePages();
    },
  });
  const judgePages = showVerdict(byId('hub-pages'), () => judgeField(SURFACE, {}, 'pages', readPages(list)));
  // A new surface begins with one page.
  const pages = red.nodes.node(node.id) ? pagesOf(node) : [newPage([])];
  list.editableList(
    'addItems',
    pages.map((page) => ({ ...page })),
  );
  lists.set(node, list);
  const update = () => {
    (input('size').closest('.form-row') as HTMLElement).hidden = input('device').value !== 'streamdeck';
  };
  $(input('device')).on('change', update);
  update();
}

/** Saves the pages, which Node-RED does not save by itself. */
export function saveSurface(node: SurfaceConfig): void {
  const list = lists.get(node);
  const pages = list && readPages(list);
  if (pages && !isEqual(pages, node.pages)) node.pages = pages;
}

/** A row that was removed fades before it is gone. */
const REMOVING = '.red-ui-editableList-item-deleting';

function readPages(list: JQuery): Page[] {
  const pages: Page[] = [];
  list.editableList('items').each((_, row) => {
    if ($(row).closest(REMOVING).length > 0) return;
    const { id, name = '' } = $(row).data('data') as Partial<Page>;
    if (id !== undefined) pages.push({ id, name: name.trim() });
  });
  return pages;
}
