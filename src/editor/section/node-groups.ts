import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { canEditFlows } from '../base/red.js';
import { words } from '../base/words.js';
import { LostHubs } from './lost-hubs.js';
import { PollLoop } from './poll-loop.js';
import type { CreateSection } from './section.js';

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
export function nodeGroupSection<Report extends NodeReport>(options: NodeGroupOptions<Report>): CreateSection {
  return (container, context) => {
    const { read, createGroup, pauseMs, listClass, texts, addNode } = options;
    const problem = element('div', { class: 'hub-side-problem', role: 'status' });
    const note = element('p', { class: 'hub-side-note' });
    const added = element('span', { role: 'status' });
    const add = smallButton(words(texts.addNode), () => {
      if (addNode(hub)) setText(added, words(texts.added));
    });
    const first = element('div', { class: 'hub-side-note' }, add, ' ', added);
    const list = element('div', { class: listClass });
    const lost = new LostHubs(context, () => (nodes.length > 0 ? [hub] : []));
    container.append(lost.element, problem, note, first, list);
    const groups = new Map<string, NodeGroup<Report>>();
    let hub = '';
    let nodes: readonly Report[] = [];
    /** Only the answer to the newest request counts. */
    let requests = 0;

    async function ask(): Promise<void> {
      requests += 1;
      const request = requests;
      try {
        const all = await read();
        if (request !== requests) return;
        nodes = all.filter((node) => node.hub === hub);
        setText(problem, '');
        draw();
      } catch (error) {
        if (request !== requests) return;
        setText(problem, reasonOf(error));
        forgetStates();
      }
    }

    function show(report: Report): void {
      requests += 1;
      nodes = nodes.map((node) => (node.id === report.id ? report : node));
      draw();
    }

    function draw(): void {
      setText(note, nodes.length > 0 ? '' : words(hub ? texts.noNode : 'sidebar.noHubs'));
      first.hidden = nodes.length > 0 || !hub || !canEditFlows();
      if (nodes.length > 0) setText(added, '');
      for (const id of groups.keys()) if (!nodes.some((node) => node.id === id)) groups.delete(id);
      const elements = nodes.map((node) => {
        const group = groups.get(node.id) ?? createGroup(node.id, { ask, show });
        groups.set(node.id, group);
        group.draw(node);
        return group.element;
      });
      placeInOrder(list, elements);
      lost.draw();
    }

    function forgetStates(): void {
      for (const group of groups.values()) group.forgetStates();
    }

    const poll = new PollLoop(ask, pauseMs);
    return {
      show() {
        const { id = '' } = context.hub() ?? {};
        if (id !== hub) {
          requests += 1;
          hub = id;
          nodes = [];
          draw();
          setText(note, '');
          setText(added, '');
          first.hidden = true;
        }
        lost.start();
        poll.start();
      },
      hide() {
        lost.stop();
        poll.stop();
        requests += 1;
        forgetStates();
      },
    };
  };
}
