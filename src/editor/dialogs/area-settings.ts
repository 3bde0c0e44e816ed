import type { PublicOperation } from '../../hub/table/public-table.js';
import { BATCH_OUTPUTS, FAILED_ENTRIES } from '../../saved/operation.js';
import { DEFAULT_INTERVAL_S, ON_LOSS } from '../../saved/watch.js';
import { element } from '../base/dom.js';
import type { NodeCheck, NodeSettings } from '../base/node-settings.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { judgeInterval, judgePath } from '../validate/judge-watch.js';
import { addSettingRow, choiceRow, optionalChoiceRow, type SettingRow } from './setting-row.js';

/**
 * Adds the settings of some operations only: interval of a watch, answers of a batch, second press of a guarded
 * command.
 */
export function addAreaSettings(rows: HTMLElement, { area, guarded }: PublicOperation, settings: NodeSettings): void {
  if (guarded) addCheck(rows, 'guarded', settings, false);
  if ('interval' in settings) {
    for (const row of watchRows()) addSettingRow(rows, row, settings);
    addCheck(rows, 'listChanges', settings, true);
    addSettingRow(rows, optionalChoiceRow('onLoss', ON_LOSS), settings);
  }
  if (area !== 'batch') return;
  addSettingRow(rows, choiceRow('output', BATCH_OUTPUTS), settings);
  addSettingRow(rows, choiceRow('failed', FAILED_ENTRIES), settings);
}

const watchRows = (): SettingRow[] => [
  {
    name: 'interval',
    placeholder: String(DEFAULT_INTERVAL_S),
    hint: () => words('hints.interval'),
    judge: judgeInterval,
  },
  { name: 'path', placeholder: words('usual.path'), hint: () => words('hints.path'), judge: judgePath },
];

function addCheck(rows: HTMLElement, name: NodeCheck, settings: NodeSettings, usual: boolean): void {
  // Node-RED saves an input with this id by itself.
  const input = element('input', { type: 'checkbox', class: 'hub-check', id: `node-input-${name}` });
  input.checked = settings[name] ?? usual;
  $(input).on('change', () => {
    settings[name] = input.checked;
  });
  const label = element('label', { for: input.id }, words(`editor.${name}`));
  const hint = element('div', { class: 'hub-hint' }, words(`hints.${name}`));
  rows.append(element('div', { class: 'form-row' }, label, ' ', input, hint));
}
