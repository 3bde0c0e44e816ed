import { ACTION, type SavedAction } from '../../saved/control.js';
import { byId, element, fillSelect, formRow } from '../base/dom.js';
import type { ControlNode } from '../base/node-types.js';
import { $, type Option } from '../base/red.js';
import { pagesOf, surfaceConfigOf } from '../base/surfaces.js';
import { words } from '../base/words.js';
import type { ActionPlace } from '../fields/desk-node-field.js';
import { includeSaved } from '../fields/input-types.js';
import { choiceField } from '../fields/offer-choices.js';
import { judgePage } from '../validate/judge-references.js';
import { showVerdict } from '../validate/show-verdict.js';

const surfaceSelect = () => byId<HTMLSelectElement>('node-input-surface');

/** The pages of the surface in the dialog. */
const pageOptions = (): readonly Option[] =>
  pagesOf(surfaceConfigOf(surfaceSelect().value)).map(({ id, name }) => ({ value: id, label: name }));

/** Replaces the field of the page by a list, which follows the chosen surface. */
export function offerPages(node: ControlNode): void {
  const input = byId('node-input-page');
  const select = element('select', { id: input.id, class: 'hub-choice' });
  input.replaceWith(select);
  const list = (chosen: string) => {
    const pages = [{ value: '', label: words('surface.everyPage') }, ...pageOptions()];
    fillSelect(select, includeSaved(pages, chosen), chosen);
  };
  list(String(node.page ?? ''));
  $(surfaceSelect()).on('change', () => list(select.value));
}

/** Adds the fields of an action that shows another page. Returns the function that reads them. */
export function addTurnFields(
  saved: SavedAction,
  { container, prefix }: ActionPlace,
): () => Pick<SavedAction, 'pageTurn' | 'toPage'> {
  const idOf = (field: string) => `node-input-${prefix}${field}`;
  const turn = choiceField(idOf('pageTurn'), ACTION.fields.pageTurn, saved.pageTurn);
  const page = element('select', { id: idOf('toPage'), class: 'hub-choice' });
  const pageRow = formRow(words('surface.page'), page);
  container.append(formRow(words('editor.operation'), turn), pageRow);
  const list = (chosen: string) => fillSelect(page, includeSaved(pageOptions(), chosen), chosen);
  list(String(saved.toPage ?? ''));
  $(surfaceSelect()).on('change', () => list(page.value));
  showVerdict(page, (id) => judgePage(surfaceSelect().value, id));
  const show = () => {
    pageRow.hidden = turn.value !== 'goto';
  };
  $(turn).on('change', show);
  show();
  return () => ({ pageTurn: turn.value, ...(turn.value === 'goto' && { toPage: page.value }) });
}
