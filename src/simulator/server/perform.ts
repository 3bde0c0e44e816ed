import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isObject } from '../../base/values.js';
import { allowedBy } from '../../hub/table/allowed.js';
import { WHOLE_BODY } from '../../hub/table/operation.js';
import { findTableOperation, type Operation, operations } from '../../hub/table/operations.js';
import { VERSION_BASE } from '../../hub/table/paths.js';
import {
  type BehaviourCall,
  json,
  NO_CONTENT,
  RefusalError,
  type SimulatorAnswer,
  text,
  UNKNOWN,
} from '../behaviour/call.js';
import { behaviours, routeConditions } from '../behaviour/index.js';
import { recordedAnswer } from '../recording/recorded-answer.js';
import type { HubContext } from './context.js';
import { anything, mistakeIn, oneOf, type Rule, type Rules } from './mistakes.js';
import type { RequestBody } from './request-body.js';
import { forbidden } from './rights.js';
import { isPathValue, type Route } from './route.js';

/** The operation of a request. The query is ignored. Undefined for an unknown method or path. */
export function routeFor({ state, router }: HubContext, method: string, path: string): Route | undefined {
  const routes = router(method, path.split('?', 1)[0] ?? '');
  return routes.find(({ operation, params }) => routeConditions[operation.name]?.({ state, params })) ?? routes[0];
}

/** Runs the operation of a request and returns the answer. */
export const perform = (hub: HubContext, route: Route, requestBody: RequestBody): SimulatorAnswer =>
  carryOut(hub, route, requestBody, (...entry) => performEntry(hub, ...entry));

/** Runs an operation by its name and parameters. All modules are allowed. The answer names a mistake in them. */
export function performByName(
  { settings, ...hub }: HubContext,
  name: string,
  params: Readonly<Record<string, unknown>>,
): SimulatorAnswer {
  const operation = findTableOperation(name);
  if (!operation) return text(404, `404: ${mistakeIn({ operation: name }, OPERATION, 'field')}`);
  if (!operation.dialects.includes(settings.dialect))
    return text(404, `404: ${name} needs a hub of dialect ${operation.dialects[0]}`);
  const mistake = mistakeIn(params, paramRules(operation), 'parameter') ?? missingIn(params, operation);
  if (mistake) return text(422, `422: ${mistake}`);
  const path = operation.inPath.map((each) => [each, String(params[each])]);
  const fields = operation.inBody.flatMap((each) => (params[each] === undefined ? [] : [[each, params[each]]]));
  const body = operation.inBody[0] === WHOLE_BODY ? params[WHOLE_BODY] : Object.fromEntries(fields);
  const route = { operation, params: Object.fromEntries(path) as Route['params'] };
  return perform({ ...hub, settings: { ...settings, modules: undefined } }, route, { body });
}

const OPERATION: Rules = { operation: oneOf(...operations.map(({ name }) => name)) };

/** The rules for the parameters of an operation. The body is checked later. */
const paramRules = ({ params = {}, inBody }: Operation): Rules =>
  Object.fromEntries([
    ...Object.entries(params).map(([name, schema]) => [name, pathRule(schema)] as const),
    ...inBody.map((name) => [name, anything] as const),
  ]);

const pathRule = (schema: TSchema): Rule => ({
  isAllowed: (value) => ['string', 'number'].includes(typeof value) && isPathValue(schema, String(value)),
  allowed: allowedInPath(schema),
});

function allowedInPath(schema: TSchema): string {
  const allowed = allowedBy(schema);
  if (allowed.key === 'choice') return `one of ${allowed.options.join(', ')}`;
  return allowed.key === 'integer' ? 'a whole number from 0' : 'a text';
}

/** The first parameter of the path that is missing. */
function missingIn(params: Readonly<Record<string, unknown>>, { params: inPath = {} }: Operation): string | undefined {
  const missing = Object.entries(inPath).find(([name]) => params[name] === undefined);
  return missing && `${missing[0]} is missing. It must be ${allowedInPath(missing[1])}.`;
}

/** An entry of a batch is answered like a single request, but the key of the batch is sufficient. */
function performEntry(hub: HubContext, method: string, path: string, body: unknown): SimulatorAnswer {
  const route = routeFor(hub, method, VERSION_BASE + path);
  return route ? carryOut(hub, route, { body }) : UNKNOWN;
}

function carryOut(
  hub: HubContext,
  route: Route,
  requestBody: RequestBody,
  ask?: BehaviourCall['ask'],
): SimulatorAnswer {
  const { operation, params } = route;
  const { settings, recording } = hub;
  if (!operation.dialects.includes(settings.dialect)) return UNKNOWN;
  const problem = forbidden(settings, operation) ?? problemOf(operation, requestBody);
  if (problem) return problem;
  const now = Date.now();
  if (operation.kind !== 'read') {
    if (operation.area !== 'batch') hub.statusLag.onCommand(operation, hub.state, now);
    return runBehaviour(hub, route, requestBody, ask);
  }
  const state = hub.statusLag.shown(operation, hub.state, now);
  const answer = runBehaviour({ ...hub, state }, route, requestBody, ask);
  if (!recording) return answer;
  const first = runBehaviour({ ...hub, state: recording.first }, route, requestBody, ask);
  return recordedAnswer(recording.reads, operation, params, first, answer);
}

function runBehaviour(
  { state, settings }: HubContext,
  { operation, params }: Route,
  requestBody: RequestBody,
  ask?: BehaviourCall['ask'],
): SimulatorAnswer {
  const behaviour = behaviours[operation.name];
  if (!behaviour) return text(501, `501: ${operation.name} is not simulated`);
  const { dialect, restartTime, sparse } = settings;
  try {
    // A copy, because the state stores parts of the body and the journal keeps the original.
    const body = structuredClone(requestBody.body ?? {});
    const answer = behaviour({ state, params, body, now: Date.now(), dialect, restartTime, ask });
    return success(operation, sparse ? withoutOptional(operation.answer, answer) : answer);
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

/** Text is sent as text, all other values as JSON (docs/develop/interface.md "Errors"). */
function success({ success: [status = 200] }: Operation, body: unknown): SimulatorAnswer {
  if (body === NO_CONTENT) return { status: 204, body: '' };
  if (body === undefined) return { status, body: '' };
  return typeof body === 'string' ? text(status, body) : json(status, body);
}

/** An answer without the fields that hubs of revision 2 may leave out (docs/develop/interface.md "Engine host"). */
function withoutOptional({ items, properties = {} }: TSchema, answer: unknown): unknown {
  if (items && Array.isArray(answer)) return answer.map((row) => withoutOptional(items as TSchema, row));
  if (!isObject(answer)) return answer;
  const fields = properties as Readonly<Record<string, TSchema>>;
  const kept = Object.entries(answer).filter(([name]) => fields[name]?.['x-requiredOn'] === undefined);
  const inside = (name: string, value: unknown) => (fields[name] ? withoutOptional(fields[name], value) : value);
  return Object.fromEntries(kept.map(([name, value]) => [name, inside(name, value)]));
}
