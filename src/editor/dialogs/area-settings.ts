import type { PublicOperation } from '../../hub/table/public-table.js';
import { FAILED, OUTPUT } from '../../saved/operation.js';
import { USUAL_INTERVAL_S } from '../../saved/watch.js';
import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import type { Settings } from '../base/settings.js';
import { words } from '../base/words.js';
import { judgeInterval, judgePath } from '../validate/watch.js';
import { addRow, choiceRow, type Row } from './setting-row.js';

/** Puts into the dialog what only some have: a watch its interval, a batch its answers, a grave command its second press. */
export function addSpecial(rows: HTMLElement, { area, guarded }: PublicOperation, settings: Settings): void {
  if (guarded) addGuard(rows, settings);
  if ('interval' in settings) for (const row of watchRows()) addRow(rows, row, settings);
  if (area !== 'batch') return;
  addRow(rows, choiceRow('output', OUTPUT), settings);
  addRow(rows, choiceRow('failed', FAILED), settings);
}

const watchRows = (): Row[] => [
  {
    name: 'interval',
    placeholder: String(USUAL_INTERVAL_S),
    hint: () => words('hints.interval'),
    judge: judgeInterval,
  },
  { name: 'path', placeholder: words('usual.path'), hint: () => words('hints.path'), judge: judgePath },
];

function addGuard(rows: HTMLElement, settings: Settings): void {
  // Node-RED saves the input of this id by itself.
  const input = element('input', { type: 'checkbox', id: 'node-input-guarded' });
  input.style.width = 'auto';
  input.checked = settings.guarded === true;
  $(input).on('change', () => {
    settings.guarded = input.checked;
  });
  const label = element('label', { for: input.id }, words('editor.guarded'));
  const hint = element('div', { class: 'hub-hint' }, words('hints.guarded'));
  rows.append(element('div', { class: 'form-row' }, label, ' ', input, hint));
}
