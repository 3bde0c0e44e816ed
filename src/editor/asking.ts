import type { Problem } from '../hub/explain.js';
import { explain } from '../hub/explain.js';
import { ajax } from './red.js';
import { operationNamed } from './table.js';
import { explainWords, words } from './words.js';

/** What the runtime answers, or why there is nothing, in words. */
export type Answered<T> = T | { readonly reason: string };

/** Asks one of the runtime's endpoints for what only the hub knows; never throws. */
export async function ask<T extends object>(url: 'list' | 'test', question: object): Promise<Answered<T>> {
  try {
    const data = JSON.stringify(question);
    const answer = await ajax({ url: `graphics-hub/${url}`, method: 'POST', contentType: 'application/json', data });
    return 'problem' in (answer as object) && !('reachable' in (answer as object))
      ? { reason: sentenceOf((answer as { problem: Problem }).problem) }
      : (answer as T);
  } catch (error) {
    return { reason: words(`pick.${failureOf((error as { status?: number }).status)}`) };
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
