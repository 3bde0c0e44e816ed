import type { NodeAPI } from 'node-red';
import { seenBy } from '../input/seen-gestures.js';

/** Lets the dialog of a panel node see what the deployed node is told; it reaches no hub, and changes nothing. */
export function panelRoute(RED: NodeAPI): void {
  RED.httpAdmin.get('/graphics-hub/panel/:id', RED.auth.needsPermission('hub-panel.read'), (request, response) => {
    response.json({ seen: seenBy(String(request.params.id)) ?? null });
  });
}
