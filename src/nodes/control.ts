import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedControl } from '../saved/control.js';
import { disableControl, startControl } from './control/start-control.js';
import { liveRoute } from './endpoints/json-routes.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'control');
  registerNode<NodeDef & SavedControl>(
    RED,
    'hub-control',
    (life, saved, words) => startControl(RED, life, saved, words),
    (life, words, error, saved) => disableControl(RED, life, words, error, saved),
  );
};
