import type { PublicOperation } from '../../hub/table/public-table.js';
import { ACT_ON, deliveriesOf, SUPERSEDED } from '../../saved/operation.js';
import { element } from '../base/dom.js';
import type { NodeSettings } from '../base/node-settings.js';
import { words } from '../base/words.js';
import { judgeSeconds } from '../validate/judge-operation.js';
import { addSettingRow, optionalChoiceRow, type SettingRow } from './setting-row.js';

/** Adds the folded part with the live settings. */
export function addLiveSettings(rows: HTMLElement, operation: PublicOperation, settings: NodeSettings): void {
  const shown = rowsFor(operation, settings).filter(({ name }) => name in settings);
  if (shown.length === 0) return;
  const details = element('details', { class: 'hub-live' }, element('summary', {}, words('editor.live')));
  details.open = shown.some(({ name }) => settings[name]);
  rows.append(details);
  for (const row of shown) addSettingRow(details, row, settings);
}

function rowsFor(operation: PublicOperation, settings: NodeSettings): SettingRow[] {
  const { kind, latest } = operation;
  const timeout = secondsRow('timeout', words('usual.timeout'), kind === 'read' ? 'timeoutRead' : 'timeout');
  if (kind === 'read') return [timeout];
  return [
    ...(kind === 'trigger' ? triggerRows() : []),
    // With a single option, the row is visible only if the flow saved another value.
    ...(latest || settings.delivery ? [optionalChoiceRow('delivery', deliveriesOf(operation))] : []),
    ...(latest ? [optionalChoiceRow('superseded', SUPERSEDED)] : []),
    secondsRow('expiry', words(`usual.expiry_${kind}`)),
    timeout,
  ];
}

const triggerRows = (): SettingRow[] => [
  optionalChoiceRow('actOn', ACT_ON),
  ...(['property', 'pressedIs', 'releasedIs'] as const).map(textRow),
  secondsRow('deaf', words('usual.deaf')),
];

const textRow = (name: 'property' | 'pressedIs' | 'releasedIs'): SettingRow => ({
  name,
  placeholder: words(`usual.${name}`),
  hint: () => words(`hints.${name}`),
  judge: () => true,
});

const secondsRow = (name: 'timeout' | 'expiry' | 'deaf', placeholder: string, hint: string = name): SettingRow => ({
  name,
  placeholder,
  hint: () => words(`hints.${hint}`),
  judge: (value) => judgeSeconds(name, value),
});
