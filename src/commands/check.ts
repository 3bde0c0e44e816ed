import { parseArgs } from 'node:util';
import { CHECK_LIMITS, type CheckReport, checkReport, isMatching } from '../house/check.js';
import type { House } from '../house/house.js';
import { recordHouse } from '../house/record.js';
import { checkText } from './check-text.js';
import { CONNECTION_OPTIONS } from './connection.js';
import { WrongUsage } from './failure.js';
import { interruption } from './interruption.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { openHub } from './open-hub.js';
import { Progress } from './terminal.js';
import { systemWords, text } from './words.js';

/** `graphics-hub check`: 0 if all answers match, 1 if some differ, 2 if it could not ask everything. */
export async function check(line: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: line,
    allowPositionals: true,
    options: { ...CONNECTION_OPTIONS, ...LIMIT_OPTIONS, json: { type: 'boolean' } },
  });
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0) throw new WrongUsage(text('check.usage'));
  const limits = limitsFrom(values, CHECK_LIMITS);
  const interrupted = interruption();
  const { reader, hub, isDetected } = await openHub(url, values, interrupted);
  const { signal } = interrupted;
  signal.addEventListener('abort', () => reader.close());
  const progress = new Progress();
  let asked = 0;
  const house = await recordHouse(reader, hub, {
    ...limits,
    signal,
    onRead: ({ operation: { name } }, planned) => {
      asked += 1;
      // No name of a thing: the lines may be copied into an issue too.
      progress.show(text('check.progress', { asked, planned, operation: name }));
    },
  });
  progress.end();
  reader.close();
  const report = { ...checkReport(house), isDetected };
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 1)}\n` : checkText(report, systemWords));
  return statusOf(house, report);
}

function statusOf(house: House, report: CheckReport): number {
  const reason = house.missing.find((gap) => gap.reason === 'lost' || gap.reason === 'interrupted')?.reason;
  if (reason) console.error(text(`check.${reason}`));
  else if (report.reads.every(({ answered }) => answered === 0)) console.error(text('connection.nothing'));
  else return isMatching(report) ? 0 : 1;
  return 2;
}
