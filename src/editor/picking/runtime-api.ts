import { explainProblem } from '../../hub/words/explain.js';
import type { Problem } from '../../hub/words/problem.js';
import { askEndpoint } from '../base/endpoint.js';
import { operationByName } from '../base/table.js';
import { problemWords, words } from '../base/words.js';

/** The reason of a failed request, in the user's language. */
export interface RequestFailure {
  readonly reason: string;
  /** True if the hub cannot be reached. */
  readonly offline?: boolean;
  /** True if the failure affects every request to the hub, not this item only. */
  readonly isHubFailure?: boolean;
  /** True if no hub is chosen. Its own field already shows this. */
  readonly noHub?: boolean;
}

export type RuntimeAnswer<T> = T | RequestFailure;

/** Error codes of a hub that cannot be reached. An unreadable answer is not among them. */
const OFFLINE: readonly string[] = ['HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST'];

/** Error codes of a hub that answers, but rejects this request. */
const ITEM_ERRORS: readonly string[] = ['BAD_INPUT', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

/** Sends a question for the hub to the runtime. Never throws. */
export async function askRuntime<T extends object>(url: 'list' | 'test', question: object): Promise<RuntimeAnswer<T>> {
  try {
    const data = JSON.stringify(question);
    const request = { url: `graphics-hub/${url}`, method: 'POST', contentType: 'application/json', data } as const;
    const answer = (await askEndpoint(request)) as T | { readonly problem: Problem };
    // The result of a connection test can include a problem.
    if (!('problem' in answer) || 'reachable' in answer) return answer as T;
    const { code, facts } = answer.problem;
    const isHubFailure = facts.sentence !== undefined || !ITEM_ERRORS.includes(code);
    return { reason: problemText(answer.problem), offline: OFFLINE.includes(code), isHubFailure };
  } catch (error) {
    return { reason: words(`pick.${failureKey((error as { status?: number }).status)}`), isHubFailure: true };
  }
}

/** A problem of the hub in the words of a node. */
export function problemText(problem: Problem): string {
  const sentence = problemSentence(problem);
  // For a configuration problem, the text is only half a sentence.
  return problem.facts.sentence ? words('errors.unusableHub', { reason: sentence }) : sentence;
}

/** A problem of a command or of a file. */
export const problemSentence = (problem: Problem): string =>
  explainProblem(problemWords, problem, operationByName(problem.facts.operation));

function failureKey(status: number | undefined): string {
  if (status === 401 || status === 403) return 'forbidden';
  return status ? 'failed' : 'noRuntime';
}
