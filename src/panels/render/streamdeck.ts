import { integer, type Surface } from './surface.js';

/** A key of `node-red-contrib-streamdeck`, e.g. `0` or, as its gestures call it, `key 0`. */
export const streamdeck: Surface = (control) => {
  const key = integer(control.replace(/^key /, ''), 0, 999);
  if (key === undefined) return undefined;
  return ({ colour }) => ({ topic: key, payload: { command: 'fillColor', value: [...colour] } });
};
