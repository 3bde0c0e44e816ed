import { isLit, type Surface } from './surface.js';

/** A pin of `rpi-gpio out`, which knows by itself which pin it is. */
export const gpio: Surface = () => (lamp) => ({ payload: isLit(lamp) ? 1 : 0 });
