import { tableOperation } from '../../hub/table/operations.js';

/** What the page shows of a request. */
export interface Request {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly operation: string | undefined;
  readonly statusCode: number | undefined;
}

/** One row of the page: a request, or the newest of a burst and how many it had. */
interface Row {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly statusCode: number | undefined;
  readonly body: string;
  readonly count: number;
}

/** At most this many rows, and this many characters of a body, are shown. */
const SHOWN = 50;
const SHORT = 200;

/** What comes again within so many ms goes on with a burst. */
const BURST = 2000;

interface Burst {
  readonly newest: Request;
  oldest: number;
  count: number;
}

/**
 * The last requests, the newest first: what comes again and again, to one target and with one outcome, is one row. But
 * each trigger has a row of its own, since twice would be once too often.
 */
export function folded(requests: readonly Request[]): Row[] {
  const rows: Burst[] = [];
  const going = new Map<string, Burst>();
  for (const request of requests.toReversed()) {
    const key = `${request.statusCode} ${request.method} ${pathOf(request)}`;
    const burst = isTrigger(request) ? undefined : going.get(key);
    if (burst && burst.oldest - request.at < BURST) {
      burst.oldest = request.at;
      burst.count += 1;
    } else {
      if (rows.length === SHOWN) break;
      const begun = { newest: request, oldest: request.at, count: 1 };
      going.set(key, begun);
      rows.push(begun);
    }
  }
  return rows.map(rowOf);
}

const isTrigger = ({ operation }: Request): boolean =>
  operation !== undefined && tableOperation(operation)?.kind === 'trigger';

/** Headers and queries stay out of it: they hold secrets. */
const pathOf = ({ path }: Request): string => path.split('?', 1)[0] ?? '';

const rowOf = ({ newest, count }: Burst): Row => ({
  at: newest.at,
  method: newest.method,
  path: pathOf(newest),
  statusCode: newest.statusCode,
  body: shortBody(newest),
  count,
});

/** The beginnings of bodies: writing a large one out takes its time, and the page asks again and again. */
const beginnings = new WeakMap<Request, string>();

function shortBody(request: Request): string {
  const known = beginnings.get(request);
  if (known !== undefined) return known;
  const begun = request.body === undefined ? '' : JSON.stringify(request.body).slice(0, SHORT);
  beginnings.set(request, begun);
  return begun;
}
