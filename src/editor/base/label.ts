import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { harmless } from '../../hub/words/harmless.js';
import { isEnvironment } from '../../saved/environment.js';
import { type OperationNode, paramOf } from './saved.js';
import { operationOf } from './table.js';
import { choiceWords, operationLabel, parameterLabel } from './words.js';

/** Longer parts are cut: a node on the canvas is to be read, not studied. */
const LONGEST = 30;

/** What a node is called on the canvas: its name, or what happens to what and where, e.g. `Mixer › Program = payload · Studio A`. */
export const nodeLabel = (node: OperationNode): string => node.name || harmless(madeLabel(node));

function madeLabel(node: OperationNode): string {
  const operation = operationOf(node);
  if (!operation) return node.operation;
  const target = targetOf(node, operation);
  const value = saidOf(node, operation.latest);
  const engine = engineOf(node, operation);
  if (target && value) return [`${target} = ${value}`, engine].filter(Boolean).join(' · ');
  const output = outputOf(node, operation);
  const what = [operationLabel(operation), target, engine].filter(Boolean).join(' · ');
  return [what, output].filter(Boolean).join(' → ');
}

/** The things that an operation must be told, from the outermost to the one that it acts upon. */
const thingsOf = ({ parameters }: PublicOperation): readonly PublicParameter[] =>
  parameters.filter(({ names, required }) => names && required);

/** How many of them, from the end, stand together. */
const TOGETHER = 2;

/** The engine, where other things are said first and the hub has several: these have nodes of the same names. */
function engineOf(node: OperationNode, operation: PublicOperation): string {
  const [engine] = thingsOf(operation).slice(0, -TOGETHER);
  if (engine?.names !== 'engine' || paramOf(node.params, engine.name)?.alone) return '';
  const said = saidOf(node, engine.name);
  // A bare id says nothing by itself.
  const isBare = said !== '' && !Number.isNaN(Number(said));
  return isBare ? `${parameterLabel(engine)} ${said}` : said;
}

/** What the operation acts upon: the last of the things that it must be told, and the part of a value. */
function targetOf(node: OperationNode, operation: PublicOperation): string {
  const { parameters } = operation;
  const things = thingsOf(operation).map(({ name }) => saidOf(node, name));
  const target = things.slice(-TOGETHER).filter(Boolean).join(' › ');
  const part = parameters.find(({ names }) => names === 'component');
  const component = part && target ? saidOf(node, part.name) : '';
  return component ? `${target}.${component}` : target;
}

/** Where it goes, for what has a program and a preview. */
function outputOf(node: OperationNode, { parameters }: PublicOperation): string {
  const output = parameters.find(({ allowed }) => 'words' in allowed && allowed.words);
  return output ? wordOf(output, saidOf(node, output.name)) : '';
}

function wordOf({ allowed }: PublicParameter, value: string): string {
  const word = 'words' in allowed && value !== '' && allowed.words?.[Number(value)];
  return word ? choiceWords(word) : value;
}

/** A parameter as a person would say it: the name of a thing, the text itself, or where it comes from. */
function saidOf(node: OperationNode, name: string | undefined): string {
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

/** The end of a path tells more than its start. */
const shorten = (text: string): string => (text.length > LONGEST ? `…${text.slice(1 - LONGEST)}` : text);
