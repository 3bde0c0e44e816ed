import type { Node } from 'node-red';
import { type Clock, systemClock } from '../../base/clock.js';
import { logErrors } from './log-errors.js';

/** The clock of a node. An exception in a timer is logged by the node and does not end Node-RED. */
export const nodeClock = (node: Node): Clock => ({
  ...systemClock,
  setTimeout: (callback, delay) => systemClock.setTimeout(logErrors<void>(node, callback), delay),
});
