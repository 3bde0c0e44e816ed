/** As `node-red-contrib-midi` sends it: the status byte is in `raw` alone. */
export const midi = (type: string, status: number, channel: number, data: readonly number[]) => ({
  topic: 'nanoKONTROL2',
  payload: data,
  midi: { raw: [status + channel - 1, ...data], deltaTime: 0.02, channel, type, data },
});

export const mqtt = (payload: unknown, more: object = {}) => ({
  topic: 'studio/take',
  payload,
  qos: 0,
  retain: false,
  ...more,
});

export const xkeys = (more: object, value: unknown) => ({
  payload: { device: 'XK24', vendor_id: 1523, product_id: 1029, unit_id: 3, value, ...more },
});

/** A time in ms of UTC as NMOS writes it: TAI, which is 37 s ahead. */
export const taiOf = (ms: number) => `${Math.floor(ms / 1000) + 37}:${(ms % 1000) * 1e6}`;

/** Still later than the last of these tests: the sender's clock is ahead. */
export const LATER = Date.now() + 3_600_000;

/** A node remembers the state of a `source` over a deploy, so each test of one node has its own. */
export const is07 = (value: unknown, creation_timestamp = taiOf(LATER), source = '6a3f') => ({
  topic: `x-nmos/events/1.0/sources/${source}/boolean`,
  payload: {
    identity: { source_id: source, flow_id: '11' },
    event_type: 'boolean',
    timing: { creation_timestamp },
    payload: { value },
    message_type: 'state',
  },
});
