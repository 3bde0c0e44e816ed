import type { Node, NodeMessage } from 'node-red';
import { type Fields, isFields } from '../../remote/parse-payload.js';
import type { Place, Topics } from '../../remote/topics.js';

/** What came from core's `mqtt in`. */
export interface BrokerMessage {
  readonly place: Place;
  readonly payload: unknown;
  /** The broker has kept it from before. */
  readonly retained: boolean;
}

/** What a broker brought under our topics; undefined: the message comes from the flow. */
export function parseBrokerMessage(msg: Fields, topics: Topics): BrokerMessage | undefined {
  const place = typeof msg.qos === 'number' ? topics.read(msg.topic) : undefined;
  return place && { place, payload: msg.payload, retained: msg.retain === true };
}

/** The outputs of a remote node, in their order. */
const OUTPUTS = ['mqtt', 'second', 'third'] as const;

/** Puts messages on one output, one after the other. */
export function sendOn(node: Node, output: (typeof OUTPUTS)[number], ...messages: object[]): void {
  node.send(OUTPUTS.map((each) => (each === output ? (messages as NodeMessage[]) : null)));
}

/**
 * A message for core's `mqtt out`. Nothing is sent with a quality above 0: a broker that was away must not get later
 * what was meant for then.
 */
export const mqttMessage = (topic: string, payload: string, { retain = false } = {}): object => ({
  topic,
  payload,
  qos: 0,
  retain,
});

/** What a flow put into a message, to be looked at. */
export const fieldsOf = (msg: unknown): Fields => (isFields(msg) ? msg : {});
