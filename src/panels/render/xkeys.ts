import { integer, isLit, type Surface } from './surface.js';

/**
 * A light of an X-keys panel: `led 3`, or `led 0/3` for one unit, as in `button 0/3`. The light blinks by itself. `color` is
 * a word of `setBacklight` in the package `xkeys`. A key with blue and red lights is red only for program.
 */
export const xkeys: Surface = (control) => {
  const [, unitText, ledText = ''] = /^(?:led )?(?:(\d+)\/)?(\d+)$/.exec(control) ?? [];
  const ledid = integer(ledText, 0, 255);
  const unit = integer(unitText ?? '0', 0, 255);
  if (ledid === undefined || unit === undefined) return undefined;
  return (lamp) => ({
    payload: {
      action: isLit(lamp) ? 'start' : 'stop',
      ...(unitText !== undefined && { unit_id: unit }),
      ledid,
      flashing: isLit(lamp) && lamp.blink,
      ...(isLit(lamp) && { color: lamp.state === 'program' ? 'red' : 'blue' }),
    },
  });
};
