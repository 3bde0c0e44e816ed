import { parseArgs } from 'node:util';
import { CHECK_LIMITS, type CheckReport, checkHub, unreadIn, verdictOf } from '../recording/check.js';
import { checkText } from '../recording/check-text.js';
import { systemTexts, text } from '../texts/report-texts.js';
import { CONNECTION_OPTIONS } from './connection.js';
import { LIMIT_OPTIONS, limitsFrom } from './limits.js';
import { openHub } from './open-hub.js';
import { WrongUsage } from './run-command.js';
import { interruption, Progress } from './terminal.js';

/**
 * `graphics-hub check`: 0 if all answers match, 1 if some differ, 3 if none differs but some reads have no answer, 2 if it
 * did not ask everything.
 */
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
  const progress = new Progress();
  let asked = 0;
  const report = await checkHub(reader, hub, {
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
  const shown = { ...report, verdict: verdictOf(report), unread: unreadIn(report.reads), isDetected };
  process.stdout.write(values.json ? `${JSON.stringify(shown, null, 1)}\n` : checkText(shown, systemTexts));
  return statusOf(report);
}

const STATUSES = { matching: 0, differing: 1, unread: 3 } as const;

function statusOf(report: CheckReport): number {
  if (report.end) console.error(text(`check.${report.end}`));
  else if (report.reads.every(({ answered }) => answered === 0)) console.error(text('connection.nothing'));
  else return STATUSES[verdictOf(report)];
  return 2;
}
