import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedPanel } from '../saved/panel.js';
import { liveRoute } from './endpoints/json-routes.js';
import { disablePanel, startPanel } from './panel/start-panel.js';
import { registerReport } from './registry/registry.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'panel');
  registerNode<NodeDef & SavedPanel>(
    RED,
    'hub-panel',
    (life, saved, words) => registerReport(life, 'panel', startPanel(RED, life, saved, words).report),
    (life, words, error, saved) => life.node.error(disablePanel(life, words, error, saved)),
  );
};
