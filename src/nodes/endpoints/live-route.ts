import type { NodeAPI } from 'node-red';
import { type Kind, liveReportOf } from '../input/live-reports.js';

/** Lets the dialog of a node see what the deployed node is told; it reaches no hub, and changes nothing. */
export function liveRoute(RED: NodeAPI, kind: Kind): void {
  RED.httpAdmin.get(`/graphics-hub/${kind}/:id`, RED.auth.needsPermission(`hub-${kind}.read`), (request, response) => {
    response.json({ seen: liveReportOf(kind, String(request.params.id)) ?? null });
  });
}
