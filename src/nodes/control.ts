import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedControl } from '../saved/control.js';
import { disableControl, startControl } from './control/control.js';
import { liveRoute } from './endpoints/json-routes.js';
import { editorId } from './runtime/lifetime.js';
import { registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'control');
  registerNode<NodeDef & SavedControl>(
    RED,
    'hub-control',
    (life, saved, words) => {
      const hub = hubOf(RED, saved.hub, words);
      const config = editorId(RED.nodes.getNode(saved.hub) ?? {});
      return startControl(life, words, { hub, id: saved.hub, config }, saved);
    },
    disableControl,
  );
};
