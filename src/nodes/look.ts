import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedLookNode } from '../saved/look.js';
import { lookRoutes } from './endpoints/desk-routes.js';
import { LookNode } from './look/look-node.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  lookRoutes(RED);
  registerNode<NodeDef & SavedLookNode>(
    RED,
    'hub-look',
    (life, saved, words) => new LookNode(RED, life, saved, words).inputs,
  );
};
