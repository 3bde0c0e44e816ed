import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isObject } from '../base/values.js';
import { type AirCommand, airtimeCsv, airtimes, airtimesBetween } from '../hub/records/airtimes.js';
import { asRunText, text } from '../texts/report-texts.js';
import { CommandFailure, WrongUsage } from './run-command.js';

/** The usual name of the as-run file, in the present folder. */
const USUAL_FILE = 'as-run.jsonl';

const DAY_MS = 24 * 3600 * 1000;

/** `graphics-hub as-run`: prints the table of an as-run file for a spreadsheet. 1 if nothing was on air. */
export async function asRun(line: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: line,
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' }, date: { type: 'string' } },
  });
  if (positionals.length > 1) throw new WrongUsage(text('as-run.usage'));
  const day = midnightOf(values.date);
  const from = values.from === undefined ? day : timeOn(day, '--from', values.from);
  const to = values.to === undefined ? day + DAY_MS : timeOn(day, '--to', values.to);
  const commands = commandsOf(positionals[0] ?? USUAL_FILE);
  // A show can end after midnight.
  const rows = airtimesBetween(airtimes(commands), from, to > from ? to : to + DAY_MS);
  process.stdout.write(airtimeCsv(rows, asRunText));
  return rows.length > 0 ? 0 : 1;
}

/** The start of a day in local time. Default: today. */
function midnightOf(date: string | undefined): number {
  if (date === undefined) return new Date().setHours(0, 0, 0, 0);
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00`) : Number.NaN;
  if (Number.isNaN(day)) throw new WrongUsage(text('as-run.wrong', { option: '--date', value: date }));
  return day;
}

/** A time such as `18:30` or `18:30:15` of a day. */
function timeOn(day: number, option: string, value: string): number {
  const [, hours = '', minutes, seconds = 0] = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(value) ?? [];
  if (hours === '') throw new WrongUsage(text('as-run.wrong', { option, value }));
  return new Date(day).setHours(Number(hours), Number(minutes), Number(seconds));
}

/** The commands of an as-run file and of its older files, the oldest first. A line that is not complete is left out. */
function commandsOf(file: string): AirCommand[] {
  const files = [file];
  while (existsSync(`${file}.${files.length}`)) files.push(`${file}.${files.length}`);
  return files.reverse().flatMap((path) => linesOf(path).flatMap(commandOf));
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    throw new CommandFailure(text('file.unreadable', { file: path, reason: (error as Error).message }));
  }
}

function commandOf(line: string): AirCommand[] {
  const record = parsed(line);
  if (!isObject(record)) return [];
  const { at, elapsed, node, operation, target, names, outcome } = record;
  const time = Date.parse(String(at));
  if (Number.isNaN(time) || typeof operation !== 'string' || !isObject(target)) return [];
  return [
    {
      at: time,
      elapsed: Number(elapsed) || 0,
      who: String(node ?? ''),
      operation,
      target,
      names: isObject(names) ? names : {},
      outcome: String(outcome),
    },
  ];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
