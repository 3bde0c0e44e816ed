import type { NodeMessage } from 'node-red';
import type { Fields } from '../../base/values.js';
import { isObject } from '../../base/values.js';
import type { TopicParts, Topics } from '../../remote/topics.js';
import type { Ports } from '../runtime/ports.js';

/** A message of core's `mqtt in` under our topics. */
export interface BrokerMessage {
  readonly place: TopicParts;
  readonly payload: unknown;
  readonly retained: boolean;
}

/** Undefined if the message comes from the flow and not from the broker. */
export function parseBrokerMessage(msg: Fields, topics: Topics): BrokerMessage | undefined {
  const place = typeof msg.qos === 'number' ? topics.read(msg.topic) : undefined;
  return place && { place, payload: msg.payload, retained: msg.retain === true };
}

/** The outputs of a remote node, in their order. */
const OUTPUTS = ['mqtt', 'second', 'third'] as const;

/** Puts messages on one output, one after the other. */
export function sendOn({ send }: Ports, output: (typeof OUTPUTS)[number], ...messages: object[]): void {
  send(OUTPUTS.map((each) => (each === output ? (messages as NodeMessage[]) : null)));
}

/**
 * A message for core's `mqtt out`. QoS is always 0, since a broker that was offline must not get old messages later.
 */
export const mqttMessage = (topic: string, payload: string, { retain = false } = {}): object => ({
  topic,
  payload,
  qos: 0,
  retain,
});

/** A value's own fields, or none if it is not an object. */
export const fieldsOf = (msg: unknown): Fields => (isObject(msg) ? msg : {});
