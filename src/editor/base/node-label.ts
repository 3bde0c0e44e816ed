import { escapeReferences } from '../../base/display.js';
import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { isEnvironment } from '../../saved/environment.js';
import { hubSuffix } from './hubs.js';
import { type OperationNode, paramOf } from './node-types.js';
import { red } from './red.js';
import { operationOf } from './table.js';
import { choiceLabel, operationLabel, parameterLabel, words } from './words.js';

/** The name of a node as Node-RED shows it, or its id if the editor does not know it. */
export function nodeName(id: string): string {
  const node = red.nodes.node(id);
  return node ? red.utils.getNodeLabel(node) || id : id;
}

/** Maximum length of each part, in characters. */
const MAX_LENGTH = 30;

/**
 * The label on the canvas: the name of the node, or its action, target and engine, e.g. `Mixer › Program = payload ·
 * Studio A`, or `Anchor › In`. With several hubs, it also has the hub.
 */
export const nodeLabel = (node: OperationNode): string => node.name || commandText(node) + hubSuffix(node);

/** The same without the name of the node and the hub. */
export const commandText = (node: OperationNode): string => escapeReferences(composeLabel(node));

function composeLabel(node: OperationNode): string {
  const operation = operationOf(node);
  if (!operation) return node.operation;
  const target = targetText(node, operation);
  const value = paramText(node, operation.latest);
  const engine = engineText(node, operation);
  if (target && value) return [`${target} = ${value}`, engine].filter(Boolean).join(' · ');
  const output = outputText(node, operation);
  const action = [actionText(node, operation, target), target, engine].filter(Boolean).join(' · ');
  return [action, output].filter(Boolean).join(' → ');
}

/** The kinds that need the name of their parent: most items have a button *In*. */
export const PARTS: readonly string[] = [
  'property',
  'component',
  'function',
  'linearButton',
  'button',
  'newsroomButton',
];

/** True if the operation sets, calls or presses a part. Nothing else can be done with it, so its name is enough. */
const actsOnPart = (operation: PublicOperation): boolean =>
  operation.kind !== 'read' && PARTS.includes(targetParameters(operation).at(-1)?.names ?? '');

/** The label of the operation. For a watch of one thing, only that it watches. For a chosen part, nothing. */
function actionText({ type }: OperationNode, operation: PublicOperation, target: string): string {
  if (type !== 'hub-watch') return target && actsOnPart(operation) ? '' : operationLabel(operation);
  const isOfThing = target !== '' && operation.name.startsWith('get');
  return isOfThing ? words('editor.watch') : `${words('editor.watch')} · ${operationLabel(operation)}`;
}

/** The required things, from the outermost to the target of the operation. */
const targetParameters = ({ parameters }: PublicOperation): readonly PublicParameter[] =>
  parameters.filter(({ names, required }) => names && required);

/** The label shows this many of them, from the end. */
const TARGET_PARTS = 2;

/** The engine, if it is not part of the target. Several engines can have nodes of the same names. */
function engineText(node: OperationNode, operation: PublicOperation): string {
  const [engine] = targetParameters(operation).slice(0, -TARGET_PARTS);
  if (engine?.names !== 'engine' || paramOf(node.params, engine.name)?.alone) return '';
  const text = paramText(node, engine.name);
  // A bare id means nothing without its label.
  const isBare = text !== '' && !Number.isNaN(Number(text));
  return isBare ? `${parameterLabel(engine)} ${text}` : text;
}

/** The target of the operation, with the part of the value, e.g. `Mixer › Position.x`. */
function targetText(node: OperationNode, operation: PublicOperation): string {
  const { parameters } = operation;
  const names = targetParameters(operation).map(({ name }) => paramText(node, name));
  const target = names.slice(-TARGET_PARTS).filter(Boolean).join(' › ');
  const part = parameters.find(({ names }) => names === 'component');
  const component = part && target ? paramText(node, part.name) : '';
  return component ? `${target}.${component}` : target;
}

/** The name of the innermost thing that a command acts on, e.g. an item, or `Position.x`. */
export function thingName(node: OperationNode): string {
  const operation = operationOf(node);
  return operation ? (targetText(node, operation).split(' › ').at(-1) ?? '') : '';
}

/** A command in a few words, e.g. `Play item · Anchor`, `Anchor › In`, or `Mixer › Opacity = 0`. */
export function shortCommandText(node: OperationNode): string {
  const operation = operationOf(node);
  if (!operation) return escapeReferences(node.operation);
  const target = actsOnPart(operation) ? targetText(node, operation) : thingName(node);
  const text = [actionText(node, operation, target), target].filter(Boolean).join(' · ');
  const value = operation.latest && paramOf(node.params, operation.latest);
  const isFixed = target && value && value.type !== 'msg';
  return escapeReferences(isFixed ? `${text} = ${paramText(node, operation.latest)}` : text);
}

/** An operation with a look, e.g. `Recall · Evening`. */
export const lookText = (operation: string, look: string): string => escapeReferences(`${operation} · ${look}`);

/** Program or preview, if the operation has both. */
function outputText(node: OperationNode, { parameters }: PublicOperation): string {
  const output = parameters.find(({ allowed }) => 'words' in allowed && allowed.words);
  return output ? choiceText(output, paramText(node, output.name)) : '';
}

function choiceText({ allowed }: PublicParameter, value: string): string {
  const word = 'words' in allowed && value !== '' && allowed.words?.[Number(value)];
  return word ? choiceLabel(word) : value;
}

/** The display text of a parameter: the name of a thing, the text itself, or the source of the value. */
function paramText(node: OperationNode, name: string | undefined): string {
  const param = name === undefined ? undefined : paramOf(node.params, name);
  if (!param?.value) return '';
  const { type, value, label } = param;
  switch (type) {
    case 'msg':
      return value === 'payload' ? value : shorten(`msg.${value}`);
    case 'flow':
    case 'global':
      return shorten(`${type}.${value}`);
    case 'env':
      return shorten(isEnvironment(value) ? value : `\${${value}}`);
    case 'jsonata':
      return '';
    default:
      return shorten(label || value);
  }
}

/** The end of a path identifies it better than its start. */
const shorten = (text: string): string => (text.length > MAX_LENGTH ? `…${text.slice(1 - MAX_LENGTH)}` : text);
