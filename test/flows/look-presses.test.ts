import { readFile } from 'node:fs/promises';
import should from 'should';
import { opacity } from '../operations/values.js';
import { midi, mqtt, xkeys } from '../panels/messages.js';
import { ask } from '../simulator/ask.js';
import { LookStage } from './look-stage.js';
import type { Message } from './stage.js';

const zigbee = (payload: object) => mqtt(JSON.stringify(payload), { topic: 'zigbee2mqtt/desk' });
const shelly = (topic: string, payload: string) => mqtt(payload, { topic: `shellies/shelly1-B929CC/${topic}` });
/** An old event is not a press, and a busy machine is slow. */
const soon = Date.now() / 1000 + 600;
const gen2 = (event: string, later: number) =>
  mqtt(
    JSON.stringify({ method: 'NotifyEvent', params: { events: [{ component: 'input:0', event, ts: soon + later }] } }),
    {
      topic: 'plus/events/rpc',
    },
  );

/** The press of a key, and the messages that follow it. */
const KEYS: Readonly<Record<string, readonly Message[]>> = {
  'MIDI note': [midi('noteon', 0x90, 1, [60, 100]), midi('noteoff', 0x80, 1, [60, 0])],
  'MIDI note with velocity 0': [midi('noteon', 0x90, 1, [60, 100]), midi('noteon', 0x90, 1, [60, 0])],
  'MIDI controller': [midi('controller', 0xb0, 1, [20, 127]), midi('controller', 0xb0, 1, [20, 0])],
  'Stream Deck': [
    { topic: 3, payload: 1 },
    { topic: 3, payload: 0 },
  ],
  'X-keys': [xkeys({ button_id: '1' }, 1), xkeys({ button_id: '1' }, 0)],
  zigbee2mqtt: [
    zigbee({ action: 'single', battery: 87, linkquality: 98 }),
    zigbee({ action: '', battery: 87, linkquality: 98 }),
    zigbee({ battery: 86, linkquality: 98 }),
  ],
  'zigbee2mqtt hold': [zigbee({ action: 'hold' }), zigbee({ action: 'release', duration: 1200 })],
  'Shelly Gen2': [gen2('single_push', 0.3), gen2('single_push', 0.3), gen2('btn_down', 2), gen2('btn_up', 2.2)],
  'Shelly event': [
    shelly('input_event/0', '{"event":"S","event_cnt":2}'),
    shelly('input_event/0', '{"event":"S","event_cnt":2}'),
    shelly('relay/0', 'on'),
  ],
  'true and false': [{ payload: true }, { payload: false }],
  'texts over MQTT': [mqtt('ON'), mqtt('OFF')],
  'button down and up': [{ payload: { event: 'btn_down' } }, { payload: { event: 'btn_up' } }],
  'Dashboard button': ['pointerdown', 'pointerup', 'click'].map((type) => ({
    topic: 'take',
    payload: '',
    _event: { type },
  })),
};

/** The last event of a Shelly of generation 1, which it sends again every 30 s. */
const LAST_EVENTS: Readonly<Record<string, Message>> = {
  'Shelly event': shelly('input_event/0', '{"event":"S","event_cnt":1}'),
};

