import { Value } from '@sinclair/typebox/value';
import type { Operation } from '../../hub/table/operation.js';
import { VERSION_BASE } from '../../hub/table/paths.js';
import { type Answer, json, NO_CONTENT, Refusal, text, UNKNOWN } from '../behaviour/answer.js';
import type { Call } from '../behaviour/call.js';
import { behaviours, claims } from '../behaviour/index.js';
import type { Arrival } from './arrival.js';
import type { Hub } from './desk.js';
import { forbidden } from './rights.js';
import type { Route } from './route.js';

/** The operation that a request means; a query is ignored. Undefined if the table has none. */
export function routeFor({ state, router }: Hub, method: string, path: string): Route | undefined {
  const routes = router(method, path.split('?', 1)[0] ?? '');
  return routes.find(({ operation, params }) => claims[operation.name]?.({ state, params })) ?? routes[0];
}

/** Does what a request asks for and gives the answer. */
export const perform = (hub: Hub, route: Route, arrival: Arrival): Answer =>
  carryOut(hub, route, arrival, (...entry) => performEntry(hub, ...entry));

/** An entry of a batch is answered as if it had come alone, but for the key, which the batch has shown. */
function performEntry(hub: Hub, method: string, path: string, body: unknown): Answer {
  const route = routeFor(hub, method, VERSION_BASE + path);
  return route ? carryOut(hub, route, { body }) : UNKNOWN;
}

function carryOut(hub: Hub, { operation, params }: Route, arrival: Arrival, ask?: Call['ask']): Answer {
  const { state, settings } = hub;
  if (!operation.dialects.includes(settings.dialect)) return UNKNOWN;
  const problem = forbidden(settings, operation) ?? problemOf(operation, arrival);
  if (problem) return problem;
  const behaviour = behaviours[operation.name];
  if (!behaviour) return text(501, `501: ${operation.name} is not simulated`);
  const { dialect, restartTime } = settings;
  try {
    // A copy, for the state grows out of it and the journal keeps what came.
    const body = structuredClone(arrival.body ?? {});
    return success(operation, behaviour({ state, params, body, now: Date.now(), dialect, restartTime, ask }));
  } catch (error) {
    return error instanceof Refusal ? error.answer : text(500, '500: Internal server error');
  }
}

/** What is wrong with a body; an operation that takes none ignores what came. */
function problemOf({ body: asked, acceptedBody }: Operation, { body, fault }: Arrival): Answer | undefined {
  if (fault === 'too large') return json(413, { error: 'The body is larger than 10 MiB' });
  const schema = acceptedBody ?? asked;
  if (!schema) return undefined;
  if (fault === 'not JSON') return json(422, { error: 'The body is not JSON' });
  if (fault === 'too deep') return json(422, { error: 'The body is nested too deeply' });
  if (Array.isArray(body) && body.length > MOST_ENTRIES)
    return json(413, { error: `The body has more than ${MOST_ENTRIES} entries` });
  // No body is as good as an empty one, where that would do.
  if (body === undefined && Value.Check(schema, {})) return undefined;
  const problem = Value.Errors(schema, body).First();
  if (!problem) return undefined;
  const field = problem.path.slice(1).replaceAll('/', '.') || 'body';
  return json(422, { error: `${field}: ${problem.message}` });
}

/** A batch holds everybody up until it is done. */
const MOST_ENTRIES = 1000;

/** Text and nothing go out as they are, everything else as JSON (docs/interface.md "Errors"). */
function success({ success: [status = 200] }: Operation, body: unknown): Answer {
  if (body === NO_CONTENT) return { status: 204, body: '' };
  if (body === undefined) return { status, body: '' };
  return typeof body === 'string' ? text(status, body) : json(status, body);
}
