import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, json, UNKNOWN } from '../behaviour/answer.js';
import { pageAnswer } from '../page/show.js';
import type { State } from '../state/state.js';
import { receive } from './arrival.js';
import { type JournalEntry, record } from './journal.js';
import type { Settings } from './options.js';
import { perform, routeFor } from './perform.js';
import type { Route, Router } from './route.js';
import { send } from './send.js';
import { insteadOf, meet, type Rule, type Trouble } from './trouble.js';

/** What all exchanges of one simulator share. */
export interface Desk {
  readonly settings: Settings;
  readonly state: State;
  readonly journal: JournalEntry[];
  readonly rules: Rule[];
  readonly router: Router;
}

/**
 * One request from its arrival to its answer.
 * `socket` is the connection's number; `signal` ends what waits. Throws if the request is broken off.
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
  const page = pageAnswer(method, path, desk, headers['accept-language']);
  if (page) return send(response, page);

  const arrival = await receive(request);
  const route = routeFor(desk, method, path);
  const operation = route?.operation.name;
  const params = route?.params ?? {};
  const { body } = arrival;
  const entry: JournalEntry = { at, method, path, headers, body, operation, params, statusCode: undefined, socket };
  record(desk.journal, entry);

  const admitted = admit(desk.settings, entry, route);
  const trouble: Trouble = ('status' in admitted ? undefined : meet(desk.rules, admitted.operation.name)) ?? {};
  if (trouble.delay) await pause(trouble.delay, undefined, { signal });
  if (trouble.never) return;
  if (trouble.hangUp === 'before') {
    response.destroy();
    return;
  }
  const answer = 'status' in admitted ? admitted : (insteadOf(trouble) ?? perform(desk, admitted, arrival));
  entry.statusCode = answer.status;
  await send(response, answer, trouble, signal);
}

/** The route if the request may take it; otherwise what turns it away. */
function admit(settings: Settings, { headers }: JournalEntry, route: Route | undefined): Route | Answer {
  const { apiKey, keyHeader } = settings;
  if (!route) return UNKNOWN;
  const isKeyRight = apiKey === undefined || headers[keyHeader.toLowerCase()] === apiKey;
  return isKeyRight ? route : json(401, { error: 'Missing or wrong API key' });
}
