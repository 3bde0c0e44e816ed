import type { NodeAPI } from 'node-red';
import { operationNode } from './operation-node.js';

export = (RED: NodeAPI) => operationNode(RED, 'batch');