describe('a key with msg.operation', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  const setByOthers = (Value: number) => ask(show.hub, 'setProperty', { params: { ...opacity, Value } });
  const stored = async (look: string) => JSON.parse(await readFile(show.file, 'utf8')).looks[look];

  /** A node remembers its buttons after a deploy, so each test has another one. */
  let tests = 0;
  let look = '';
  const send = (msg: Message) => show.send(look, msg);

  async function open(fields: object = {}): Promise<void> {
    tests += 1;
    look = `look${tests}`;
    await show.open([show.look(look, ['opacity'], fields)]);
    await send({ operation: 'store', look: 'Evening' });
    await setByOthers(0.25);
  }

  for (const [name, [press = {}, ...after]] of Object.entries(KEYS)) {
    it(`recalls once, and never at the release: ${name}`, async () => {
      await open();
      if (LAST_EVENTS[name]) await send({ ...LAST_EVENTS[name], operation: 'recall', look: 'Evening' });
      for (const msg of [press, ...after]) await send({ ...msg, operation: 'recall', look: 'Evening' });
      should(show.received('opacity')).eql([{ Value: 0.25 }, { Value: 1 }]);
    });

    it(`stores the values of the press, not those of the release: ${name}`, async () => {
      await open();
      if (LAST_EVENTS[name]) await send({ ...LAST_EVENTS[name], operation: 'store', look: 'Key' });
      await send({ ...press, operation: 'store', look: 'Key' });
      await setByOthers(0.75);
      for (const msg of after) await send({ ...msg, operation: 'store', look: 'Key' });
      should(await stored('Key')).match([{ value: 0.25 }]);
    });
  }

  for (const operation of ['recall', 'store', 'restore', 'delete', 'compare', 'list'])
    it(`does not ${operation} for a release or a retained message, and the status shows the reason`, async () => {
      await open();
      for (const [msg, reason] of [
        [{ payload: false }, /^release ignored/],
        [mqtt('ON', { retain: true }), /^retained/],
        [mqtt('{"any":"data"}', { retain: true }), /^retained/],
      ] as const) {
        await send({ ...msg, operation, look: 'Evening' });
        await show.stage.until(() => reason.test(show.stage.status(look).text ?? ''));
      }
      should(show.stage.out).have.length(1);
      should(show.received('opacity')).eql([{ Value: 0.25 }]);
      should(await stored('Evening')).match([{ value: 1 }]);
    });

  it('recalls once if the event of its press is sent again after a deploy', async () => {
    await open();
    await send({ ...gen2('single_push', 0), operation: 'recall', look: 'Evening' });
    await show.stage.close();
    await show.open([show.look(look, ['opacity'])]);
    for (const later of [0, 1]) {
      await setByOthers(0.25);
      await send({ ...gen2('single_push', later), operation: 'recall', look: 'Evening' });
    }
    should(show.received('opacity')).eql([
      { Value: 0.25 },
      { Value: 1 },
      { Value: 0.25 },
      { Value: 0.25 },
      { Value: 1 },
    ]);
  });

  it('does nothing for the state that a GPIO pin has at the start', async () => {
    await open();
    for (const payload of [1, 0, 1]) await send({ topic: 'gpio/17', payload, operation: 'recall', look: 'Evening' });
    should(show.received('opacity')).eql([{ Value: 0.25 }, { Value: 1 }]);
  });

  it('does nothing for a press that waits when its node closes', async () => {
    await open();
    const before = show.stage.completed.length;
    // It may be the first half of the number of a parameter.
    const press = midi('controller', 0xb0, 1, [98, 127]);
    show.stage.node(look).receive({ ...press, _msgid: 'w', operation: 'recall', look: 'Evening' });
    await show.stage.node(look).close();
    await show.stage.until(() => show.stage.completed.length > before);
    should(show.received('opacity')).eql([{ Value: 0.25 }]);
  });

  it('runs for a message that no panel sends', async () => {
    await open();
    for (const payload of [undefined, Date.now(), 'go', { any: 'data' }])
      await send({ payload, operation: 'recall', look: 'Evening' });
    should(show.received('opacity').slice(1)).eql(Array(4).fill({ Value: 1 }));
  });

  it('blends for each message of a fader, also for 0', async () => {
    await open();
    for (const blend of [1, 0]) await send({ payload: blend, blend, operation: 'recall', look: 'Evening' });
    should(show.received('opacity').slice(1)).eql([{ Value: 1 }, { Value: 0.25 }]);
  });

  it('does not store at a release, although the message also has a blend', async () => {
    await open();
    await send({ payload: false, blend: 1, operation: 'store', look: 'Evening' });
    should(await stored('Evening')).match([{ value: 1 }]);
  });

  for (const gestures of [
    ['press', 'release'],
    ['press', 'hold', 'release'],
  ])
    it(`with “Hold stores” runs once, and stores nothing: ${gestures}`, async () => {
      await open({ holdStores: true });
      for (const did of gestures)
        await send({
          payload: did !== 'release',
          gesture: { source: 'mqtt', control: 'k', did },
          operation: 'recall',
          look: 'Evening',
        });
      should(show.received('opacity').slice(1)).eql([{ Value: 1 }]);
      should(await stored('Evening')).match([{ value: 1 }]);
    });
});
