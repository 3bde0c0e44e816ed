import { readReports } from '../base/cue-lists.js';
import { nodeGroupSection } from '../section/node-groups.js';
import { addCuesNode } from './cue-additions.js';
import { CueGroup } from './cue-group.js';

/** The cue lists of the chosen hub. A second that is left is shown in time. */
export const cuesSection = nodeGroupSection({
  read: readReports,
  createGroup: (id, { show }) => new CueGroup(id, show),
  pauseMs: 500,
  listClass: 'hub-cue-lists',
  texts: { addNode: 'sidebar.cues.addNode', noNode: 'sidebar.cues.noNode', added: 'tree.added' },
  addNode: (hub) => addCuesNode(hub) !== undefined,
});
