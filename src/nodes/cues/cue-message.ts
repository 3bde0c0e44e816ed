import type { NodeMessage } from 'node-red';
import { type RunningCues, sessionOf } from '../registry/registry.js';

/** The present state of a list as a message for lamps, displays and remote panels. */
export const cueMessage = ({ list, hub, view }: Pick<RunningCues, 'list' | 'hub' | 'view'>): NodeMessage => ({
  topic: 'cues',
  payload: view(),
  ...{ hub: { cues: list, ...sessionOf(hub) } },
});
