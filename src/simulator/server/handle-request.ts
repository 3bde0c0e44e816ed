import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { UNKNOWN } from '../behaviour/call.js';
import { pageAnswer } from '../page/page-answer.js';
import type { SimulatorContext } from './context.js';
import { controlAnswer, isControl } from './control.js';
import { type JournalEntry, record } from './journal.js';
import { perform, routeFor } from './perform.js';
import { receive } from './request-body.js';
import { refuseForeignHost, refuseForeignPage, refuseNonJson, refuseWithoutKey } from './rights.js';
import { send } from './send.js';
import { nextTrouble, switchedTrouble, type Trouble, troubleAnswer } from './trouble.js';

/**
 * Answers one request. `socket` is the number of the connection. If `signal` aborts or the client disconnects, it
 * throws.
 */
export async function handleRequest(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  socket: number,
  signal: AbortSignal,
): Promise<void> {
  const at = Date.now();
  const { method = '', url: path = '', headers } = request;
  const { settings, state, journal, switches } = context;
  const earlyAnswer =
    refuseForeignHost(settings, request) ??
    refuseForeignPage(request) ??
    pageAnswer(method, path, { ...settings, state, switches, requests: journal }, headers['accept-language']);
  if (earlyAnswer) return send(response, earlyAnswer);

  const received = await receive(request);
  if (isControl(path))
    return send(response, refuseNonJson(request) ?? controlAnswer(context, method, path, received.body));

  const route = routeFor(context, method, path);
  const operation = route?.operation.name;
  const params = route?.params ?? {};
  // The key is checked first. Without it, a client learns nothing of the hub and adds no body to the journal.
  const keyRefusal = refuseWithoutKey(settings, request);
  const { journalled: body, size } = keyRefusal ? { journalled: undefined, size: 0 } : received;
  const entry: JournalEntry = {
    at,
    method,
    path,
    headers,
    body,
    size,
    operation,
    params,
    statusCode: undefined,
    socket,
  };
  record(journal, entry);
  settings.onArrival?.(entry);

  const refused = keyRefusal ?? refuseNonJson(request) ?? (route ? undefined : UNKNOWN);
  const trouble: Trouble =
    (route && !refused && nextTrouble(context.rules, route.operation.name)) ||
    switchedTrouble(switches, route?.operation);
  if (trouble.delay) await pause(trouble.delay, undefined, { signal });
  if (trouble.never) return;
  if (trouble.hangUp === 'before' || switches.has('away')) {
    response.destroy();
    return;
  }
  const answer = refused ?? troubleAnswer(trouble) ?? (route ? perform(context, route, received) : UNKNOWN);
  entry.statusCode = answer.status;
  await send(response, answer, trouble, signal);
}
