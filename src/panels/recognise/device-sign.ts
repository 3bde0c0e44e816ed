import { tryRead } from './parse-values.js';

/** Payloads that no recogniser reads. */
const BLANK: readonly unknown[] = [undefined, null, ''];

/** The fields of devices and brokers that mean something also without a payload. */
const FIELDS = ['qos', 'retain', '_event', 'data', 'event_type'];

/**
 * False for a message without any field that a recogniser, a report or a copy begins from: `{operation: 'go'}`. True for
 * one that cannot be read. Never throws.
 */
export const hasDeviceSign = (msg: unknown): boolean =>
  tryRead(msg, (each) => !BLANK.includes(each.payload) || FIELDS.some((name) => each[name] !== undefined)) ?? true;
