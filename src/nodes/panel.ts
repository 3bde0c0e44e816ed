import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedPanel } from '../saved/panel.js';
import { liveRoute } from './endpoints/json-routes.js';
import { ownOfPanel } from './panel/own-messages.js';
import { Panel } from './panel/panel.js';
import { registerReport } from './registry/registry.js';
import { Inputs } from './runtime/inputs.js';
import { disableNode, registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'panel');
  registerNode<NodeDef & SavedPanel>(
    RED,
    'hub-panel',
    (life, saved, words) => {
      const panel = new Panel(life, words, saved.hub ? hubOf(RED, saved.hub, words) : undefined, saved);
      registerReport(life, 'panel', () => panel.report);
      return new Inputs(life, words, panel);
    },
    (life, saved, words, error) => disableNode(life, words, error, { handles: ownOfPanel(saved, life.clock) }),
  );
};
