import type { NodeAPI } from 'node-red';
import {
  type ControlReport,
  type KeysReport,
  PAGE_ACTS,
  type PageAct,
  type SurfaceReport,
} from '../../saved/page-key.js';
import { type RunningControl, running } from '../registry/registry.js';
import type { Surface } from '../surface/surface.js';
import { jsonGet, jsonPostFor } from './json-routes.js';

/**
 * The deployed surfaces with their controls and their present lights, for the page of keys in the sidebar, the acts on its keys, and
 * the page that a surface shows. A request names a node, an act and a hand, and nothing else. A press follows the lanes, limits and
 * rehearsal of the hub.
 */
export function controlRoutes(RED: NodeAPI): void {
  jsonGet(RED, 'hub-config.read', 'controls', async (_, response) => {
    const surfaces = [...running.surfaces].map(surfaceReport);
    response.json({ surfaces, controls: [...running.controls].map(reportOf) } satisfies KeysReport);
  });

  jsonPostFor(RED, 'hub-control.write', 'controls/:id/press', ({ params, body }, response) => {
    const id = String(params.id);
    const control = running.controls.get(id);
    const { hand, act }: { readonly hand?: unknown; readonly act?: unknown } = Object(body);
    // A fader has no press.
    if ((control && control.kind !== 'button') || !isHand(hand) || !isAct(act)) return undefined;
    // The page of the press is not shown any more.
    if (control?.act(hand, act) === false) response.sendStatus(409);
    // At once, since the next act on the key waits for the answer: a command in progress has the note `waiting`.
    else if (control) response.json(reportOf([id, control]));
    else response.sendStatus(404);
    return DONE;
  });

  jsonPostFor(RED, 'hub-control.write', 'surfaces/:id/page', ({ params, body }, response) => {
    const id = String(params.id);
    const surface = running.surfaces.get(id);
    const { page }: { readonly page?: unknown } = Object(body);
    if (typeof page !== 'string') return undefined;
    if (surface?.pages.some((each) => each.id === page)) {
      surface.turn({ pageTurn: 'goto', toPage: page });
      response.json(surfaceReport([id, surface]));
    } else response.sendStatus(404);
    return DONE;
  });
}

const DONE = Promise.resolve();

const isAct = (act: unknown): act is PageAct => PAGE_ACTS.some((each) => each === act);

/** A random name of the page. */
const isHand = (hand: unknown): hand is string => typeof hand === 'string' && /^[\w-]{1,64}$/.test(hand);

const reportOf = ([id, { present, act, ...control }]: readonly [string, RunningControl]): ControlReport => ({
  ...{ id, ...control, ...present() },
  at: now(),
});

const surfaceReport = ([id, { name, values, pages, present }]: readonly [string, Surface]): SurfaceReport => ({
  ...{ id, name, device: values.device, size: values.size, pages, present },
  at: now(),
});

/** Never set back, and larger after a new start of Node-RED. */
const now = (): number => performance.timeOrigin + performance.now();
