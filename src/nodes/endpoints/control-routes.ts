import type { NodeAPI } from 'node-red';
import { running } from '../registry/registry.js';
import { jsonGet, jsonPostFor } from './json-routes.js';

/**
 * The deployed controls with their present lights, for the page of keys in the sidebar, and the presses of its keys. A
 * request names a node, and nothing else. A press follows the lanes, limits and rehearsal of the hub.
 */
export function controlRoutes(RED: NodeAPI): void {
  jsonGet(RED, 'hub-config.read', 'controls', async (_, response) => {
    response.json(reports());
  });

  jsonPostFor(RED, 'hub-control.write', 'controls/:id/press', ({ params }, response) => {
    const control = running.controls.get(String(params.id));
    // A fader has no press.
    if (control && control.kind !== 'button') return undefined;
    control?.press();
    if (control) response.json(reports());
    else response.sendStatus(404);
    return DONE;
  });
}

const DONE = Promise.resolve();

const reports = (): readonly object[] =>
  [...running.controls].map(([id, { config, surface, control, kind, present }]) => ({
    ...{ id, hub: config, surface, control, kind },
    ...present(),
  }));
