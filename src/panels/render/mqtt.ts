import type { Surface } from './surface.js';

/** An MQTT topic without wildcards. A topic in the settings of the MQTT node overrides it. */
export const mqtt: Surface = (control) =>
  /[#+\0]/.test(control)
    ? undefined
    : ({ state, value }) => ({ ...(control && { topic: control }), payload: value ?? state });
