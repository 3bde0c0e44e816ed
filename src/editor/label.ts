import { isEnvironment, type OperationNode, paramOf } from './saved.js';
import { operationOf } from './table.js';
import { operationLabel } from './words.js';

/** Longer targets are cut: a node on the canvas is to be read, not studied. */
const LONGEST = 40;

/** What a node is called on the canvas: its name, or what it does to what. */
export function nodeLabel(node: OperationNode): string {
  if (node.name) return node.name;
  const operation = operationOf(node);
  if (!operation) return node.operation;
  const target = targetOf(node);
  return target ? `${operationLabel(operation)} · ${shorten(target)}` : operationLabel(operation);
}

/** What the operation acts upon: the innermost of the things that it names. */
function targetOf(node: OperationNode): string {
  const pointing = operationOf(node)?.parameters.filter(({ names }) => names) ?? [];
  const filled = pointing.map(({ name }) => paramOf(node.params, name)).filter((param) => param?.value);
  const innermost = filled.at(-1);
  if (!innermost) return '';
  const { type, value, label } = innermost;
  if (['msg', 'flow', 'global'].includes(type)) return `${type}.${value}`;
  if (type === 'env' && !isEnvironment(value)) return `\${${value}}`;
  return type === 'jsonata' ? '' : label || value;
}

/** The end of a path tells more than its start. */
const shorten = (text: string): string => (text.length > LONGEST ? `…${text.slice(1 - LONGEST)}` : text);
