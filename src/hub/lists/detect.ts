import type { Dialect } from '../table/operation.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import type { ReadOnlyClient } from './read-only-client.js';

/** The result of a connection test. Null and `unknown` mean that the answers are not conclusive. */
export interface Finding {
  /** True if the hub answered, even with an error. */
  readonly reachable: boolean;
  /** The duration of the first exchange in ms. */
  readonly elapsed?: number;
  /** The hub accepts the key, refuses it (401), or forbids it the first area that answers (403). */
  readonly key: 'accepted' | 'refused' | 'forbidden' | 'unknown';
  /** The revision of the interface. */
  readonly dialect: Dialect | null;
  /** The segment under which the linear area answers. */
  readonly linearSegment: LinearSegment | null;
  /** The number of engines. */
  readonly engines?: number;
  /** The reason if it did not list its engines. */
  readonly problem?: HubError;
}

const SEGMENTS = ['linear', 'lino'] as const;
/** The first segment of the paths of the linear area. */
export type LinearSegment = (typeof SEGMENTS)[number];

type Settled = HubAnswer | HubError;

/** The result if the hub does not answer. */
export const NOTHING_FOUND: Finding = { reachable: false, key: 'unknown', dialect: null, linearSegment: null };

/**
 * Finds out if a hub answers, if it accepts the key, and its revision (docs/develop/rules.md "The editor"). It lists linear
 * engines and shows under both linear segments. The client's own dialect and segment make no difference.
 */
export async function detectHub(client: ReadOnlyClient): Promise<Finding> {
  const started = performance.now();
  const first = await settle(client.ask('listEngines', {}));
  const elapsed = Math.round(performance.now() - started);
  if (mayNeedHttps(first) && (await client.needsHttps()))
    return { ...NOTHING_FOUND, problem: new HubError('HUB_UNREACHABLE', { sentence: 'needsHttps', url: client.base }) };
  const problem = problemOf(first);
  if (!isAnswer(first)) return { ...NOTHING_FOUND, problem };
  const common = { reachable: true, elapsed, ...(problem ? { problem } : { engines: listOf(first)?.length }) };
  // Other requests with this key would give no more information.
  if (statusOf(first) === 401) return { ...NOTHING_FOUND, ...common, key: 'refused' };
  const segments = await Promise.all(SEGMENTS.map((each) => readSegment(client, each)));
  const linearSegment = segmentOf(segments);
  const dialect = dialectOf(segments.find(({ segment }) => segment === linearSegment));
  return {
    ...common,
    key: keyOf([first, ...segments.flatMap(({ engines, shows }) => [engines, shows])]),
    dialect,
    linearSegment,
  };
}

/** The answers of a hub under one linear segment. */
interface SegmentAnswers {
  readonly segment: LinearSegment;
  readonly engines: Settled;
  readonly shows: Settled;
}

async function readSegment(client: ReadOnlyClient, segment: LinearSegment): Promise<SegmentAnswers> {
  const [engines, shows] = await Promise.all([
    settle(client.askUnder(segment, 'listLinearEngines')),
    settle(client.askUnder(segment, 'listShows')),
  ]);
  return { segment, engines, shows };
}

const settle = (answer: Promise<HubAnswer>): Promise<Settled> =>
  answer.catch((error: unknown) => {
    if (error instanceof HubError) return error;
    throw error;
  });

const listOf = (answer: Settled): unknown[] | undefined =>
  !(answer instanceof HubError) && Array.isArray(answer.body) ? answer.body : undefined;

const statusOf = (answer: Settled): number | undefined =>
  answer instanceof HubError ? answer.reply?.statusCode : answer.statusCode;

/** True for every answer, even an unreadable one. */
const isAnswer = (answer: Settled): boolean =>
  statusOf(answer) !== undefined || (answer instanceof HubError && answer.code === 'HUB_BAD_ANSWER');

/**
 * A TLS port closes the connection after a plain request, answers with bytes that are not HTTP, or, as nginx does, with
 * 400.
 */
const mayNeedHttps = (answer: Settled): boolean =>
  answer instanceof HubError &&
  (answer.code === 'HUB_CONNECTION_LOST' || answer.code === 'HUB_BAD_ANSWER' || statusOf(answer) === 400);

function problemOf(answer: Settled): HubError | undefined {
  if (listOf(answer)) return undefined;
  const error = answer instanceof HubError ? answer : new HubError('HUB_BAD_ANSWER', { cause: 'list' });
  return error.with({ operation: 'listEngines' });
}

/** The first conclusive answer decides. A hub can refuse one module to a key and allow another. */
function keyOf(answers: readonly Settled[]): Finding['key'] {
  for (const answer of answers) {
    if (listOf(answer)) return 'accepted';
    if (statusOf(answer) === 401) return 'refused';
    if (statusOf(answer) === 403) return 'forbidden';
  }
  return 'unknown';
}

/**
 * True if the segment exists: it answers its list, or refuses it to this key. Only hubs of revision 2 refuse by key,
 * and these have no `linear` (docs/develop/interface.md "Revisions and dialects").
 */
const isPresent = (answer: Settled, segment: LinearSegment): boolean =>
  listOf(answer) !== undefined || (statusOf(answer) === 403 && segment === 'lino');

const isMissing = (answer: Settled): boolean => statusOf(answer) === 404;

/** The only segment that exists, if the other one is missing. */
function segmentOf(segments: readonly SegmentAnswers[]): LinearSegment | null {
  const [present, ...others] = segments.filter(
    ({ engines, shows, segment }) => isPresent(engines, segment) || isPresent(shows, segment),
  );
  const missing = segments.filter(({ engines, shows }) => isMissing(engines) && isMissing(shows));
  return present && others.length === 0 && missing.length === 1 ? present.segment : null;
}

/**
 * Only revision 2 has shows. Since build 2.1.0+191 it has only shows (docs/develop/interface.md "Revisions and dialects"). A
 * 403 to shows means that they exist. It means nothing if the same key may list engines.
 */
function dialectOf(look: SegmentAnswers | undefined): Dialect | null {
  if (!look) return null;
  const { engines, shows, segment } = look;
  if (listOf(shows)) return 2;
  if (listOf(engines)) return isMissing(shows) ? 1 : null;
  return isPresent(shows, segment) ? 2 : null;
}
