import type { Problem } from '../../hub/wire/errors.js';
import { explainProblem, ownSentence } from '../../hub/words/explain.js';
import { TOKEN_HEADER } from '../../saved/page-token.js';
import { setText } from './dom.js';
import { type Ajax, ajax } from './red.js';
import { findOperation } from './table.js';
import { problemWords, words } from './words.js';

/** A request that failed. The message is the reason in the user's language. */
export class RequestError extends Error {
  /** The status of HTTP, 0 if nothing answered. */
  readonly status: number;
  /** The problem in the answer. */
  readonly problem: Problem | undefined;

  constructor(reason: string, status: number, problem?: Problem) {
    super(reason);
    this.status = status;
    this.problem = problem;
  }
}

/** The reason of a failed request. Throws every other error again. */
export function reasonOf(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  throw error;
}

interface RequestOptions {
  /** The first part of the permission. */
  readonly area?: 'hub-config' | 'hub-control' | 'hub-cues' | 'hub-look';
  /** The query of a GET. */
  readonly query?: Readonly<Record<string, number>>;
  /** True if the request changes nothing, so it can be sent late. Default: true for a GET. */
  readonly isRead?: boolean;
}

/** Shows the result of a request, or the reason of its failure. */
export async function showResult(target: HTMLElement, request: () => Promise<string>): Promise<void> {
  setText(target, await request().catch(reasonOf));
}

/**
 * Asks an endpoint of this package, with a question by POST. Throws a `RequestError`, also for a problem in the answer.
 */
export async function askEndpoint<Answer>(
  path: readonly string[],
  question?: object,
  { area = 'hub-config', query, isRead = !question }: RequestOptions = {},
): Promise<Answer> {
  const url = ['graphics-hub', ...path.map(encodeURIComponent)].join('/');
  const post = { method: 'POST', contentType: 'application/json', data: JSON.stringify(question) } as const;
  const request = { url, ...(question ? post : ({ method: 'GET', data: query } as const)) };
  const answer = await sendWithRenewedToken(request, isRead).catch((error) => {
    const { status = 0 }: { readonly status?: number } = error;
    throw new RequestError(failureText(status, `${area}.${question ? 'write' : 'read'}`), status);
  });
  const { problem, reachable }: { readonly problem?: Problem; readonly reachable?: boolean } = Object(answer);
  // The result of a connection test can include a problem.
  if (problem && reachable === undefined) {
    const reason = area === 'hub-look' || area === 'hub-cues' ? problemSentence(problem) : problemText(problem);
    throw new RequestError(reason, 200, problem);
  }
  return answer as Answer;
}

function failureText(status: number, permission: string): string {
  if (status === 401 || status === 403) return words('sidebar.forbidden', { permission });
  if (status === 409) return words('sidebar.check.busy');
  return words(status ? 'sidebar.failed' : 'pick.noRuntime');
}

/** A problem of the hub in the words of a node. */
export function problemText(problem: Problem): string {
  const sentence = problemSentence(problem);
  // For a configuration problem, the text is only half a sentence.
  return ownSentence(problem) ? words('errors.unusableHub', { reason: sentence }) : sentence;
}

/** A problem of a command or of a file. */
export const problemSentence = (problem: Problem): string =>
  explainProblem(problemWords, problem, findOperation(problem.facts.operation));

/** Maximum time for the token, in ms. */
const TOKEN_MS = 30_000;

/** A press that waits longer for the token is not sent. In ms. */
const PRESS_MS = 2000;

let token: Promise<string> | undefined;

/** Sends a request with the token of this page (SECURITY.md). */
async function sendWithRenewedToken(request: Ajax, isRead: boolean): Promise<unknown> {
  try {
    return await sendWithToken(request, isRead);
  } catch (error) {
    if ((error as { readonly status?: number }).status !== 403) throw error;
    // A restarted Node-RED has another token. It refused the request before it did anything.
    token = undefined;
    return await sendWithToken(request, isRead);
  }
}

async function sendWithToken(request: Ajax, isRead: boolean): Promise<unknown> {
  token ??= fetchToken();
  const value = await (isRead ? token : within(PRESS_MS, token));
  return await ajax({ ...request, headers: { [TOKEN_HEADER]: value } });
}

/** Rejects if a value arrives later. */
function within<T>(limit: number, value: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The token is late')), limit);
    void value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function fetchToken(): Promise<string> {
  try {
    const answer = await ajax({ url: 'graphics-hub/token', method: 'GET', timeout: TOKEN_MS });
    return (answer as { readonly token: string }).token;
  } catch (error) {
    token = undefined;
    throw error;
  }
}
