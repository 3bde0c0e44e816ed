import { isObject } from '../hub/base/is-object.js';
import type { Dialect } from '../hub/table/operation.js';
import { operations } from '../hub/table/operations.js';
import type { House, RecordedRead } from './house.js';
import { type Difference, differencesIn } from './shape.js';

/** The result of a check. It has no names, ids, addresses or values of the hub, so an issue may contain it. */
export interface CheckReport {
  readonly revision: Dialect;
  readonly isEarly: boolean;
  /** The reads of the revision, in the order of the table. */
  readonly reads: readonly CheckedRead[];
}

/** All reads of one operation. */
interface CheckedRead {
  readonly operation: string;
  readonly answered: number;
  /** The number of refusals by status. */
  readonly refused: Readonly<Record<string, number>>;
  /** The number of reads without an answer, by reason. */
  readonly failed: Readonly<Record<string, number>>;
  readonly differences: readonly Difference[];
}

/** Things of a kind in one list whose own reads follow. */
const SAMPLES = 3;

/** A few things of each kind are enough to see the shape of their answers. */
export const CHECK_LIMITS = {
  limits: Object.fromEntries(
    operations.flatMap(({ parameters }) => parameters.map(({ names = '' }) => [names, SAMPLES])),
  ),
  propertiesPerEngine: 2000,
} as const;

/** The report on a recording. */
export function checkReport(house: House): CheckReport {
  const { dialect, isEarly } = house.hub;
  const values = new Set<string>();
  for (const { answer, params } of house.reads) collectTexts([answer, params], values);
  const isPrivate = (text: string) => values.has(text);
  const reads = operations
    .filter((operation) => operation.kind === 'read' && operation.dialects.includes(dialect))
    .map(({ name, answer: schema }) => {
      const ofOperation = house.reads.filter(({ operation }) => operation === name);
      const answers = ofOperation.filter((read) => 'answer' in read);
      const gaps = house.missing.filter(({ operation, reason }) => operation === name && reason !== 'limit');
      const differences = answers.flatMap(({ answer }) => differencesIn(schema, answer, { dialect, isPrivate }));
      return {
        operation: name,
        answered: answers.length,
        refused: countBy(ofOperation, ({ refusal }: RecordedRead) => refusal),
        failed: countBy(gaps, ({ reason }) => reason),
        differences: [...new Map(differences.map((each) => [JSON.stringify(each), each])).values()],
      };
    });
  return { revision: dialect, isEarly, reads };
}

/** True if no answer differs from docs/interface.md. */
export const isMatching = ({ reads }: CheckReport): boolean =>
  reads.every(({ differences }) => differences.length === 0);

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string | number | undefined): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** Adds all texts and numbers of a value. */
function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') texts.add(String(value));
  else if (Array.isArray(value)) for (const each of value) collectTexts(each, texts);
  else if (isObject(value)) for (const each of Object.values(value)) collectTexts(each, texts);
}
