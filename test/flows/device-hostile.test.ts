import should from 'should';
import { is07 } from '../panels/messages.js';
import { PanelStage } from './panel-stage.js';
import type { Message } from './stage.js';

/** Objects within objects. Node-RED itself cannot copy much deeper ones. */
const deep = (depth: number): unknown => {
  let value: unknown = 'single';
  for (let level = 0; level < depth; level += 1) value = { action: value };
  return value;
};

const SIZE = 1_000_000;
const MEGABYTE = 'x'.repeat(SIZE);
const BLANKS = ' '.repeat(SIZE);

const MANY_FIELDS = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, index]));

const TOPICS = [
  'zigbee2mqtt/desk',
  'zigbee2mqtt/desk/action',
  'shellies/a/input_event/0',
  'shellies/a/input/0',
  'plus/events/rpc',
  'plus/status/input:0',
  'stat/desk/RESULT',
  'stat/desk/POWER',
  'homeassistant/event/a/state',
  'homeassistant/event/a/event_type',
  'desk/binary_sensor/a/state',
  'desk/take',
  `${'a/'.repeat(30_000)}state`,
];

/** A long text and long blanks are in some of them. */
const payloadsOf = (long: string, blanks: string): Readonly<Record<string, unknown>> => ({
  'a text of 1 MB': long,
  'JSON of 1 MB': `{"action":"${long}"}`,
  'bytes of 1 MB': Buffer.alloc(long.length, 0x7b),
  'an object with a text of 1 MB': { action: long, event: long, linkquality: 1 },
  'an object with 20,000 fields': MANY_FIELDS,
  // A device sends the beginning of each of these as an act.
  'an action in JSON of 1 MB': `{"action":"single"${blanks}}`,
  'an action in bytes of 1 MB': Buffer.from(`{"action":"single"${blanks}}`),
  'a word of 1 MB': `ON${blanks}`,
  'a time of 1 MB': `${new Date(Date.now() + 3_600_000).toISOString()}${blanks}`,
  'an action of 1 MB': { action: `single${blanks}` },
  'a state behind 20,000 fields': { ...MANY_FIELDS, POWER: 'ON', Button1: { Action: 'SINGLE' } },
  'a list of 20,000 events': { method: 'NotifyEvent', params: { events: new Array(20_000).fill({ event: 'x' }) } },
  'deep JSON as text': `${'{"action":'.repeat(900)}1${'}'.repeat(900)}`,
  'a deep object': deep(500),
  'half of JSON': '{"action":"sing',
  'an action that is an object': { action: { single: true } },
  'events that are none': { method: 'NotifyEvent', params: { events: [null, 1, 'single_push', { event: { a: 1 } }] } },
  'a name of a prototype': { action: '__proto__', event: 'constructor', type: 'toString' },
  'a count that is none': { event: 'toString', event_cnt: Number.NaN },
});
const PAYLOADS = payloadsOf(MEGABYTE, BLANKS);

const MIDI = { raw: [0x90, 60, 100], channel: 1, type: 'noteon' };
const note = (payload: unknown, midi: unknown = MIDI): Message => ({ topic: 'Pads', payload, midi });
const xkeys = (more: object): Message => ({
  payload: { product_id: 1029, unit_id: 3, button_id: '7', value: 1, ...more },
});
const dial = (more: object): Message => ({
  topic: 'dial',
  payload: { type: 'encoder', index: 0, event: 'down', ...more },
});
const packet = { address: '/take', args: [1] };
const bundleOf = (depth: number): unknown => (depth === 0 ? packet : { packets: [bundleOf(depth - 1)] });
const STATE = is07(true).payload;

