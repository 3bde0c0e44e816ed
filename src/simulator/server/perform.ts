import { Value } from '@sinclair/typebox/value';
import type { Operation } from '../../hub/table/operation.js';
import { VERSION_BASE } from '../../hub/table/paths.js';
import { json, NO_CONTENT, RefusalError, type SimulatorAnswer, text, UNKNOWN } from '../behaviour/answer.js';
import type { BehaviourCall } from '../behaviour/call.js';
import { behaviours, routeConditions } from '../behaviour/index.js';
import type { HubContext } from './context.js';
import type { RequestBody } from './request-body.js';
import { forbidden } from './rights.js';
import type { Route } from './route.js';

/** The operation of a request. The query is ignored. Undefined for an unknown method or path. */
export function routeFor({ state, router }: HubContext, method: string, path: string): Route | undefined {
  const routes = router(method, path.split('?', 1)[0] ?? '');
  return routes.find(({ operation, params }) => routeConditions[operation.name]?.({ state, params })) ?? routes[0];
}

/** Runs the operation of a request and returns the answer. */
export const perform = (hub: HubContext, route: Route, requestBody: RequestBody): SimulatorAnswer =>
  carryOut(hub, route, requestBody, (...entry) => performEntry(hub, ...entry));

/** An entry of a batch is answered like a single request, but the key of the batch is sufficient. */
function performEntry(hub: HubContext, method: string, path: string, body: unknown): SimulatorAnswer {
  const route = routeFor(hub, method, VERSION_BASE + path);
  return route ? carryOut(hub, route, { body }) : UNKNOWN;
}

function carryOut(
  hub: HubContext,
  { operation, params }: Route,
  requestBody: RequestBody,
  ask?: BehaviourCall['ask'],
): SimulatorAnswer {
  const { state, settings } = hub;
  if (!operation.dialects.includes(settings.dialect)) return UNKNOWN;
  const problem = forbidden(settings, operation) ?? problemOf(operation, requestBody);
  if (problem) return problem;
  const behaviour = behaviours[operation.name];
  if (!behaviour) return text(501, `501: ${operation.name} is not simulated`);
  const { dialect, restartTime } = settings;
  try {
    // A copy, because the state stores parts of the body and the journal keeps the original.
    const body = structuredClone(requestBody.body ?? {});
    return success(operation, behaviour({ state, params, body, now: Date.now(), dialect, restartTime, ask }));
  } catch (error) {
    return error instanceof RefusalError ? error.answer : text(500, '500: Internal server error');
  }
}

/** The answer to an invalid body. An operation without a body ignores it. */
function problemOf(
  { body: asked, acceptedBody }: Operation,
  { body, fault }: RequestBody,
): SimulatorAnswer | undefined {
  if (fault === 'too large') return json(413, { error: 'The body is larger than 10 MiB' });
  const schema = acceptedBody ?? asked;
  if (!schema) return undefined;
  if (fault === 'not JSON') return json(422, { error: 'The body is not JSON' });
  if (fault === 'too deep') return json(422, { error: 'The body is nested too deeply' });
  if (Array.isArray(body) && body.length > MOST_ENTRIES)
    return json(413, { error: `The body has more than ${MOST_ENTRIES} entries` });
  // An empty body is valid if all fields are optional.
  if (body === undefined && Value.Check(schema, {})) return undefined;
  const problem = Value.Errors(schema, body).First();
  if (!problem) return undefined;
  const field = problem.path.slice(1).replaceAll('/', '.') || 'body';
  return json(422, { error: `${field}: ${problem.message}` });
}

/** The simulator is blocked until a batch is complete. */
const MOST_ENTRIES = 1000;

/** Text is sent as text, all other values as JSON (docs/interface.md "Errors"). */
function success({ success: [status = 200] }: Operation, body: unknown): SimulatorAnswer {
  if (body === NO_CONTENT) return { status: 204, body: '' };
  if (body === undefined) return { status, body: '' };
  return typeof body === 'string' ? text(status, body) : json(status, body);
}
