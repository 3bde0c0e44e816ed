import should from 'should';
import { PanelStage } from './panel-stage.js';

/** Objects within objects. Node-RED itself cannot copy much deeper ones. */
const deep = (depth: number): unknown => {
  let value: unknown = 'single';
  for (let level = 0; level < depth; level += 1) value = { action: value };
  return value;
};

const MEGABYTE = 'x'.repeat(1_000_000);

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

const PAYLOADS: Readonly<Record<string, unknown>> = {
  'a text of 1 MB': MEGABYTE,
  'JSON of 1 MB': `{"action":"${MEGABYTE}"}`,
  'bytes of 1 MB': Buffer.alloc(1_000_000, 0x7b),
  'an object with a text of 1 MB': { action: MEGABYTE, event: MEGABYTE, linkquality: 1 },
  'an object with 100,000 fields': Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`f${index}`, index]),
  ),
  'a list of 100,000 events': { method: 'NotifyEvent', params: { events: new Array(100_000).fill({ event: 'x' }) } },
  'deep JSON as text': `${'{"action":'.repeat(900)}1${'}'.repeat(900)}`,
  'a deep object': deep(500),
  'half of JSON': '{"action":"sing',
  'an action that is an object': { action: { single: true } },
  'events that are none': { method: 'NotifyEvent', params: { events: [null, 1, 'single_push', { event: { a: 1 } }] } },
  'a name of a prototype': { action: '__proto__', event: 'constructor', type: 'toString' },
  'a count that is none': { event: 'toString', event_cnt: Number.NaN },
};

describe('a message that no device sends', () => {
  const show = PanelStage.forSuite();

  it('gives no gesture, no error, and no delay for the next press', async () => {
    await show.open({ kind: 'button', press: true, release: true, hold: true, double: true });
    for (const payload of Object.values(PAYLOADS))
      for (const topic of TOPICS) await show.send({ topic, payload, qos: 0, retain: false });
    should(show.stage.out.map(({ topic, payload }) => [topic, payload])).be.empty();
    should(show.stage.caught).be.empty();
    const before = show.stage.out.length;
    const started = performance.now();
    await show.send({
      topic: 'shellies/b/input_event/0',
      payload: { event: 'S', event_cnt: 1 },
      qos: 0,
      retain: false,
    });
    should(show.stage.out.length - before).equal(2);
    should(performance.now() - started).be.below(1000);
  }).timeout(20_000);

  it('is read within a few milliseconds', async () => {
    await show.open({ kind: 'button' });
    const started = performance.now();
    for (const payload of Object.values(PAYLOADS))
      for (const topic of TOPICS)
        show.stage.node('panel').receive({ _msgid: 'm', topic, payload, qos: 0, retain: false });
    // A generous bound: about 4 ms a message.
    should(performance.now() - started).be.below(4 * TOPICS.length * Object.keys(PAYLOADS).length + 1000);
  }).timeout(20_000);
});
