import type { NodeAPI } from 'node-red';
import { type ControlReport, PAGE_ACTS, type PageAct } from '../../saved/page-key.js';
import { type RunningControl, running } from '../registry/registry.js';
import { jsonGet, jsonPostFor } from './json-routes.js';

/**
 * The deployed controls with their present lights, for the page of keys in the sidebar, and the acts on its keys. A request
 * names a node, an act and a hand, and nothing else. A press follows the lanes, limits and rehearsal of the hub.
 */
export function controlRoutes(RED: NodeAPI): void {
  jsonGet(RED, 'hub-config.read', 'controls', async (_, response) => {
    response.json([...running.controls].map(reportOf));
  });

  jsonPostFor(RED, 'hub-control.write', 'controls/:id/press', ({ params, body }, response) => {
    const id = String(params.id);
    const control = running.controls.get(id);
    const { hand, act }: { readonly hand?: unknown; readonly act?: unknown } = Object(body);
    // A fader has no press.
    if ((control && control.kind !== 'button') || !isHand(hand) || !isAct(act)) return undefined;
    control?.act(hand, act);
    // At once, since the next act on the key waits for the answer: a command in progress has the note `waiting`.
    if (control) response.json(reportOf([id, control]));
    else response.sendStatus(404);
    return DONE;
  });
}

const DONE = Promise.resolve();

const isAct = (act: unknown): act is PageAct => PAGE_ACTS.some((each) => each === act);

/** A random name of the page. */
const isHand = (hand: unknown): hand is string => typeof hand === 'string' && /^[\w-]{1,64}$/.test(hand);

const reportOf = ([id, { present, act, ...control }]: readonly [string, RunningControl]): ControlReport => ({
  ...{ id, ...control, ...present() },
  // Never set back, and larger after a new start of Node-RED.
  at: performance.timeOrigin + performance.now(),
});
