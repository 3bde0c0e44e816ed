import type { Lamp, Surface, SurfaceMessage } from './surface.js';
import { LAMP_SURFACES, type LampSurface } from './surfaces.js';

export * from './surfaces.js';

/** The nodes for TCP and UDP of Node-RED send bytes only as a Buffer. */
function withBuffer(message: SurfaceMessage): SurfaceMessage {
  const { payload } = message;
  return payload instanceof Uint8Array ? { ...message, payload: Buffer.from(payload) } : message;
}

const inNodeRed =
  (surface: Surface): Surface =>
  (control) => {
    const draw = surface(control);
    return draw && ((lamp) => withBuffer(draw(lamp)));
  };

/** The surfaces with lamps, by their saved names. */
export const LAMPS = Object.fromEntries(
  Object.entries(LAMP_SURFACES).map(([name, surface]) => [name, inNodeRed(surface)]),
) as Readonly<Record<LampSurface, Surface>>;

/** The message that shows a lamp at a control. Throws a RangeError if the surface cannot have this control. */
export function render(surface: LampSurface, lamp: Lamp, control: string): SurfaceMessage {
  const draw = LAMPS[surface](control);
  if (!draw) throw new RangeError(`${surface} has no control "${control}"`);
  return draw(lamp);
}
