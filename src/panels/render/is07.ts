import { TAI_AHEAD_S } from '../tai.js';
import { isLit, type Surface } from './surface.js';

/** A boolean state of NMOS IS-07. The control is the id of the source, or the ids of source and flow: `SOURCE FLOW`. */
export const is07: Surface = (control) => {
  const [source_id, flow_id, ...more] = control.split(' ');
  if (!source_id || more.length > 0 || /[#+\0]/.test(source_id)) return undefined;
  return (lamp) => ({
    topic: `x-nmos/events/v1.0/sources/${source_id}`,
    payload: {
      identity: { source_id, ...(flow_id && { flow_id }) },
      event_type: 'boolean',
      timing: { creation_timestamp: taiOf(lamp.at) },
      payload: { value: isLit(lamp) },
      message_type: 'state',
    },
    // The standard requires that the broker retains states for later subscribers.
    retain: true,
  });
};

/** Seconds and nanoseconds, e.g. `1531680501:280000000`. */
const taiOf = (ms: number): string => `${Math.floor(ms / 1000) + TAI_AHEAD_S}:${(Math.trunc(ms) % 1000) * 1e6}`;
