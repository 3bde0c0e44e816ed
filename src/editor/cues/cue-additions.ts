import { OneByOne } from '../../base/in-order.js';
import { numberAtEnd, putCue } from '../../cues/edit-list.js';
import { MAX_CUES, MAX_STEPS, MAX_TEXT, type Step } from '../../cues/list.js';
import { isEnvironment } from '../../saved/environment.js';
import { type CuesNode, cuesNodes, editCues, listNameOf, readReports } from '../base/cue-lists.js';
import { reasonOf } from '../base/endpoint.js';
import { hubConfigOf } from '../base/hubs.js';
import { canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { putOnCanvas } from '../canvas/canvas.js';

/** A step with the name of its cue. */
export interface NamedStep {
  readonly name: string;
  readonly step: Step;
}

/** A cue of a node. */
interface ChosenCue {
  readonly node: string;
  readonly number: string;
}

/** The cue that was selected or added last. */
let chosen: ChosenCue | undefined;

/** The next steps are added to this cue, and the next cues to its list. */
export function selectCue(node: string, number: string): void {
  chosen = { node, number };
}

/** The number of the cue that gets the next steps of a hub. Undefined: the one on standby. */
export const selectedCue = (hub: string): string | undefined =>
  listsOf(hub).some(({ id }) => id === chosen?.node) ? chosen?.number : undefined;

/** Adds a `hub-cues` to the open flow. Returns undefined if this is not possible. */
export function addCuesNode(hub: string): CuesNode | undefined {
  const before = new Set(cuesNodes().map(({ id }) => id));
  if (!canEditFlows() || !putOnCanvas([[{ type: 'hub-cues', fields: { hub } }]])) return undefined;
  return cuesNodes().find(({ id }) => !before.has(id));
}

/**
 * Adds cues at the end of the list that was used last, or of a new one. Returns the result in words, or '' if there is no
 * list for them.
 */
export async function addCues(hub: string, steps: readonly NamedStep[]): Promise<string> {
  const isNew = listsOf(hub).length === 0;
  const node = lastUsed(hub) ?? addCuesNode(hub);
  if (!node) return '';
  return inTurn(async () => {
    const numbers: string[] = [];
    const isAdded = await editCues(listNameOf(node), (list) => {
      numbers.length = 0;
      return steps.reduce((next, { name, step }) => {
        const number = numberAtEnd(next);
        if (number === undefined || next.size >= MAX_CUES) return next;
        numbers.push(number);
        return putCue(next, number, { name: name.slice(0, MAX_TEXT), note: '', steps: [step] });
      }, list);
    });
    const last = numbers.at(-1);
    if (!isAdded || last === undefined) return words(isAdded ? 'sidebar.cues.full' : 'sidebar.cues.changed');
    selectCue(node.id, last);
    const added = words('sidebar.cues.added', { cues: rangeText(numbers), list: red.utils.getNodeLabel(node) });
    return isNew ? `${added} ${words('tree.added')}` : added;
  });
}

/** Adds steps to the selected cue, or to the one on standby. Returns the result in words. */
export async function addSteps(hub: string, steps: readonly NamedStep[]): Promise<string> {
  return inTurn(async () => {
    const target = selectedCue(hub) === undefined ? await standbyCue(hub) : chosen;
    const node = listsOf(hub).find(({ id }) => id === target?.node);
    if (!target || !node) return words('sidebar.cues.noCue');
    const { number } = target;
    let result = 'sidebar.cues.gone';
    const isWritten = await editCues(listNameOf(node), (list) => {
      const cue = list.get(number);
      const isFull = cue !== undefined && cue.steps.length + steps.length > MAX_STEPS;
      result = `sidebar.cues.${!cue ? 'gone' : isFull ? 'fullCue' : 'addedSteps'}`;
      return cue && !isFull
        ? putCue(list, number, { ...cue, steps: [...cue.steps, ...steps.map(({ step }) => step)] })
        : list;
    });
    return words(isWritten ? result : 'sidebar.cues.changed', { cue: number, count: steps.length });
  });
}

/** The nodes of a hub. The editor does not know the list of a node whose name comes from the environment. */
const listsOf = (hub: string): readonly CuesNode[] =>
  cuesNodes().filter(
    (node) => !node.d && hubConfigOf(node, String(node.hub))?.id === hub && !isEnvironment(listNameOf(node)),
  );

/** The node of the cue that was selected last, or the first one. */
function lastUsed(hub: string): CuesNode | undefined {
  const nodes = listsOf(hub);
  return nodes.find(({ id }) => id === chosen?.node) ?? nodes[0];
}

async function standbyCue(hub: string): Promise<ChosenCue | undefined> {
  const node = lastUsed(hub);
  const report = node && (await readReports()).find(({ id }) => id === node.id);
  const number = report?.state.standby?.number;
  return node && number !== undefined ? { node: node.id, number } : undefined;
}

/** The first and the last number. */
const rangeText = ([first = '', ...others]: readonly string[]): string =>
  [first, ...others.slice(-1)].join(others.length > 1 ? ' … ' : ', ');

const edits = new OneByOne();

/** Runs an edit after the one before it. Resolves with its result, or with the reason of its failure. */
const inTurn = (act: () => Promise<string>): Promise<string> => edits.run(act).catch(reasonOf);
