import { createHash } from 'node:crypto';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import type { CheckStored } from '../../recording/flow-check.js';
import { cuesNodes } from '../cues/cues-node.js';
import { lookNodes } from '../look/look-node.js';
import type { RunningHub } from '../registry/registry.js';
import { problemOf } from './redact.js';

/** Checks names of looks and numbers of cues as a press finds them, in the files of the deployed nodes. */
export const storedCheck =
  ({ hub, settings }: RunningHub): CheckStored =>
  async (field, value, id) => {
    let isRead = false;
    try {
      const node = (field === 'look' ? lookNodes : cuesNodes).require(hub, id);
      const names = await node.names();
      isRead = true;
      node.requireName(names, value);
      return { verdict: 'present' };
    } catch (thrown) {
      if (!(thrown instanceof HubError)) throw thrown;
      return { verdict: isRead ? 'missing' : 'unread', problem: problemOf(thrown, { [field]: value }, settings) };
    }
  };

/** A text that changes with the names of the looks and the numbers of the cues of a hub. */
export function storedMark(hub: Hub): string {
  const nodes = [...lookNodes.ofHub(hub), ...cuesNodes.ofHub(hub)];
  const names = nodes.map(({ id, lastNames }) => [id, ...lastNames]);
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}
