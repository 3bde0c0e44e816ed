import { OneByOne } from '../../base/in-order.js';
import { Signal } from '../../base/signal.js';
import type { CheckedField } from '../../recording/flow-check.js';
import { svgElement } from '../base/dom.js';
import { askEndpoint, problemSentence, RequestError } from '../base/endpoint.js';
import { allHubs, hubConfigOf } from '../base/hubs.js';
import type { OperationNode } from '../base/node-types.js';
import { allNodes, type EditorNode, red } from '../base/red.js';
import { parameterName, thingText, words } from '../base/words.js';
import type { HubReport, HubReports } from './hub-reports.js';
import { type SharedControl, sharedControls } from './shared-controls.js';

/** A problem of a node that the sidebar finds by itself. */
export interface NodeProblem {
  readonly nodeId: string;
  readonly sentence: string;
}

/**
 * The names in the flows that a hub does not have, the looks and cues that do not exist, and the controls of two nodes. Each
 * hub is read after a deploy, when it is connected again, and when a look or a cue is new or gone.
 */
export class MissingNames {
  readonly changed = new Signal<void>();
  readonly #ofHub = new Map<string, readonly NodeProblem[]>();
  /** The connection of each hub at its last check, and its looks and cues. */
  readonly #checked = new Map<string, string>();
  /** They need no hub. */
  #shared: readonly SharedControl[] = [];
  #isDeployed = true;

  constructor(reports: HubReports) {
    red.events.on('deploy', () => {
      this.#checked.clear();
      this.#isDeployed = true;
    });
    reports.changed.watch(({ hubs }) => {
      if (this.#isDeployed) this.#findShared();
      for (const hub of hubs) if (hub.state === 'connected') void this.#check(hub);
    });
    red.hooks.add('viewRedrawNode.graphics-hub', ({ node, el }) => mark(el, this.#sentencesOf(node.id)));
  }

  /** The problems of the nodes of a hub. A hub that is not connected after a deploy has those from before. */
  ofHub(id: string): readonly NodeProblem[] {
    const missing = (this.#ofHub.get(id) ?? []).filter(({ nodeId }) => red.nodes.node(nodeId));
    return [...missing, ...this.#shared.filter(({ hub }) => hub === id)];
  }

  #findShared(): void {
    const before = this.#shared;
    this.#isDeployed = false;
    this.#shared = sharedControls();
    this.#show([...before, ...this.#shared]);
  }

  #show(problems: readonly NodeProblem[]): void {
    this.changed.emit();
    redraw(problems);
  }

  async #check({ id, since, stored }: HubReport): Promise<void> {
    const config = allHubs().find((hub) => hub.id === id);
    const state = `${since} ${stored}`;
    if (this.#checked.get(id) === state || checks.isBusy(id)) return;
    if (config?.checkNames === 'false' || !mayCheck()) return;
    this.#checked.set(id, state);
    try {
      const { fields } = await checkFlows(id);
      const before = this.ofHub(id);
      const missing = fields
        .filter(({ verdict }) => SHOWN.includes(verdict))
        .map((field) => ({ nodeId: field.nodeId, sentence: sentenceOf(field) }));
      this.#ofHub.set(id, missing);
      this.#show([...before, ...missing]);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // Another page checks this hub.
      if (error.status === 409) this.#checked.delete(id);
    }
  }

  #sentencesOf(nodeId: string): readonly string[] {
    const problems = [...this.#ofHub.values(), this.#shared].flat();
    return problems.filter((problem) => problem.nodeId === nodeId).map(({ sentence }) => sentence);
  }
}

/** These are problems, also a renamed thing: somebody may have meant another one. */
const SHOWN: readonly CheckedField['verdict'][] = ['missing', 'twoThings', 'renamed'];

const mayCheck = (): boolean => red.user.hasPermission('hub-config.write');

const checks = new OneByOne();

/** Runs a check of a hub after the one before it, since the runtime runs one at a time. */
export const inTurn = <Result>(hubId: string, check: () => Promise<Result>): Promise<Result> =>
  checks.run(check, hubId);

/** Compares the nodes of a hub, deployed or not, with the hub. Throws a `RequestError`. */
export const checkFlows = (hubId: string): Promise<{ readonly fields: readonly CheckedField[] }> =>
  inTurn(hubId, () => askEndpoint(['check-flows', hubId], { flows: nodesOf(hubId) }, { isRead: true }));

/** The result for a field as a sentence. */
export function sentenceOf({ field, kind, value, label, verdict, problem, now }: CheckedField): string {
  if (problem) return problemSentence(problem);
  const named = { field: parameterName(field, kind), thing: thingText({ label, value }) };
  return words(`sidebar.check.${verdict}`, { ...named, now: now ? thingText(now) : '' });
}

/** The fields of a node that a check of flows needs. */
type CheckedNode = EditorNode &
  Partial<OperationNode & { readonly [field in 'kind' | 'actions' | 'properties' | 'look']: unknown }>;

/** The nodes of a hub as the editor has them. */
function nodesOf(hubId: string): object[] {
  const nodes: readonly CheckedNode[] = allNodes();
  return nodes
    .filter((node) => hubConfigOf(node, String(node.hub ?? ''))?.id === hubId)
    .map(({ id, type, name, operation, params, kind, actions, properties, look, d }) => {
      return { id, type, name, operation, params, kind, actions, properties, look, hub: hubId, d };
    });
}

function redraw(problems: readonly NodeProblem[]): void {
  for (const { nodeId } of problems) {
    const node = red.nodes.node(nodeId);
    if (node) Object.assign(node, { dirty: true });
  }
  red.view.redraw();
}

/** Draws a mark on a node, with the sentences as its tooltip. Without sentences, takes it away. */
function mark(drawn: Element, sentences: readonly string[]): void {
  drawn.querySelector('.hub-missing')?.remove();
  if (sentences.length === 0) return;
  const title = svgElement('title', {}, sentences.join('\n'));
  drawn.append(
    svgElement('g', { class: 'hub-missing' }, title, svgElement('circle', { r: '7' }), svgElement('text', {}, '?')),
  );
}
