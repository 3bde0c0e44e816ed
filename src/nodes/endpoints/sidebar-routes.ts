import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { allRunningHubs, type RunningHub, runningHubs } from '../input/running-hubs.js';

/** The running hubs and their journals for the sidebar, and the rehearsal switch. Computed for each request. */
export function sidebarRoutes(RED: NodeAPI): void {
  const mayRead = RED.auth.needsPermission('hub-config.read');

  RED.httpAdmin.get('/graphics-hub/hubs', mayRead, (_, response) => {
    response.json(states());
  });

  RED.httpAdmin.get('/graphics-hub/journal/:id', mayRead, ({ params, query }, response) => {
    const [running] = runningHubs(String(params.id));
    const after = Number(query.after);
    if (!running) response.json({ rows: [], last: 0 });
    else response.json({ rows: running.journal.rowsAfter(after > 0 ? after : 0), last: running.journal.lastNumber });
  });

  const maySwitch = RED.auth.needsPermission('hub-config.write');
  RED.httpAdmin.post('/graphics-hub/rehearsal/:id', maySwitch, (request, response: Response) => {
    const { on } = Object(request.body) as { readonly on?: unknown };
    // Only JSON, since any web page can send a form.
    if (!request.is('json') || typeof on !== 'boolean') return void response.sendStatus(400);
    const all = [...runningHubs(String(request.params.id))];
    for (const { hub } of all) hub.rehearsal.set(on);
    if (all.length > 0) response.json(states());
    else response.sendStatus(404);
  });
}

const states = () => [...allRunningHubs()].flatMap(([id, all]) => [...all].map((running) => stateOf(id, running)));

function stateOf(id: string, { hub, journal }: RunningHub) {
  const { deepest, ...snapshot } = hub.snapshot;
  const shown = deepest && { ...deepest, lane: deepest.lane.map(journal.redact) };
  return { id, failures: journal.failures, ...snapshot, deepest: shown };
}
