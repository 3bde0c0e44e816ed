import type { SourceReport } from '../gesture.js';
import { isObject, jsonIn, type Message, nameOf } from './reading.js';

/** Longer text is no report. */
const LONGEST_TEXT = 10_000;

/** What core's *status* node reports of a node such as *mqtt in*: red is disconnected, green connected. */
export function statusReport({ status, payload }: Message): SourceReport | undefined {
  if (payload !== undefined || !isObject(status) || !isObject(status.source)) return undefined;
  const isKnown = status.fill === 'red' || status.fill === 'green';
  return isKnown ? { connected: status.fill === 'green' } : {};
}

/** What an IS-07 sender says beside its states: `health`, `reboot`, `shutdown`, `connection_status`. */
export function is07Report({ payload }: Message): SourceReport | undefined {
  const isText = typeof payload === 'string' && payload.includes('"message_type"');
  const report = isText ? jsonIn(payload, LONGEST_TEXT) : payload;
  if (!isObject(report)) return undefined;
  switch (report.message_type) {
    case 'reboot':
    case 'shutdown': {
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
