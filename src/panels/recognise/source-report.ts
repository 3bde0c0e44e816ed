import { type Fields, isObject } from '../../base/values.js';
import type { SourceReport } from '../gesture/gesture.js';
import { jsonIn, nameOf } from './parse-values.js';

/** No report is longer, in characters. */
const LONGEST_TEXT = 10_000;

/** A message of core's *status* node about a node such as *mqtt in*: red is disconnected, green is connected. */
export function statusReport({ status, payload }: Fields): SourceReport | undefined {
  if (payload !== undefined || !isObject(status) || !isObject(status.source)) return undefined;
  const isKnown = status.fill === 'red' || status.fill === 'green';
  return isKnown ? { connected: status.fill === 'green' } : {};
}

/** The IS-07 messages that are not states: `health`, `reboot`, `shutdown`, `connection_lost`, `connection_status`. */
export function is07Report({ payload }: Fields): SourceReport | undefined {
  const isText = typeof payload === 'string' && payload.includes('"message_type"');
  const report = isText ? jsonIn(payload, LONGEST_TEXT) : payload;
  if (!isObject(report)) return undefined;
  switch (report.message_type) {
    case 'reboot':
    case 'shutdown':
    // The will of a sender, in the first version of IS-07.
    case 'connection_lost': {
      const source = isObject(report.identity) ? report.identity.source_id : undefined;
      return { control: `is07 ${nameOf(source, 'event')}` };
    }
    case 'connection_status':
      return { connected: report.active === true };
    case 'health':
      return {};
    default:
      return undefined;
  }
}
