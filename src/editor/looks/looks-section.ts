import { askEndpoint } from '../base/endpoint.js';
import { acceptDrops, pointAt, putOnCanvas, setDragText } from '../canvas/canvas.js';
import { addControls, type NewControl } from '../canvas/control-nodes.js';
import { nodeGroupSection } from '../section/node-groups.js';
import type { CreateSection } from '../section/section.js';
import { LookGroup, type LookNodeReport } from './look-group.js';

/** The looks of the chosen hub. A look that is dragged to the flow becomes a control. */
export const looksSection: CreateSection = (container, context) => {
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

  const createSection = nodeGroupSection<LookNodeReport>({
    read: () => askEndpoint(['looks'], undefined, { area: 'hub-look' }),
    createGroup: (id, { ask }) => new LookGroup(id, ask, startDrag),
    pauseMs: 1000,
    listClass: 'hub-side-looks',
    texts: { addNode: 'sidebar.looks.addNode', noNode: 'sidebar.looks.noNode', added: 'sidebar.looks.nodeAdded' },
    addNode: (hub) => putOnCanvas([[{ type: 'hub-look', fields: { hub } }]]),
  });
  return createSection(container, context);
};
