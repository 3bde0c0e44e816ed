import { findTableOperation } from '../hub/table/operations.js';
import type { ReportTexts } from '../texts/report-texts.js';
import { type CheckReport, unreadIn, verdictOf } from './check.js';
import type { Difference } from './shape.js';

const { name, version } = require('../../package.json') as { name: string; version: string };

/** The report as text, for an issue. Its first line is the verdict. */
export function checkText(
  report: CheckReport & { isDetected: boolean },
  { text, lines, reasonText }: ReportTexts,
): string {
  const { revision, isEarly, isDetected, reads, end } = report;
  const answering = reads.filter(({ answered }) => answered > 0);
  const differing = reads.filter(({ differences }) => differences.length > 0);
  const unread = unreadIn(reads);
  const notAsked = reads.filter(
    ({ answered, refused, failed }) => answered === 0 && [refused, failed].every((each) => isEmpty(each)),
  );
  return [
    end ? `${text(`check.${end}`)}\n` : '',
    `${answering.length === 0 ? text('connection.nothing') : text(`check.${verdictOf(report)}`, { unread })}\n`,
    `${text('check.title', { name, version })}\n`,
    `${text(isEarly ? 'check.early' : 'check.revision', { revision })}\n`,
    isDetected ? '' : `${text('check.assumed')}\n`,
    `${text('check.counts', { answering: answering.length, reads: reads.length, differing: differing.length, unread })}\n\n`,
    lines(
      'check.differences',
      differing.flatMap(({ operation, differences }) =>
        differences.map((difference) => `${operation} ${differenceText(difference, text)}`),
      ),
    ),
    lines(
      'check.failed',
      reads.flatMap(({ operation, failed }) =>
        counts(operation, failed, (reason) => failureText(operation, reason, reasonText)),
      ),
    ),
    lines(
      'check.refused',
      reads.flatMap(({ operation, refused }) =>
        counts(operation, refused, (status) => refusalText(status, reasonText)),
      ),
    ),
    lines(
      'check.answered',
      answering.map(({ operation, answered }) => `${operation} (${answered})`),
    ),
    lines(
      'check.notAsked',
      notAsked.map(({ operation }) => operation),
    ),
    `\n${text('check.safe')}\n`,
  ].join('');
}

const isEmpty = (counted: object) => Object.keys(counted).length === 0;

const counts = (
  operation: string,
  counted: Readonly<Record<string, number>>,
  textOf: (key: string) => string,
): string[] => Object.entries(counted).map(([key, count]) => `${operation}: ${textOf(key)} (${count})`);

/** The meaning of a status for the user. */
export function refusalText(status: string, reasonText: ReportTexts['reasonText']): string {
  if (status === '401' || status === '403' || status === '404') return `${status}, ${reasonText(`status${status}`)}`;
  return `${status}, ${reasonText(Number(status) >= 500 ? 'status500' : 'statusOther')}`;
}

/** The reason why a read has no answer and, for a limit, the option that changes it. */
export function failureText(operation: string, reason: string, reasonText: ReportTexts['reasonText']): string {
  const option = limitOption(operation, reason);
  return option ? `${reasonText(reason)}, ${option}` : reasonText(reason);
}

/** The option of a limit that is the reason for a missing read. Undefined for other reasons. */
function limitOption(operation: string, reason: string): string | undefined {
  if (reason === 'HUB_TIMEOUT') return '--timeout SECONDS';
  if (reason === 'properties') return '--properties N';
  const kind = findTableOperation(operation)?.parameters.at(-1)?.names;
  return kind && (reason === 'limit' || reason === 'size') ? `--limit ${kind}=N` : undefined;
}

const differenceText = ({ place, kind, expected, found }: Difference, text: ReportTexts['text']): string =>
  text(`check.${kind}`, { place, expected, found });
