import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { eventually } from '../editor/page.js';
import { type Broker, mayLackBroker, startBroker } from '../world/broker.js';
import {
  click,
  IN,
  lastPrinted,
  NEXT,
  OUT,
  opacity,
  press,
  printed,
  type RecipeCase,
  type RecipeRun,
  sends,
  staysSo,
  visible,
  withoutStart,
} from './recipe-stage.js';

/** A run with Debian's broker. Without it the test is skipped, but not in CI. */
const withBroker = (runWith: (broker: Broker) => Promise<RecipeRun>): RecipeCase => ({
  async does(test) {
    if (mayLackBroker) test.skip();
    const broker = await startBroker();
    const run = await runWith(broker);
    return {
      ...run,
      changes: [['"port":"1883"', `"port":"${broker.port}"`], ...(run.changes ?? [])],
      close: async () => {
        await run.close?.();
        await broker.close();
      },
    };
  },
});

/** Prints the messages of a topic. */
const listensTo = (tab: string, topic: string) => [
  {
    ...{ id: 'heard', type: 'mqtt in', z: tab, name: '', topic, qos: '0', datatype: 'auto-detect' },
    ...{ broker: 'hubrecp0brk00001', nl: false, rap: true, rh: 0, inputs: 0, wires: [['printed']] },
  },
  printed(tab),
];

/** The retained configuration of an entity, as Home Assistant gets it. */
async function configOf(subscribe: Broker['subscribe'], topic: string): Promise<Record<string, unknown>> {
  const configs = await subscribe(topic);
  await eventually(() => should(configs).have.length(1));
  return JSON.parse(configs[0]!);
}

