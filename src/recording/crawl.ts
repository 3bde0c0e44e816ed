import { setTimeout as pause } from 'node:timers/promises';
import { kindsListedBy, thingsIn } from '../hub/lists/index.js';
import type { Pace } from '../hub/lists/read-only-client.js';
import type { Dialect } from '../hub/table/operation.js';
import { type Operation, operations } from '../hub/table/operations.js';
import type { Code } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';

/** One read of the table with its parameters. */
export interface CrawledRead {
  readonly operation: Operation;
  readonly params: Params;
}

/** The end of a read: an answer, a status outside 2xx, or a failure without a status. */
export type Settled =
  | { readonly answer: unknown }
  | { readonly refusal: number }
  | { readonly failure: Code | 'tooLarge' };

/**
 * The reason why a read was not asked: a limit of things, of properties or of the size of the recording, Ctrl-C, or a
 * lost hub.
 */
type GapReason = 'limit' | 'properties' | 'size' | 'interrupted' | 'lost';

/** The most things of a kind in one list whose own reads follow. Kinds that are not named have no limit. */
type Limits = Readonly<Record<string, number>>;

export interface CrawlOptions {
  readonly dialect: Dialect;
  readonly limits: Limits;
  /** Properties of one engine. When they are read, its further nodes are not. */
  readonly propertiesPerEngine: number;
  readonly signal: AbortSignal;
  /** Called before each read. `planned` are the reads of its level that have not begun. */
  readonly onRead?: (read: CrawledRead, planned: number) => void;
  readonly onSettled: (read: CrawledRead, settled: Settled) => void;
  /** `count` reads of this operation. If it is more than one, the parameters are those of the list. */
  readonly onGap: (read: CrawledRead, reason: GapReason, count: number) => void;
  /** True if there is no space for further answers of this operation. */
  readonly isFull?: (operation: string) => boolean;
}

/** Reads of one list that are named alone, although they are beyond the limit. The others are only counted. */
const NAMED_GAPS = 1000;

/** Reads one after the other that the hub did not answer. Then it is lost. */
const LOST_AFTER = 3;

/** The failures without an answer. A wrong id in a list is a failure too, but not a lost hub. */
const NO_ANSWER = new Set<string>(['HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST', 'CLOSED']);

const READS = operations.filter(({ kind }) => kind === 'read');

/**
 * Asks every read of the table, level by level: first the reads without parameters, then those of each listed thing. At
 * most two are asked at once. `ask` never rejects. Resolves at the end, after the signal, or if the hub is lost.
 */
export async function crawl(ask: (read: CrawledRead) => Promise<Settled>, options: CrawlOptions): Promise<void> {
  let unanswered = 0;
  const properties = new Map<unknown, number>();
  const readsOfDialect = READS.filter(({ dialects }) => dialects.includes(options.dialect));

  /** The reason not to ask, if there is one. */
  const gapOf = ({ operation, params }: CrawledRead): GapReason | undefined => {
    if (options.signal.aborted) return 'interrupted';
    if (unanswered >= LOST_AFTER) return 'lost';
    const isFull = (properties.get(params.engineId) ?? 0) >= options.propertiesPerEngine;
    if (operation.name === 'listProperties' && isFull) return 'properties';
    return options.isFull?.(operation.name) ? 'size' : undefined;
  };

  /** Asks one read. Returns the reads of the things that it lists. */
  const visit = async (read: CrawledRead): Promise<CrawledRead[]> => {
    const settled = await ask(read);
    unanswered = 'failure' in settled && NO_ANSWER.has(settled.failure) ? unanswered + 1 : 0;
    options.onSettled(read, settled);
    if (!('answer' in settled)) return [];
    if (read.operation.name === 'listProperties') {
      const { engineId } = read.params;
      const count = thingsIn('property', settled.answer).length;
      properties.set(engineId, (properties.get(engineId) ?? 0) + count);
    }
    return readsBelow(read, settled.answer, readsOfDialect, options);
  };

  let level: CrawledRead[] = readsOfDialect
    .filter(({ parameters }) => parameters.length === 0)
    .map((operation) => ({ operation, params: {} }));
  while (level.length > 0) {
    const below: CrawledRead[][] = [];
    const queue = level.entries();
    const worker = async () => {
      for (const [index, read] of queue) {
        const gap = gapOf(read);
        if (gap) {
          options.onGap(read, gap, 1);
          continue;
        }
        options.onRead?.(read, level.length - index - 1);
        below[index] = await visit(read);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    level = below.flat();
  }
}

/** The reads of each thing that an answer lists. */
function readsBelow(
  { operation, params }: CrawledRead,
  answer: unknown,
  reads: readonly Operation[],
  { limits, onGap }: CrawlOptions,
): CrawledRead[] {
  return kindsListedBy(operation.name).flatMap((kind) => {
    const followers = reads.filter(({ parameters }) => {
      const names = parameters.map(({ name }) => name);
      return parameters.at(-1)?.names === kind && names.slice(0, -1).every((name) => Object.hasOwn(params, name));
    });
    if (followers.length === 0) return [];
    const ids = [...new Set(thingsIn(kind, answer).map(({ value }) => value))];
    const limit = limits[kind] ?? Number.POSITIVE_INFINITY;
    const readOf = (follower: Operation, id: unknown): CrawledRead => ({
      operation: follower,
      params: { ...params, [follower.inPath.at(-1) ?? '']: id },
    });
    for (const follower of followers) {
      for (const id of ids.slice(limit, limit + NAMED_GAPS)) onGap(readOf(follower, id), 'limit', 1);
      const more = ids.length - limit - NAMED_GAPS;
      if (more > 0) onGap({ operation: follower, params }, 'limit', more);
    }
    return ids.slice(0, limit).flatMap((id) => followers.map((follower) => readOf(follower, id)));
  });
}

/** Requests in flight at once. A hub on air has other work. */
const AT_ONCE = 2;

/** ms between the starts of two requests. With the jitter of a network, the hub still gets fewer than 20 a second. */
const INTERVAL = 60;

/** Lets at most two requests be in flight, and fewer than 20 start in a second, in the order of their arrival. */
export function gentlePace(): Pace {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let nextStart: Promise<void> = Promise.resolve();
  return async (send) => {
    if (inFlight === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      const start = nextStart;
      nextStart = start.then(() => pause(INTERVAL));
      await start;
      return await send();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inFlight -= 1;
    }
  };
}
