import { whichShow } from '../lookup/show.js';
import type { CompositeHandler } from '../plan/plan-composite.js';

/** A show as one object: `{id, name, mode, running, rundowns}`. `rundowns` are the ids of its loaded rundowns. */
export const getShow: CompositeHandler = async (params, { shows }) => {
  const { rundowns = [], ...show } = whichShow(await shows(), params);
  return { statusCode: 200, body: { ...show, rundowns } };
};