/** Messages of the packages of panels. */
const MESSAGES: readonly Message[] = [
  ...[
    note(Buffer.alloc(1_000_000, 60)),
    note([60]),
    note([60, 128]),
    note([60, 1e9]),
    note([60, '100']),
    note([[60], 100]),
  ],
  note([60, 100], { raw: deep(500), channel: Number.NaN, type: MEGABYTE }),
  ...[
    { topic: `gpio/17${BLANKS}`, payload: MEGABYTE },
    { topic: 'gpio/17', payload: [1] },
    { topic: 'gpio/17', payload: {} },
  ],
  ...[{ payload: `${JSON.stringify(STATE)}${BLANKS}` }, { payload: JSON.stringify(STATE).slice(0, -9) }],
  ...[`true${BLANKS}`, deep(500), null].map((value) => ({ payload: { ...STATE, payload: { value } } })),
  { payload: { ...STATE, identity: { source_id: MEGABYTE } } },
  ...[`{"contents":{"value":true}}${BLANKS}`, '{"contents":{"value":tr'].map((payload) => ({ payload })),
  ...[`true${BLANKS}`, deep(500), []].map((value) => ({ payload: { contents: { identifier: 'Gain', value } } })),
  { payload: { full: { path: MEGABYTE, contents: { value: true } } } },
  { topic: 'take', payload: '', _event: { type: `click${BLANKS}` }, _client: { socketId: 'A' } },
  ...[`1${BLANKS}`, deep(500), new Array(20_000).fill(1)].map((payload) => ({ topic: 'take', payload, _client: {} })),
  ...[
    { topic: 0, payload: `1${BLANKS}` },
    { topic: 0, payload: [1] },
    dial({ event: 'rotate', index: 1e9, amount: 1 }),
    dial({ event: MEGABYTE }),
  ],
  ...[dial({ event: 'rotate', amount: 1e9 }), dial({ event: 'rotate', amount: deep(500) })],
  ...[
    xkeys({ value: `1${BLANKS}` }),
    xkeys({ value: [1] }),
    xkeys({ value: deep(500) }),
    xkeys({ button_id: MEGABYTE }),
  ],
  ...[packet, [bundleOf(500)], new Array(300).fill(packet), MEGABYTE].map((payload) => ({
    topic: 'bundle',
    payload,
  })),
  ...[`1${BLANKS}`, deep(500), new Array(20_000).fill(1)].map((payload) => ({ topic: '/take', payload })),
  { topic: `/take${MEGABYTE}`, payload: [] },
];

describe('a message that no device sends', () => {
  const show = PanelStage.forSuite();

  it('gives no gesture, no error, and no delay for the next press', async () => {
    await show.open({ kind: 'button', press: true, release: true, hold: true, double: true });
    for (const payload of Object.values(PAYLOADS))
      for (const topic of TOPICS) await show.send({ topic, payload, qos: 0, retain: false });
    await show.send(...MESSAGES);
    should(show.stage.out.map(({ topic, payload }) => [topic, payload])).be.empty();
    should(show.stage.caught).be.empty();
    const before = show.stage.out.length;
    const event = (payload: object) => ({ topic: 'shellies/b/input_event/0', payload, qos: 0, retain: false });
    await show.send(event({ event: '', event_cnt: 0 }), event({ event: 'S', event_cnt: 1 }));
    should(show.stage.out.length - before).equal(2);
  }).timeout(120_000);

  it('of ten times the length takes at most about ten times as long', async () => {
    await show.open({ kind: 'button' });
    /** Processor time in µs, because a busy machine may stop a test for seconds. */
    const timeOf = (length: number) => {
      const payloads = Object.values(payloadsOf('x'.repeat(length), ' '.repeat(length)));
      const started = process.cpuUsage();
      for (const payload of payloads)
        for (const topic of TOPICS)
          show.stage.node('panel').receive({ _msgid: 'm', topic, payload, qos: 0, retain: false });
      return process.cpuUsage(started).user;
    };
    timeOf(SIZE / 10);
    const short = Math.max(timeOf(SIZE / 10), timeOf(SIZE / 10));
    // An expression that goes back for each character would take a hundred times as long.
    should(Math.min(timeOf(SIZE), timeOf(SIZE))).be.below(30 * short);
  }).timeout(120_000);
});
