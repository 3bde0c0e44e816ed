import { integer, isLit, type Surface } from './surface.js';

/** The number of a light of an X-keys panel, for `dcdp-server` behind `mqtt out`. The light blinks by itself. */
export const xkeys: Surface = (control) => {
  const ledid = integer(control.replace(/^led /, ''), 0, 255);
  if (ledid === undefined) return undefined;
  return (lamp) => ({
    payload: { action: isLit(lamp) ? 'start' : 'stop', ledid, flashing: isLit(lamp) && lamp.blink },
  });
};
