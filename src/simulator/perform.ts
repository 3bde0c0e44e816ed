import { Value } from '@sinclair/typebox/value';
import type { Operation } from '../hub/operation.js';
import { type Answer, json, Refusal, text } from './answer.js';
import type { Arrival } from './arrival.js';
import { behaviours } from './behaviour.js';
import type { Route } from './route.js';
import type { State } from './state.js';

/** Does what a request asks for and gives the answer. */
export function perform(state: State, { operation, params }: Route, arrival: Arrival): Answer {
  const problem = problemOf(operation, arrival);
  if (problem) return problem;
  const behaviour = behaviours[operation.name];
  if (!behaviour) return text(501, `501: ${operation.name} is not simulated`);
  try {
    return success(operation, behaviour({ state, params, body: arrival.body, now: Date.now() }));
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** What is wrong with a body; an operation that takes none ignores what came. */
function problemOf({ body: schema }: Operation, { body, fault }: Arrival): Answer | undefined {
  if (fault === 'too large') return json(413, { error: 'The body is larger than 10 MiB' });
  if (!schema) return undefined;
  if (fault === 'not JSON') return json(422, { error: 'The body is not JSON' });
  const problem = Value.Errors(schema, body).First();
  if (!problem) return undefined;
  const field = problem.path.slice(1).replaceAll('/', '.') || 'body';
  return json(422, { error: `${field}: ${problem.message}` });
}

/** Text and nothing go out as they are, everything else as JSON (hub-interface.md, "Errors"). */
function success({ success: [status = 200] }: Operation, body: unknown): Answer {
  if (body === undefined) return { status, body: '' };
  return typeof body === 'string' ? text(status, body) : json(status, body);
}
