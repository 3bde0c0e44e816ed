import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedControl } from '../saved/control.js';
import { disableControl, startControl } from './control/control.js';
import { liveRoute } from './endpoints/json-routes.js';
import { editorId } from './runtime/lifetime.js';
import { registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';
import { type SurfaceNode, surfaceOf } from './surface/surface-of.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'control');
  registerNode<NodeDef & SavedControl>(
    RED,
    'hub-control',
    (life, saved, words) => {
      const hub = hubOf(RED, saved.hub, words);
      const surface = surfaceOf(RED, saved.surface ?? '', words);
      const config = editorId(RED.nodes.getNode(saved.hub) ?? {});
      return startControl(life, words, { hub, surface, id: saved.hub, config }, saved);
    },
    (life, saved, words, error) => {
      const { surface } = (RED.nodes.getNode(saved.surface ?? '') ?? {}) as SurfaceNode;
      const disabled = disableControl(life, { ...saved, device: surface?.values.device }, words, error);
      return {
        // The same key of another unit has a control of its own.
        receive: (msg, ...ends) => surface?.canSend(msg) !== false && disabled.receive(msg, ...ends),
      };
    },
  );
};
