import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedWatch } from '../saved/watch.js';
import { registerNode } from './runtime/register-node.js';
import { startWatch } from './watch/start-watch.js';

export = (RED: NodeAPI) =>
  registerNode<NodeDef & SavedWatch>(RED, 'hub-watch', (life, saved, words) => startWatch(RED, life, saved, words));
