import type { NodeAPI, NodeDef } from 'node-red';
import type { SavedWatch } from '../saved/watch.js';
import { Inputs } from './runtime/inputs.js';
import { registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';
import { Watch } from './watch/watch.js';

export = (RED: NodeAPI) =>
  registerNode<NodeDef & SavedWatch>(
    RED,
    'hub-watch',
    (life, saved, words) => new Inputs(life, words, new Watch(life, words, hubOf(RED, saved.hub, words), saved)),
  );
