import type { Surface } from './surface.js';

/** A topic of MQTT, without wildcards: nothing is published there. The node's own topic, where it has one, counts more. */
export const mqtt: Surface = (control) =>
  /[#+\0]/.test(control)
    ? undefined
    : ({ state, value }) => ({ ...(control && { topic: control }), payload: value ?? state });
