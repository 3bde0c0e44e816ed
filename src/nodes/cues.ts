import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedCuesNode } from '../saved/cues.js';
import { CuesNode } from './cues/cues-node.js';
import { cueRoutes } from './endpoints/desk-routes.js';
import { registerNode } from './runtime/register-node.js';

export = (RED: NodeAPI) => {
  registerNode<NodeDef & SavedCuesNode>(
    RED,
    'hub-cues',
    (life, saved, words) => new CuesNode(RED, life, saved, words).inputs,
  );
  cueRoutes(RED);
};
