import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { UNKNOWN } from '../behaviour/answer.js';
import { pageAnswer } from '../page/show.js';
import { receive } from './arrival.js';
import type { Desk } from './desk.js';
import { type JournalEntry, record } from './journal.js';
import { perform, routeFor } from './perform.js';
import { fromForeignPage, keyless, strangerTo, withoutJsonType } from './rights.js';
import { send } from './send.js';
import { insteadOf, meet, type Trouble } from './trouble.js';

/**
 * One request from its arrival to its answer.
 * `socket` is the connection's number; `signal` ends what waits. Throws then, and if the client breaks off.
 */
export async function exchange(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  socket: number,
  signal: AbortSignal,
): Promise<void> {
  const at = Date.now();
  const { method = '', url: path = '', headers } = request;
  const { settings, state, journal } = desk;
  const aside =
    strangerTo(settings, request) ??
    fromForeignPage(request) ??
    pageAnswer(method, path, { ...settings, state, requests: journal }, headers['accept-language']);
  if (aside) return send(response, aside);

  const arrival = await receive(request);
  const route = routeFor(desk, method, path);
  const operation = route?.operation.name;
  const params = route?.params ?? {};
  // The key is looked at before anything else: nobody without it learns what there is, or fills the journal.
  const keyRefusal = keyless(settings, request);
  const { kept: body, size } = keyRefusal ? { kept: undefined, size: 0 } : arrival;
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

  const refused = keyRefusal ?? withoutJsonType(request) ?? (route ? undefined : UNKNOWN);
  const trouble: Trouble = (route && !refused && meet(desk.rules, route.operation.name)) || {};
  if (trouble.delay) await pause(trouble.delay, undefined, { signal });
  if (trouble.never) return;
  if (trouble.hangUp === 'before') {
    response.destroy();
    return;
  }
  const answer = refused ?? insteadOf(trouble) ?? (route ? perform(desk, route, arrival) : UNKNOWN);
  entry.statusCode = answer.status;
  await send(response, answer, trouble, signal);
}
