import { isObject } from '../base/values.js';
import type { Dialect } from '../hub/table/operation.js';
import type { Operation } from '../hub/table/operations.js';
import { type OperationName, operations } from '../hub/table/operations.js';
import { type CrawlOptions, crawl, type Settled } from './crawl.js';
import type { HubReader } from './reader.js';
import type { Recording } from './recording.js';
import { type Difference, differencesIn, type IsPrivate, isFieldName, UniqueDifferences } from './shape.js';

/** The result of a check. It has no names, ids, addresses or values of the hub, so an issue may contain it. */
export interface CheckReport {
  readonly revision: Dialect;
  readonly isEarly: boolean;
  /** The reads of the revision, in the order of the table. */
  readonly reads: readonly CheckedRead[];
  /** The reason why it did not ask everything. */
  readonly end?: CheckEnd | undefined;
}

/** All reads of one operation. */
interface CheckedRead {
  readonly operation: OperationName;
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

/** The end of a check that did not ask everything. */
type CheckEnd = 'lost' | 'interrupted';

/**
 * Asks the reads of a hub, and compares their answers at once, so that no answer is stored. It never rejects for a failure
 * of the hub.
 */
export async function checkHub(
  { ask }: Pick<HubReader, 'ask'>,
  { dialect, isEarly }: Recording['hub'],
  options: Pick<CrawlOptions, 'limits' | 'propertiesPerEngine' | 'signal' | 'onRead'>,
): Promise<CheckReport> {
  const texts = new Set<string>();
  const checks = new Map(
    operations
      .filter((operation) => operation.kind === 'read' && operation.dialects.includes(dialect))
      .map((operation) => [operation.name, new OperationCheck(operation, dialect)]),
  );
  let end: CheckEnd | undefined;
  await crawl(ask, {
    ...options,
    dialect,
    onSettled: ({ operation, params }, settled) => {
      const check = checks.get(operation.name);
      const isEnded = 'failure' in settled && options.signal.aborted;
      if (isEnded) end = 'interrupted';
      else check?.add(settled);
      collectFieldNames([params, 'answer' in settled && settled.answer], texts);
    },
    onGap: ({ operation }, reason, count) => {
      if (reason !== 'lost' && reason !== 'interrupted') return;
      end = reason;
      checks.get(operation.name)?.fail(reason, count);
    },
  });
  const reads = [...checks.values()].map((check) => check.result((text) => texts.has(text)));
  return { revision: dialect, isEarly, reads, end };
}

/** The reads of one operation during a check. */
class OperationCheck {
  readonly #operation: Operation;
  readonly #dialect: Dialect;
  readonly #refused = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  readonly #differences = new UniqueDifferences();
  #answered = 0;

  constructor(operation: Operation, dialect: Dialect) {
    this.#operation = operation;
    this.#dialect = dialect;
  }

  add(settled: Settled): void {
    if ('refusal' in settled) count(this.#refused, String(settled.refusal), 1);
    else if ('failure' in settled) this.fail(settled.failure, 1);
    else {
      this.#answered += 1;
      this.#differences.add(differencesIn(this.#operation.answer, settled.answer, this.#dialect));
    }
  }

  fail(reason: string, reads: number): void {
    count(this.#failed, reason, reads);
  }

  result(isPrivate: IsPrivate): CheckedRead {
    return {
      operation: this.#operation.name,
      answered: this.#answered,
      refused: Object.fromEntries(this.#refused),
      failed: Object.fromEntries(this.#failed),
      differences: this.#differences.all(isPrivate),
    };
  }
}

function count(counts: Map<string, number>, key: string, added: number): void {
  counts.set(key, (counts.get(key) ?? 0) + added);
}

/** `unread`: no answer differs, but the hub failed or refused some. */
export type Verdict = 'matching' | 'differing' | 'unread';

/** Compared with docs/develop/interface.md. */
export function verdictOf({ reads }: CheckReport): Verdict {
  if (reads.some(({ differences }) => differences.length > 0)) return 'differing';
  return unreadIn(reads) > 0 ? 'unread' : 'matching';
}

/** The number of reads without an answer. 404 is an answer: this hub does not have it. */
export const unreadIn = (reads: readonly CheckedRead[]): number =>
  reads
    .flatMap(({ refused, failed }) => [...Object.entries(refused), ...Object.entries(failed)])
    .reduce((sum, [reason, reads]) => (reason === '404' ? sum : sum + reads), 0);

/** Adds the texts of a value that look like names of fields. */
function collectFieldNames(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') {
    if (isFieldName(value)) texts.add(value);
  } else if (Array.isArray(value)) for (const each of value) collectFieldNames(each, texts);
  else if (isObject(value)) for (const each of Object.values(value)) collectFieldNames(each, texts);
}
