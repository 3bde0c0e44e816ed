import { element, placeInOrder, setText, smallButton } from '../../base/dom.js';
import { askEndpoint, reasonOf } from '../../base/endpoint.js';
import { canEditFlows } from '../../base/red.js';
import { words } from '../../base/words.js';
import { PollLoop } from '../base/poll-loop.js';
import type { CreateSection } from '../base/section.js';
import { acceptDrops, pointAt, putOnCanvas, setDragText } from '../canvas/canvas.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { LookGroup, type LookNodeReport } from './look-group.js';

/** Pause between two requests. */
const PAUSE_MS = 1000;

/** The looks of the chosen hub, with one group for each node. */
export const looksSection: CreateSection = (container, context) => {
  const problem = element('div', { class: 'hub-side-problem', role: 'status' });
  const note = element('p', { class: 'hub-side-note' });
  const addNode = smallButton(words('sidebar.looks.addNode'), addLookNode);
  const added = element('span', { role: 'status' });
  const first = element('div', { class: 'hub-side-note' }, addNode, ' ', added);
  const list = element('div', { class: 'hub-side-looks' });
  container.append(problem, note, first, list);
  const groups = new Map<string, LookGroup>();
  let hub = '';
  /** Only the answer to the newest request counts. */
  let requests = 0;
  let dragged: NewControl | undefined;
  document.addEventListener('dragend', () => {
    dragged = undefined;
  });
  acceptDrops(
    () => dragged !== undefined,
    (event) => {
      if (dragged) addControls([dragged], pointAt(event));
      dragged = undefined;
    },
  );

  function startDrag(control: NewControl, event: DragEvent): void {
    dragged = control;
    setDragText(event, control.actions.map(({ look }) => look).join());
  }

  /** The first node of the hub. The sidebar lists it after a deploy. */
  function addLookNode(): void {
    if (putOnCanvas([[{ type: 'hub-look', fields: { hub } }]])) setText(added, words('sidebar.looks.nodeAdded'));
  }

  async function ask(): Promise<void> {
    requests += 1;
    const request = requests;
    let nodes: readonly LookNodeReport[] | undefined;
    let reason = '';
    try {
      const all = await askEndpoint<readonly LookNodeReport[]>(['looks'], undefined, { area: 'hub-look' });
      nodes = all.filter((node) => node.hub === hub);
    } catch (error) {
      reason = reasonOf(error);
    }
    if (request !== requests) return;
    setText(problem, reason);
    if (nodes) draw(nodes);
    else forgetStates();
  }

  function draw(nodes: readonly LookNodeReport[]): void {
    setText(note, nodes.length > 0 ? '' : words(hub ? 'sidebar.looks.noNode' : 'sidebar.noHubs'));
    first.hidden = nodes.length > 0 || !hub || !canEditFlows();
    if (nodes.length > 0) setText(added, '');
    for (const id of groups.keys()) if (!nodes.some((node) => node.id === id)) groups.delete(id);
    const elements = nodes.map((node) => {
      const group = groups.get(node.id) ?? new LookGroup(node.id, ask, startDrag);
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
        requests += 1;
        hub = id;
        draw([]);
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
