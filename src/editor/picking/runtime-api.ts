import { explain, type Problem } from '../../hub/words/explain.js';
import { ajax } from '../base/red.js';
import { operationNamed } from '../base/table.js';
import { explainWords, words } from '../base/words.js';

/** Why there is no answer, in words. */
export interface Failed {
  readonly reason: string;
  /** Whether the hub is not there at all. */
  readonly offline?: boolean;
  /** Whether it is not about the thing that was asked for: nothing else of the hub can be told either. */
  readonly ofHub?: boolean;
  /** Whether there is none to ask, as the field of the hub says itself. */
  readonly noHub?: boolean;
}

/** What the runtime answers, or why it does not. */
export type Answered<T> = T | Failed;

/** Codes of a hub that is not there; an answer that nobody can read comes from one that is. */
const OFFLINE: readonly string[] = ['HUB_UNREACHABLE', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST'];

/** Codes of a hub that answers, only not this question. */
const OF_ONE_THING: readonly string[] = ['BAD_INPUT', 'HUB_NOT_FOUND', 'HUB_REJECTED', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

/** Asks one of the runtime's endpoints for what only the hub knows; never throws. */
export async function ask<T extends object>(url: 'list' | 'test', question: object): Promise<Answered<T>> {
  try {
    const data = JSON.stringify(question);
    const request = { url: `graphics-hub/${url}`, method: 'POST', contentType: 'application/json', data } as const;
    const answer = (await ajax(request)) as T | { readonly problem: Problem };
    // A test that has a problem has found something, too.
    if (!('problem' in answer) || 'reachable' in answer) return answer as T;
    const { code, facts } = answer.problem;
    const ofHub = facts.sentence !== undefined || !OF_ONE_THING.includes(code);
    return { reason: sentenceOf(answer.problem), offline: OFFLINE.includes(code), ofHub };
  } catch (error) {
    return { reason: words(`pick.${failureOf((error as { status?: number }).status)}`), ofHub: true };
  }
}

/** A problem of the hub in the words that a node would use. */
export function sentenceOf(problem: Problem): string {
  const sentence = explain(explainWords, problem, operationNamed(problem.facts.operation));
  // What is wrong with a configuration as a whole is half a sentence.
  return problem.facts.sentence ? words('errors.badHub', { reason: sentence }) : sentence;
}

function failureOf(status: number | undefined): string {
  if (status === 401 || status === 403) return 'forbidden';
  return status ? 'failed' : 'noRuntime';
}