/** The runs with a real broker, by recipe. */
export const brokerRuns: Readonly<Record<string, RecipeCase>> = {
  mqtt: withBroker(async ({ publish }) => {
    await publish('studio/lower-third', 'ON', { retain: true });
    return {
      nodes: listensTo('hubrmqt0tab00001', 'studio/lamp/lower-third'),
      async act(stage) {
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'off', retain: false }));
        await publish('studio/opacity', '40');
        await sends(stage, opacity(0.4));
        await publish('studio/lower-third', 'OFF');
        await publish('studio/lower-third', 'ON');
        await publish('studio/lower-third', 'ON');
        await publish('studio/lower-third', 'OFF');
        await sends(stage, opacity(0.4), visible(true));
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'program', retain: false }));
        await publish('studio/lower-third', 'click');
        await sends(stage, opacity(0.4), visible(true), visible(false));
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'off', retain: false }));
        await press(stage.hub, 'in');
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'program', retain: false }));
        await staysSo(stage, opacity(0.4), visible(true), visible(false), IN);
      },
    };
  }),
  'is-07': withBroker(async ({ publish }) => {
    const topic = 'x-nmos/events/v1.0/sources/3b2e7c10-5f4a-4d7b-9c1e-0a6f5d2b8e41';
    const lamp = 'x-nmos/events/v1.0/sources/c9a4e6d2-81b7-4f3e-a2d5-7e0b1c4f9a63';
    const event = (value: boolean, ageS = 0) =>
      JSON.stringify({
        identity: { source_id: '3b2e7c10-5f4a-4d7b-9c1e-0a6f5d2b8e41' },
        event_type: 'boolean',
        // TAI is 37 s ahead of UTC.
        timing: { creation_timestamp: `${Math.floor(Date.now() / 1000) + 37 - ageS}:0` },
        payload: { value },
        message_type: 'state',
      });
    await publish(topic, event(true, 60), { retain: true });
    return {
      nodes: listensTo('hubris70tab00001', lamp),
      async act(stage) {
        await eventually(() => should(lastPrinted(stage)).match({ payload: { payload: { value: false } } }));
        await publish(topic, event(false));
        await publish(topic, event(true));
        await publish(topic, event(false));
        await sends(stage, NEXT);
        await press(stage.hub, 'in');
        await eventually(() => should(lastPrinted(stage)).match({ payload: { payload: { value: true } } }));
        await staysSo(stage, NEXT, IN);
      },
    };
  }),
  zigbee2mqtt: withBroker(async ({ publish }) => {
    const button = (action: string) =>
      publish('zigbee2mqtt/desk_button', `{"action":"${action}","battery":100,"linkquality":120}`);
    return {
      nodes: listensTo('hubrz2m0tab00001', 'zigbee2mqtt/desk_light/set/state'),
      async act(stage) {
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'OFF', retain: false }));
        await button('single');
        // Version 1.x clears the action.
        await button('');
        await publish('zigbee2mqtt/desk_button', '{"battery":87,"linkquality":98}');
        await publish('zigbee2mqtt/desk_button/availability', '{"state":"online"}');
        await button('double');
        await sends(stage, NEXT);
        // Longer than the lockout.
        await sleep(300);
        await button('single');
        await sends(stage, NEXT, NEXT);
        await publish('zigbee2mqtt/desk_remote', '{"action":"1_single","battery":100}');
        await publish('zigbee2mqtt/desk_remote', '{"action":"2_single","battery":100}');
        await sends(stage, NEXT, NEXT, visible(true));
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'ON', retain: false }));
        await button('hold');
        await button('release');
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'OFF', retain: false }));
        await staysSo(stage, NEXT, NEXT, visible(true), visible(false));
      },
    };
  }),
  shelly: withBroker(async ({ publish }) => {
    const notify = (method: string, params: object) =>
      publish(
        'shelly-desk/events/rpc',
        JSON.stringify({ src: 'shelly-desk', dst: 'shelly-desk/events', method, params }),
      );
    const push = (event: string, ts: number) =>
      notify('NotifyEvent', { ts, events: [{ component: 'input:0', id: 0, event, ts }] });
    const gen1 = 'shellies/shellybutton1-A4CF12F45301/input_event/0';
    return {
      nodes: [
        ...listensTo('hubrsly0tab00001', 'shelly-desk/command/switch:0'),
        {
          ...{ id: 'gen1', type: 'mqtt in', z: 'hubrsly0tab00001', name: '', topic: gen1, qos: '0' },
          ...{ datatype: 'auto-detect', broker: 'hubrecp0brk00001', nl: false, rap: true, rh: 0, inputs: 0 },
          wires: [['hubrsly0ctl00001']],
        },
      ],
      async act(stage) {
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'off', retain: false }));
        await push('btn_down', 1700000000.5);
        await push('btn_up', 1700000000.6);
        await push('single_push', 1700000001);
        await push('single_push', 1700000001);
        await push('double_push', 1700000003);
        await notify('NotifyStatus', { ts: 1700000004, 'switch:0': { id: 0, output: true, source: 'MQTT' } });
        await sends(stage, visible(true));
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'on', retain: false }));
        await push('long_push', 1700000005);
        await sends(stage, visible(true), NEXT);
        await publish(gen1, '{"event":"","event_cnt":0}');
        await publish(gen1, '{"event":"S","event_cnt":1}');
        await publish(gen1, '{"event":"S","event_cnt":1}');
        await sends(stage, visible(true), NEXT, visible(false));
        await eventually(() => should(lastPrinted(stage)).eql({ payload: 'off', retain: false }));
        await publish(gen1, '{"event":"L","event_cnt":2}');
        await staysSo(stage, visible(true), NEXT, visible(false), NEXT);
      },
    };
  }),
  'tally-arbiter': withBroker(async ({ publish }) => {
    const packets: Buffer[] = [];
    const arbiter = createSocket('udp4', (packet) => packets.push(packet)).bind(0, '127.0.0.1');
    await once(arbiter, 'listening');
    const device = 'tallyarbiter/device/0e257ab9';
    /** As TallyArbiter publishes each change of a device: all buses, retained. */
    const tally = async (program: 'ON' | 'OFF', preview: 'ON' | 'OFF') => {
      const options = { retain: true };
      await publish(`${device}/state`, '{"deviceId":"0e257ab9","deviceName":"Camera 1","states":[]}', options);
      for (const [bus, state] of [
        ['334e4eda', program],
        ['e393251c', preview],
      ]) {
        await publish(`${device}/bus/${bus}`, `{"state":"${state}","busId":"${bus}"}`, options);
        await publish(`${device}/bus/${bus}/state`, String(state), options);
      }
      await publish(`${device}/status`, 'online', options);
    };
    /** The control word of a display: two bits each for the right lamp, the text and the left lamp. */
    const shown = () => packets.map((packet) => (packet.readUInt16LE(8) >> 2) & 0b11);
    await tally('ON', 'OFF');
    return {
      changes: [['"port":"8901"', `"port":"${arbiter.address().port}"`]],
      async act(stage) {
        await eventually(() => should(shown().at(-1)).equal(0));
        // The camera was on program before the start.
        await tally('OFF', 'OFF');
        await staysSo(stage);
        await tally('OFF', 'ON');
        await tally('ON', 'ON');
        await tally('ON', 'OFF');
        await press(stage.hub, 'in');
        await eventually(() => should(shown().at(-1)).equal(1));
        await staysSo(stage, IN);
        await tally('OFF', 'OFF');
        await sends(stage, IN, OUT);
        await eventually(() => should(shown().at(-1)).equal(0));
        await tally('OFF', 'ON');
        await staysSo(stage, IN, OUT);
        should(packets.at(-1)?.readUInt16LE(6)).equal(1);
        should(new Set(shown())).eql(new Set([0, 1]));
      },
      close: async () => void arbiter.close(),
    };
  }),
  'home-assistant': withBroker(async ({ publish, subscribe }) => {
    const before = await subscribe('studio/ha/lower-third');
    return {
      async act(stage) {
        await eventually(() => should(withoutStart(before)).eql(['off']));
        await click(stage, 'Button of Home Assistant');
        await click(stage, 'Sensor of Home Assistant');
        // Home Assistant starts later than Node-RED.
        const button = await configOf(subscribe, 'homeassistant/button/+/config');
        const sensor = await configOf(subscribe, 'homeassistant/sensor/+/config');
        should(button).have.properties('name', 'unique_id', 'device');
        should(sensor).have.properties('name', 'unique_id', 'device');
        const states = await subscribe(String(sensor.state_topic));
        await eventually(() => should(states).eql(['off']));
        const pressButton = () => publish(String(button.command_topic), String(button.payload_press));
        await pressButton();
        await pressButton();
        await sends(stage, visible(true));
        await eventually(() => should(states).eql(['off', 'program']));
        // Longer than the lockout.
        await staysSo(stage, visible(true));
        await pressButton();
        await sends(stage, visible(true), visible(false));
        await eventually(() => should(states).eql(['off', 'program', 'off']));
      },
    };
  }),
};
