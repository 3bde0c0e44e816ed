import { explainProblem, type Problem } from '../../hub/words/explain.js';
import { ajax } from '../base/red.js';
import { findOperation } from '../base/table.js';
import { problemWords, words } from '../base/words.js';

/** Why there is no answer, in words. */
export interface RequestFailure {
  readonly reason: string;
  /** Whether the hub is not there at all. */
  readonly offline?: boolean;
  /** Whether it is not about the thing that was asked for: nothing else of the hub can be told either. */
  readonly isHubFailure?: boolean;
  /** Whether there is none to ask, as the field of the hub says itself. */
  readonly noHub?: boolean;
}

/** What the runtime answers, or why it does not. */
export type RuntimeAnswer<T> = T | RequestFailure;

/** Codes of a hub that is not there; an answer that nobody can read comes from one that is. */
const OFFLINE: readonly string[] = ['HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST'];

/** Codes of a hub that answers, only not this question. */
const ITEM_ERRORS: readonly string[] = ['BAD_INPUT', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

/** Asks one of the runtime's endpoints for what only the hub knows; never throws. */
export async function askRuntime<T extends object>(url: 'list' | 'test', question: object): Promise<RuntimeAnswer<T>> {
  try {
    const data = JSON.stringify(question);
    const request = { url: `graphics-hub/${url}`, method: 'POST', contentType: 'application/json', data } as const;
    const answer = (await ajax(request)) as T | { readonly problem: Problem };
    // A test that has a problem has found something, too.
    if (!('problem' in answer) || 'reachable' in answer) return answer as T;
    const { code, facts } = answer.problem;
    const isHubFailure = facts.sentence !== undefined || !ITEM_ERRORS.includes(code);
    return { reason: problemText(answer.problem), offline: OFFLINE.includes(code), isHubFailure };
  } catch (error) {
    return { reason: words(`pick.${failureKey((error as { status?: number }).status)}`), isHubFailure: true };
  }
}

/** A problem of the hub in the words that a node would use. */
export function problemText(problem: Problem): string {
  const sentence = explainProblem(problemWords, problem, findOperation(problem.facts.operation));
  // What is wrong with a configuration as a whole is half a sentence.
  return problem.facts.sentence ? words('errors.badHub', { reason: sentence }) : sentence;
}

function failureKey(status: number | undefined): string {
  if (status === 401 || status === 403) return 'forbidden';
  return status ? 'failed' : 'noRuntime';
}
