import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedLamp } from '../saved/lamp.js';
import { liveRoute } from './endpoints/json-routes.js';
import { startLamp } from './lamp/start-lamp.js';
import { registerReport } from './registry/registry.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'lamp');
  registerNode<NodeDef & SavedLamp>(RED, 'hub-lamp', (life, saved, words) =>
    registerReport(life, 'lamp', startLamp(life, saved, words)),
  );
};
