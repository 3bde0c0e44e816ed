import type { NodeAPI } from 'node-red';
import { takeEverythingOut } from '../desk/everything-out.js';
import { type RunningHub, runningHubs } from '../registry/registry.js';
import { jsonGet, jsonPost } from './json-routes.js';
import { type LocalSimulator, UsedPort } from './local-simulator.js';
import { orProblem } from './redact.js';
import { storedMark } from './stored-names.js';

/**
 * The running hubs and their journals for the sidebar, computed for each request. Also the rehearsal switch, and the
 * start of the simulator.
 */
export function sidebarRoutes(RED: NodeAPI, simulator: LocalSimulator): void {
  const states = () => runningHubs().map((running) => ({ ...stateOf(running), ...simulatorOf(running, simulator) }));

  jsonGet(RED, 'hub-config.read', 'hubs', async (_, response) => {
    response.json(states());
  });

  jsonGet(RED, 'hub-config.read', 'journal/:id', async ({ params, query }, response) => {
    const [running] = runningHubs(String(params.id));
    const after = Number(query.after);
    if (!running) response.json({ rows: [], last: 0 });
    else response.json({ rows: running.journal.rowsAfter(after > 0 ? after : 0), last: running.journal.lastUpdate });
  });

  jsonGet(RED, 'hub-config.read', 'on-air/:id', async ({ params }, response) => {
    const [running] = runningHubs(String(params.id));
    response.json(running?.journal.onAir ?? []);
  });

  jsonPost(RED, 'rehearsal/:id', (request, response) => {
    const { on } = Object(request.body) as { readonly on?: unknown };
    if (typeof on !== 'boolean') return undefined;
    const all = runningHubs(String(request.params.id));
    for (const { hub } of all) hub.rehearsal.set(on);
    if (all.length > 0) response.json(states());
    else response.sendStatus(404);
    return DONE;
  });

  // Names only the hub. The commands go through its lanes, limits and rehearsal.
  jsonPost(RED, 'everything-out/:id', async ({ params }, response) => {
    const [running] = runningHubs(String(params.id));
    const takeOut = async ({ hub }: RunningHub) => ({ shows: await takeEverythingOut(hub) });
    if (running) response.json(await orProblem(running.settings, () => takeOut(running)));
    else response.sendStatus(404);
  });

  // Takes nothing from the request, so nobody can make it listen on another address.
  jsonPost(RED, 'simulator', async (_, response) => {
    const port = runningHubs().find(({ simulatorPort }) => simulatorPort !== undefined)?.simulatorPort;
    try {
      response.json({ url: await simulator.start(port) });
    } catch (error) {
      if (!(error instanceof UsedPort)) throw error;
      response.json({ usedPort: error.port });
    }
  });
}

const DONE = Promise.resolve();

/** The address of the simulator, if this hub is the one in Node-RED. Or its port, if another program uses it. */
function simulatorOf({ settings, simulatorPort }: RunningHub, { url, usedPort }: LocalSimulator) {
  if (url !== undefined) return settings.baseUrl === url ? { simulator: url } : {};
  return usedPort !== undefined && usedPort === simulatorPort ? { usedPort } : {};
}

function stateOf({ editorId: id, hub, journal }: RunningHub) {
  const { deepest, ...snapshot } = hub.snapshot;
  const shown = deepest && { ...deepest, lane: deepest.lane.map(journal.texts.redact) };
  const counts = { failures: journal.failures, commands: journal.lastUpdate };
  return { id, ...counts, stored: storedMark(hub), ...snapshot, deepest: shown };
}
