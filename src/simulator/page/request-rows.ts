import { isObject } from '../../base/values.js';
import { findTableOperation } from '../../hub/table/operations.js';

/** A request of the journal, as far as the page shows it. */
export interface PageRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly operation: string | undefined;
  readonly statusCode: number | undefined;
}

/** One row of the page: a request, or the newest request of a burst with its count. */
interface Row {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly statusCode: number | undefined;
  readonly body: string;
  readonly count: number;
}

/** Limits for the number of rows, and for the characters of a body. */
const MOST_ROWS = 50;
const BODY_LENGTH = 200;

/** Requests within this many ms belong to one burst. */
const BURST_GAP = 2000;

interface Burst {
  readonly newest: PageRequest;
  oldest: number;
  count: number;
}

/**
 * The last requests, newest first. Repeated requests with the same target and status share a row. A trigger always has
 * its own row, so that a double trigger is visible.
 */
export function requestRows(requests: readonly PageRequest[]): Row[] {
  const rows: Burst[] = [];
  const openBursts = new Map<string, Burst>();
  for (const request of requests.toReversed()) {
    const key = `${request.statusCode} ${request.method} ${pathOf(request)} ${isReadBatch(request)}`;
    const burst = isTrigger(request) ? undefined : openBursts.get(key);
    if (burst && burst.oldest - request.at < BURST_GAP) {
      burst.oldest = request.at;
      burst.count += 1;
    } else {
      if (rows.length === MOST_ROWS) break;
      const beginning = { newest: request, oldest: request.at, count: 1 };
      openBursts.set(key, beginning);
      rows.push(beginning);
    }
  }
  return rows.map(rowOf);
}

const isTrigger = (request: PageRequest): boolean =>
  findTableOperation(request.operation ?? '')?.kind === 'trigger' && !isReadBatch(request);

/** A batch of polls. Without a shared row, polls would soon push the recall of a look off the page. */
const isReadBatch = ({ body }: PageRequest): boolean =>
  Array.isArray(body) && body.every((entry) => isObject(entry) && entry.verb === 'GET');

/** Queries are left out because they can contain secrets. */
const pathOf = ({ path }: PageRequest): string => path.split('?', 1)[0] ?? '';

const rowOf = ({ newest, count }: Burst): Row => ({
  at: newest.at,
  method: newest.method,
  path: pathOf(newest),
  statusCode: newest.statusCode,
  body: shortBody(newest),
  count,
});

/** The page polls, so large bodies are converted to JSON only once. */
const beginnings = new WeakMap<PageRequest, string>();

function shortBody(request: PageRequest): string {
  const cached = beginnings.get(request);
  if (cached !== undefined) return cached;
  const beginning = request.body === undefined ? '' : JSON.stringify(request.body).slice(0, BODY_LENGTH);
  beginnings.set(request, beginning);
  return beginning;
}
