import type { PublicOperation, PublicParameter } from '../../hub/table/public-table.js';
import { harmless } from '../../hub/words/harmless.js';
import { isEnvironment } from '../../saved/environment.js';
import { type OperationNode, paramOf } from './saved.js';
import { operationOf } from './table.js';
import { choiceWords, operationLabel } from './words.js';

/** Longer parts are cut: a node on the canvas is to be read, not studied. */
const LONGEST = 30;

/** What a node is called on the canvas: its name, or what happens to what, e.g. `Mixer_0 › Program = payload`. */
export const nodeLabel = (node: OperationNode): string => node.name || harmless(madeLabel(node));

function madeLabel(node: OperationNode): string {
  const operation = operationOf(node);
  if (!operation) return node.operation;
  const target = targetOf(node, operation);
  const value = saidOf(node, operation.latest);
  if (target && value) return `${target} = ${value}`;
  const output = outputOf(node, operation);
  return [[operationLabel(operation), target].filter(Boolean).join(' · '), output].filter(Boolean).join(' → ');
}

/** What the operation acts upon: the last two of the things that it must be told, and the part of a value. */
function targetOf(node: OperationNode, { parameters }: PublicOperation): string {
  const things = parameters.filter(({ names, required }) => names && required).map(({ name }) => saidOf(node, name));
  const target = things.filter(Boolean).slice(-2).join(' › ');
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
