import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from '../../dist/hub/wire/errors.js';
import { statusOf } from '../../dist/hub/words/explain.js';

const { status } = JSON.parse(readFileSync(join(__dirname, '../../locales/en-US/hub-config.json'), 'utf8')) as {
  status: Readonly<Record<string, string>>;
};

/** The text that a node shows after an end, for example `HUB_TIMEOUT unknown`. It may depend on the status. */
function shownAfter(end: string, statusCode?: number): string {
  const code = end.split(' ')[0] as Code;
  return status[end === 'done' ? 'superseded_none' : statusOf({ code, facts: { statusCode } })] ?? '';
}

/** The heads of the table. */
export const HEADS = ['A hub that …', 'code', 'outcome', 'status'];

/** A row with a fault and the ends of its commands, one after the other. */
export function faultRow(name: string, end: string, statusCode?: number): string[] {
  const ends = end.split(', ').map((each) => {
    const [code = '', outcome] = each.split(' ');
    return outcome === undefined
      ? ['–', code, shownAfter(each, statusCode)]
      : [code, outcome, shownAfter(each, statusCode)];
  });
  return [name, ...[0, 1, 2].map((column) => [...new Set(ends.map((cells) => cells[column]))].join(', '))];
}

/** A table as Markdown. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
