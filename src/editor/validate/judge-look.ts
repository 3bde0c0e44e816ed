import { isObject } from '../../base/values.js';
import { isLookName, keyOf } from '../../looks/look.js';
import { isEnvironment } from '../../saved/environment.js';
import { isAtLeast } from '../../saved/limits.js';
import { FADES, LOOK_OPERATIONS, MIN_LOOK_INTERVAL_S, RESTORE_MODES, type SavedLookNode, type SavedLookProperty } from '../../saved/look.js';
import { allowedChoices, parameterName, words } from '../base/words.js';
import { judgeHub } from './judge-operation.js';
import type { Verdict } from './verdict.js';

const CHOICES = { operation: LOOK_OPERATIONS, curve: FADES, restore: RESTORE_MODES } as const;

export type LookChoice = keyof typeof CHOICES;

export type LookField = LookChoice | 'hub' | 'look' | 'fade' | 'interval' | 'maxAbsence';

/** Validates a field of the look node. A blank means the default. */
export function judgeLook(
  node: Partial<Pick<SavedLookNode, 'operation' | 'holdStores' | 'restore' | 'restores'>>,
  field: LookField | 'properties' | 'restores',
  value: unknown,
): Verdict {
  if (field === 'properties') return judgeProperties(node, savedProperties(value));
  if (field === 'restores') return judgeRestores(value);
  const text = String(value ?? '').trim();
  if (field === 'hub') return judgeHub(text);
  if (text === '' || isEnvironment(text)) return true;
  switch (field) {
    case 'look':
      return isLookName(text) || wrong(field, words('allowed.lookName'));
    case 'interval':
      if (Number(text) === 0) return !restoresAny(node) || words('look.reasons.restoreNeedsPolls');
      return (
        isAtLeast(MIN_LOOK_INTERVAL_S, text) ||
        wrong(field, words('look.allowed.interval', { minimum: MIN_LOOK_INTERVAL_S }))
      );
    case 'fade':
    case 'maxAbsence':
      return judgeSeconds(field, text);
    default:
      return judgeChoice(field, text);
  }
}

/** A row of the table that is wrong, and the reason. */
interface RowFault {
  readonly index: number;
  readonly reason: string;
}

/** The rows of a saved table. A flow written by hand may have any value. */
export const savedProperties = (value: unknown): SavedLookProperty[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map((row) => row as unknown as SavedLookProperty);

/** Identifies the property of a row. A blank path counts as none. */
export const rowKeyOf = (row: SavedLookProperty): string =>
  keyOf({ ...row, nodePath: row.nodePath || undefined, propertyPath: row.propertyPath || undefined });

/** The wrong rows of a table. */
export function rowFaults(rows: readonly SavedLookProperty[]): RowFault[] {
  const keys = new Set<string>();
  return rows.flatMap((row, index) => {
    const key = rowKeyOf(row);
    const isDuplicate = keys.has(key);
    keys.add(key);
    const verdict = isDuplicate ? words('look.reasons.duplicate') : judgeRow(row);
    return verdict === true ? [] : [{ index, reason: words('look.reasons.row', { row: index + 1, reason: verdict }) }];
  });
}

/** The required names of a row, and the parameters that have their labels. */
const REQUIRED = [
  ['engine', 'engineId'],
  ['node', 'nodePath'],
  ['property', 'propertyPath'],
] as const;

function judgeRow(row: SavedLookProperty): Verdict {
  for (const [part, param] of REQUIRED)
    if (!row[part]) return words('reasons.missing', { field: parameterName(param) });
  const fade = String(row.fade ?? '').trim();
  return fade === '' || isEnvironment(fade) || judgeSeconds('fade', fade);
}

function judgeProperties({ operation, holdStores }: Parameters<typeof judgeLook>[0], rows: SavedLookProperty[]) {
  const stores = operation === 'store' || ((operation || 'recall') === 'recall' && holdStores === true);
  if (stores && rows.length === 0) return words('look.reasons.noProperties');
  return rowFaults(rows)[0]?.reason ?? true;
}

const modesOf = (restores: unknown): string[] =>
  (Array.isArray(restores) ? restores : []).filter(isObject).map(({ mode }) => String(mode ?? ''));

function judgeRestores(value: unknown): Verdict {
  return modesOf(value)
    .filter((mode) => mode !== '' && !isEnvironment(mode))
    .map((mode) => judgeChoice('restore', mode))
    .reduce((first, verdict) => (first === true ? verdict : first), true as Verdict);
}

/** True if a value is sent after the return of an engine. */
const restoresAny = ({ restore, restores }: Parameters<typeof judgeLook>[0]): boolean =>
  [restore, ...modesOf(restores)].some((mode) => mode === 'ask' || mode === 'automatic');

const judgeSeconds = (field: LookField, text: string): Verdict =>
  isAtLeast(0, text) || wrong(field, words('allowed.number_from', { minimum: 0 }));

function judgeChoice(field: LookChoice, text: string): Verdict {
  const options: readonly string[] = CHOICES[field];
  return options.includes(text) || wrong(field, allowedChoices('look.choices', options));
}

const wrong = (field: LookField, allowed: string): string =>
  words('reasons.wrong', { field: words(field === 'operation' ? 'editor.operation' : `look.${field}`), allowed });
