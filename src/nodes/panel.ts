import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedPanel } from '../saved/panel.js';
import { liveRoute } from './endpoints/json-routes.js';
import { startPanel } from './panel/start-panel.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'panel');
  registerNode<NodeDef & SavedPanel>(RED, 'hub-panel', (life, saved, words) => startPanel(RED, life, saved, words));
};
