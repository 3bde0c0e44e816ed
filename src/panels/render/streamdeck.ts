import { integer, type Surface } from './surface.js';

/**
 * A key of `node-red-contrib-streamdeck`: `0`, or `key 0` as in its gestures. `text` is for the function of our recipe.
 * The node ignores it.
 */
export const streamdeck: Surface = (control) => {
  const key = integer(control.replace(/^key /, ''), 0, 999);
  if (key === undefined) return undefined;
  return ({ colour, value }) => ({
    topic: key,
    payload: { command: 'fillColor', value: [...colour], ...(value !== undefined && { text: String(value) }) },
  });
};
