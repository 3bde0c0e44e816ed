import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { canEditFlows } from '../base/red.js';
import { words } from '../base/words.js';
import { LostHubs } from './lost-hubs.js';
import { PollLoop } from './poll-loop.js';
import type { CreateSection, Section, SidebarContext } from './section.js';

/** The report of a deployed node. */
interface NodeReport {
  readonly id: string;
  /** Id of its configuration. */
  readonly hub: string;
}

/** The view of one node. */
interface NodeGroup<Report> {
  readonly element: HTMLElement;
  draw(report: Report): void;
  /** No state is shown that is not certain now. */
  forgetStates(): void;
}

/** The actions of a group on its section. */
interface GroupContext<Report> {
  /** Reads all nodes again. */
  readonly ask: () => Promise<void>;
  /** Shows the answer to a command. The answer to an earlier request is older. */
  readonly show: (report: Report) => void;
}

interface NodeGroupOptions<Report> {
  readonly read: () => Promise<readonly Report[]>;
  readonly createGroup: (id: string, context: GroupContext<Report>) => NodeGroup<Report>;
  /** Pause between two requests, in ms. */
  readonly pauseMs: number;
  /** The class of the list of groups. */
  readonly listClass: string;
  /** The keys of the texts: the button for the first node, the sentence without a node, and the one after the button. */
  readonly texts: { readonly addNode: string; readonly noNode: string; readonly added: string };
  /** Adds the first node of a hub. The sidebar lists it after a deploy. False: it was not added. */
  readonly addNode: (hub: string) => boolean;
}

/** A section for the nodes of one type on the chosen hub, with one group for each node. */
export const nodeGroupSection =
  <Report extends NodeReport>(options: NodeGroupOptions<Report>): CreateSection =>
  (container, context) =>
    new NodeGroups(container, context, options);

class NodeGroups<Report extends NodeReport> implements Section {
  readonly #context: SidebarContext;
  readonly #options: NodeGroupOptions<Report>;
  readonly #lost: LostHubs;
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #note = element('p', { class: 'hub-side-note' });
  readonly #added = element('span', { role: 'status' });
  readonly #first: HTMLElement;
  readonly #list: HTMLElement;
  readonly #groups = new Map<string, NodeGroup<Report>>();
  readonly #poll: PollLoop;
  #hub = '';
  #nodes: readonly Report[] = [];
  /** Only the answer to the newest request counts. */
  #requests = 0;

  constructor(container: HTMLElement, context: SidebarContext, options: NodeGroupOptions<Report>) {
    const { texts, addNode, listClass, pauseMs } = options;
    this.#context = context;
    this.#options = options;
    const add = smallButton(words(texts.addNode), () => {
      if (addNode(this.#hub)) setText(this.#added, words(texts.added));
    });
    this.#first = element('div', { class: 'hub-side-note' }, add, ' ', this.#added);
    this.#list = element('div', { class: listClass });
    this.#lost = new LostHubs(context, () => (this.#nodes.length > 0 ? [this.#hub] : []));
    container.append(this.#lost.element, this.#problem, this.#note, this.#first, this.#list);
    this.#poll = new PollLoop(() => this.#ask(), pauseMs);
  }

  show(): void {
    const { id = '' } = this.#context.hub() ?? {};
    if (id !== this.#hub) {
      this.#requests += 1;
      this.#hub = id;
      this.#nodes = [];
      this.#draw();
      setText(this.#note, '');
      setText(this.#added, '');
      this.#first.hidden = true;
    }
    this.#lost.start();
    this.#poll.start();
  }

  hide(): void {
    this.#lost.stop();
    this.#poll.stop();
    this.#requests += 1;
    this.#forgetStates();
  }

  async #ask(): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    try {
      const all = await this.#options.read();
      if (request !== this.#requests) return;
      this.#nodes = all.filter((node) => node.hub === this.#hub);
      setText(this.#problem, '');
      this.#draw();
    } catch (error) {
      if (request !== this.#requests) return;
      setText(this.#problem, reasonOf(error));
      this.#forgetStates();
    }
  }

  #draw(): void {
    const { texts } = this.#options;
    const isEmpty = this.#nodes.length === 0;
    setText(this.#note, isEmpty ? words(this.#hub ? texts.noNode : 'sidebar.noHubs') : '');
    this.#first.hidden = !isEmpty || !this.#hub || !canEditFlows();
    if (!isEmpty) setText(this.#added, '');
    for (const id of this.#groups.keys()) if (!this.#nodes.some((node) => node.id === id)) this.#groups.delete(id);
    const elements = this.#nodes.map((node) => {
      const group = this.#groupFor(node);
      group.draw(node);
      return group.element;
    });
    placeInOrder(this.#list, elements);
    this.#lost.draw();
  }

  #groupFor({ id }: Report): NodeGroup<Report> {
    const context = { ask: () => this.#ask(), show: (report: Report) => this.#replace(report) };
    const group = this.#groups.get(id) ?? this.#options.createGroup(id, context);
    this.#groups.set(id, group);
    return group;
  }

  /** The answer to a command. */
  #replace(report: Report): void {
    this.#requests += 1;
    this.#nodes = this.#nodes.map((node) => (node.id === report.id ? report : node));
    this.#draw();
  }

  #forgetStates(): void {
    for (const group of this.#groups.values()) group.forgetStates();
  }
}
