import type { Dialect } from '../table/operation.js';
import type { Answer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import type { Visit } from './read-only-client.js';

/** What a look at a hub tells; null and `unknown`: nothing that is sure. */
export interface Finding {
  /** Whether something answered at all. */
  readonly reachable: boolean;
  /** How long the first answer took, in ms. */
  readonly elapsed?: number;
  readonly key: 'accepted' | 'refused' | 'forbidden' | 'unknown';
  readonly dialect: Dialect | null;
  readonly linearSegment: Segment | null;
  /** How many engines it has. */
  readonly engines?: number;
  /** Why it did not list its engines. */
  readonly problem?: HubError;
}

const SEGMENTS = ['linear', 'lino'] as const;
type Segment = (typeof SEGMENTS)[number];

type Tried = Answer | HubError;

/** What is known of a hub that nobody reached. */
export const NOTHING_FOUND: Finding = { reachable: false, key: 'unknown', dialect: null, linearSegment: null };

/**
 * Finds out whether a hub is there, whether it takes the key, and of which revision it is (docs/architecture.md
 * "Pickers"): by reads with both linear segments, then `listShows`. The visit's own dialect and segment make no
 * difference.
 */
export async function findOut(visit: Visit): Promise<Finding> {
  const started = performance.now();
  const first = await tried(visit.ask('listEngines', {}));
  const elapsed = Math.round(performance.now() - started);
  const problem = problemOf(first);
  if (!isAnswer(first)) return { ...NOTHING_FOUND, problem };
  const known = { reachable: true, elapsed, ...(problem ? { problem } : { engines: listOf(first)?.length }) };
  // Whatever else is asked without a key says no more.
  if (statusOf(first) === 401) return { ...NOTHING_FOUND, ...known, key: 'refused' };
  const ofSegment = await Promise.all(SEGMENTS.map((each) => tried(visit.ask('listLinearEngines', {}, each))));
  const linearSegment = segmentOf(ofSegment);
  const shows = linearSegment && (await tried(visit.ask('listShows', {}, linearSegment)));
  return { ...known, key: keyOf([first, ...ofSegment]), dialect: dialectOf(shows), linearSegment };
}

const tried = (asked: Promise<Answer>): Promise<Tried> =>
  asked.catch((error: unknown) => {
    if (error instanceof HubError) return error;
    throw error;
  });

const listOf = (answer: Tried): unknown[] | undefined =>
  !(answer instanceof HubError) && Array.isArray(answer.body) ? answer.body : undefined;

const statusOf = (answer: Tried): number | undefined =>
  answer instanceof HubError ? answer.said?.statusCode : answer.statusCode;

/** Whether somebody answered, be it unreadable. */
const isAnswer = (answer: Tried): boolean =>
  statusOf(answer) !== undefined || (answer instanceof HubError && answer.code === 'HUB_BAD_ANSWER');

function problemOf(answer: Tried): HubError | undefined {
  if (listOf(answer)) return undefined;
  const error = answer instanceof HubError ? answer : new HubError('HUB_BAD_ANSWER', { cause: 'list' });
  return error.with({ operation: 'listEngines' });
}

/** The first of the answers that tells decides: a hub can keep one module from a key and give it another. */
function keyOf(answers: readonly Tried[]): Finding['key'] {
  for (const answer of answers) {
    if (listOf(answer)) return 'accepted';
    if (statusOf(answer) === 401) return 'refused';
    if (statusOf(answer) === 403) return 'forbidden';
  }
  return 'unknown';
}

/** The segment that answers while the other is not found. */
function segmentOf(answers: readonly Tried[]): Segment | null {
  const answering = SEGMENTS.filter((_, index) => listOf(answers[index] as Tried));
  const missing = answers.filter((answer) => statusOf(answer) === 404);
  return answering.length === 1 && missing.length === 1 ? (answering[0] as Segment) : null;
}

/** Only revision 2 has shows. */
function dialectOf(shows: Tried | null): Dialect | null {
  if (!shows) return null;
  if (listOf(shows)) return 2;
  return statusOf(shows) === 404 ? 1 : null;
}
