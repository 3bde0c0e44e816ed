import type { NodeAPI } from 'node-red';
import { type LiveKind, liveReportOf } from '../input/live-reports.js';

/** Sends the live report of a deployed node to its dialog. Does not reach a hub. */
export function liveRoute(RED: NodeAPI, kind: LiveKind): void {
  RED.httpAdmin.get(`/graphics-hub/${kind}/:id`, RED.auth.needsPermission(`hub-${kind}.read`), (request, response) => {
    response.json({ seen: liveReportOf(kind, String(request.params.id)) ?? null });
  });
}
