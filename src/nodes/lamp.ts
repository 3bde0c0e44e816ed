import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedLamp } from '../saved/lamp.js';
import { liveRoute } from './endpoints/json-routes.js';
import { Lamp } from './lamp/lamp.js';
import { registerReport } from './registry/registry.js';
import { Inputs } from './runtime/inputs.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  liveRoute(RED, 'lamp');
  registerNode<NodeDef & SavedLamp>(RED, 'hub-lamp', (life, saved, words) => {
    const lamp = new Lamp(life, words, saved);
    registerReport(life, 'lamp', () => lamp.report);
    return new Inputs(life, words, lamp);
  });
};
