import type { Doing } from './doing.js';
import { whichShow } from './which-show.js';

/** A show as one thing: `{id, name, mode, running, rundowns}`, the last being the ids of those loaded on it. */
export const getShow: Doing = async (named, { shows }) => {
  const { rundowns = [], ...show } = whichShow(await shows(), named);
  return { statusCode: 200, body: { ...show, rundowns } };
};
