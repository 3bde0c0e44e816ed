import { type Fields, isObject } from '../../base/values.js';
import type { SourceReport } from '../gesture/gesture.js';

/** A message of core's *status* node about a node such as *mqtt in*: red is disconnected, green is connected. */
export function statusReport({ status, payload }: Fields): SourceReport | undefined {
  if (payload !== undefined || !isObject(status) || !isObject(status.source)) return undefined;
  const isKnown = status.fill === 'red' || status.fill === 'green';
  return isKnown ? { connected: status.fill === 'green' } : {};
}
