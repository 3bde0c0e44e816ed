import { integer, isLit, type Surface } from './surface.js';

/** A light of an X-keys panel by its number, for `dcdp-server` behind `mqtt out`; it blinks by itself. */
export const xkeys: Surface = (control) => {
  const ledid = integer(control.replace(/^led /, ''), 0, 255);
  if (ledid === undefined) return undefined;
  return (lamp) => ({
    payload: { action: isLit(lamp) ? 'start' : 'stop', ledid, flashing: isLit(lamp) && lamp.blink },
  });
};
