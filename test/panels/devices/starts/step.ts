/** One step of a sequence: a message with the number of presses behind it, a pause in ms, or a deploy of the nodes. */
export type Step = { readonly msg: Readonly<Record<string, unknown>>; readonly presses: number } | number | 'deploy';

/** Messages of one device since the start of Node-RED, in the order of their arrival. */
export interface Sequence {
  readonly name: string;
  readonly source: string;
  readonly steps: readonly Step[];
}

const mqtt = (topic: string, payload: string | object, more: object = {}) => ({
  topic,
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  ...{ qos: 0, retain: false },
  ...more,
});
export const nothing = (topic: string, payload: string | object): Step => ({ msg: mqtt(topic, payload), presses: 0 });
export const press = (topic: string, payload: string | object): Step => ({ msg: mqtt(topic, payload), presses: 1 });
export const retained = (topic: string, payload: string | object): Step => ({
  ...{ msg: mqtt(topic, payload, { retain: true }), presses: 0 },
});
