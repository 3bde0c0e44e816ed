import type { NodeAPI } from 'node-red';
import { type LiveKind, liveReportOf } from '../registry/live-reports.js';
import { jsonGet } from './json-routes.js';

/** Sends the live report of a deployed node to its dialog. Does not reach a hub. */
export function liveRoute(RED: NodeAPI, kind: LiveKind): void {
  jsonGet(RED, `hub-${kind}.read`, `${kind}/:id`, async ({ params }, response) => {
    response.json({ report: liveReportOf(kind, String(params.id)) ?? null });
  });
}
