import type { NodeAPI, NodeDef } from 'node-red';
import type { Area } from '../hub/table/operation.js';
import { findOperation } from '../hub/table/operations.js';
import { savedNames } from '../hub/words/target-names.js';
import type { SavedOperation } from '../saved/operation.js';
import { commandInputs } from './command/command.js';
import { disableNode, registerNode } from './runtime/register-node.js';
import { hubOf } from './runtime/target.js';

/** Registers the node of an area. Each input message runs the chosen operation. */
export const operationNode = (RED: NodeAPI, area: Area): void =>
  registerNode<NodeDef & SavedOperation>(
    RED,
    `hub-${area}`,
    (life, saved, words) => commandInputs(life, words, hubOf(RED, saved.hub, words), saved, area),
    (life, saved, words, error) => {
      const operation = findOperation(saved.operation);
      const called = operation && savedNames(operation, saved.params);
      return disableNode(life, words, error.with({ called }), { operation, isLogged: false });
    },
  );
