import { type CueListReport, readReports } from '../../base/cue-lists.js';
import { element, placeInOrder, setText, smallButton } from '../../base/dom.js';
import { reasonOf } from '../../base/endpoint.js';
import { canEditFlows } from '../../base/red.js';
import { words } from '../../base/words.js';
import { PollLoop } from '../base/poll-loop.js';
import type { CreateSection } from '../base/section.js';
import { addCuesNode } from './cue-additions.js';
import { CueGroup } from './cue-group.js';

/** Pause between two requests: a second that is left is shown in time. */
const PAUSE_MS = 500;

/** The cue lists of the chosen hub, with one group for each node. */
export const cuesSection: CreateSection = (container, context) => {
  const problem = element('div', { class: 'hub-side-problem', role: 'status' });
  const note = element('p', { class: 'hub-side-note' });
  const added = element('span', { role: 'status' });
  const addNode = smallButton(words('sidebar.cues.addNode'), () => {
    if (addCuesNode(hub)) setText(added, words('tree.added'));
  });
  const first = element('div', { class: 'hub-side-note' }, addNode, ' ', added);
  const list = element('div', { class: 'hub-cue-lists' });
  container.append(problem, note, first, list);
  const groups = new Map<string, CueGroup>();
  let hub = '';
  let nodes: readonly CueListReport[] = [];
  /** Only the answer to the newest request counts. */
  let requests = 0;

  async function ask(): Promise<void> {
    requests += 1;
    const request = requests;
    try {
      const all = await readReports();
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

  /** Shows the state after a press. The answer to an earlier request is older. */
  function showAnswer(report: CueListReport): void {
    requests += 1;
    nodes = nodes.map((node) => (node.id === report.id ? report : node));
    draw();
  }

  function draw(): void {
    setText(note, nodes.length > 0 ? '' : words(hub ? 'sidebar.cues.noNode' : 'sidebar.noHubs'));
    first.hidden = nodes.length > 0 || !hub || !canEditFlows();
    if (nodes.length > 0) setText(added, '');
    for (const id of groups.keys()) if (!nodes.some((node) => node.id === id)) groups.delete(id);
    const elements = nodes.map((node) => {
      const group = groups.get(node.id) ?? new CueGroup(node.id, showAnswer);
      groups.set(node.id, group);
      group.draw(node);
      return group.element;
    });
    placeInOrder(list, elements);
  }

  /** No state is shown that is not certain now. */
  function forgetStates(): void {
    for (const group of groups.values()) group.forgetStates();
  }

  const poll = new PollLoop(ask, PAUSE_MS);
  return {
    show() {
      const { id = '' } = context.hub() ?? {};
      if (id !== hub) {
        hub = id;
        nodes = [];
        draw();
        setText(note, '');
        setText(added, '');
        first.hidden = true;
      }
      poll.start();
    },
    hide() {
      poll.stop();
      requests += 1;
      forgetStates();
    },
  };
};
