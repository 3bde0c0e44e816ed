import type { NodeAPI, NodeDef } from 'node-red';
import type { Area } from '../hub/table/operation.js';
import { findOperation } from '../hub/table/operations.js';
import type { HubError } from '../hub/wire/errors.js';
import { savedNames } from '../hub/words/target-names.js';
import type { SavedOperation } from '../saved/operation.js';
import { startCommand } from './command/start-command.js';
import type { Lifetime } from './runtime/lifetime.js';
import type { RuntimeWords } from './runtime/node-texts.js';
import { disableNode, registerNode } from './runtime/register-node.js';

/** Registers the node of an area. Each input message runs the chosen operation. */
export const operationNode = (RED: NodeAPI, area: Area): void =>
  registerNode<NodeDef & SavedOperation>(
    RED,
    `hub-${area}`,
    (life, saved, words) => startCommand(RED, life, saved, words, area),
    disable,
  );

/** Each message reports the reason, so it is not in the log too. */
function disable(life: Lifetime, words: RuntimeWords, error: HubError, saved: SavedOperation): void {
  const operation = findOperation(saved.operation);
  const called = operation && savedNames(operation, saved.params);
  disableNode(life, words, error.with({ called }), { operation });
}
