import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DAY_S } from '../base/local-time.js';
import { type Fields, isObject } from '../base/values.js';
import { airtimeCsv, airtimesBetween, periodOn, secondsOf } from '../hub/records/airtime-csv.js';
import { type AirCommand, type AirReport, airtimes } from '../hub/records/airtimes.js';
import { asRunText, text } from '../texts/report-texts.js';
import { CommandFailure, WrongUsage } from './run-command.js';

/** The usual name of the as-run file, in the present folder. */
const USUAL_FILE = 'as-run.jsonl';

/** `graphics-hub as-run`: prints the table of an as-run file for a spreadsheet. 1 if nothing was on air. */
export async function asRun(line: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: line,
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' }, date: { type: 'string' } },
  });
  if (positionals.length > 1) throw new WrongUsage(text('as-run.usage'));
  const from = values.from === undefined ? 0 : timeOf('--from', values.from);
  const to = values.to === undefined ? DAY_S : timeOf('--to', values.to);
  const [start, end] = periodOn(dayOf(values.date), from, to);
  const records = recordsOf(positionals[0] ?? USUAL_FILE);
  const rows = airtimesBetween(airtimes(records.flatMap(commandOf), records.flatMap(reportOf)), start, end);
  process.stdout.write(airtimeCsv(rows, asRunText));
  return rows.length > 0 ? 0 : 1;
}

/** The start of a day in local time. Default: today. */
function dayOf(date: string | undefined): number {
  if (date === undefined) return new Date().setHours(0, 0, 0, 0);
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00`) : Number.NaN;
  if (Number.isNaN(day)) throw new WrongUsage(text('as-run.wrong', { option: '--date', value: date }));
  return day;
}

/** The time of an option in s. Only the end can be 24:00. */
function timeOf(option: '--from' | '--to', value: string): number {
  const time = secondsOf(value);
  if (time === undefined || (time === DAY_S && option === '--from'))
    throw new WrongUsage(text('as-run.wrong', { option, value }));
  return time;
}

/** The records of an as-run file and of its older files, the oldest first. A line that is not complete is left out. */
function recordsOf(file: string): Fields[] {
  const files = [file];
  while (existsSync(`${file}.${files.length}`)) files.push(`${file}.${files.length}`);
  return files.reverse().flatMap((path) => linesOf(path).map(parsed).filter(isObject));
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    throw new CommandFailure(text('file.unreadable', { file: path, reason: (error as Error).message }));
  }
}

function commandOf({ at, elapsed, node, operation, target, names, outcome }: Fields): AirCommand[] {
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

/** A line with the graphics on air. `null`: the rundown is not read any more. */
function reportOf({ at, target, names, onAir, first }: Fields): AirReport[] {
  const time = Date.parse(String(at));
  if (Number.isNaN(time) || !isObject(target) || (onAir !== null && !Array.isArray(onAir))) return [];
  const [engineId, rundownId] = [String(target.engineId), String(target.rundownId)];
  const items = onAir?.filter(isObject).map(({ id, name, isUnknown }) => ({
    id: String(id),
    name: String(name),
    ...(isUnknown === true && { isUnknown }),
  }));
  return [{ at: time, engineId, rundownId, names: isObject(names) ? names : {}, items, isFirst: first === true }];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
