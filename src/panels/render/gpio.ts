import { isLit, type Surface } from './surface.js';

/** `rpi-gpio out` has the pin in its own settings. */
export const gpio: Surface = () => (lamp) => ({ payload: isLit(lamp) ? 1 : 0 });
