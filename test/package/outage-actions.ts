import { setTimeout as sleep } from 'node:timers/promises';
import { IN, NEXT, OUT, opacity, visible } from './recipe-stage.js';

/** Actions of an operator at the devices of the recipes. */
export interface Devices {
  /** Sends a message to a node of a flow, like the node of its device. */
  give(node: string, msg: object): Promise<void>;
  /** Clicks the button of an inject node. */
  click(node: string): Promise<void>;
  publish(topic: string, payload: string): Promise<void>;
  /** Moves a control of the tablet. */
  move(address: string, value: number): void;
  /** Waits until a control shows a state. Without the hub, its state is unknown, and it asks for a second press. */
  untilShows(control: string, state: string): Promise<void>;
  /** Sends a request to Node-RED over HTTP. */
  post(path: string): Promise<void>;
}

/** One action at a recipe, and its expected commands, as METHOD PATH BODY. */
export interface OperatorAction {
  readonly recipe: string;
  readonly act: (devices: Devices, turn: number) => Promise<unknown> | undefined;
  readonly means: readonly string[];
}

const CONTACT = '3b2e7c10-5f4a-4d7b-9c1e-0a6f5d2b8e41';
const STORY =
  '2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3' +
  '/2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22/1';
const TAI_S = 37;

const contact = (value: boolean) =>
  JSON.stringify({
    identity: { source_id: CONTACT },
    event_type: 'boolean',
    timing: { creation_timestamp: `${Math.floor(Date.now() / 1000) + TAI_S}:${(Date.now() % 1000) * 1_000_000}` },
    payload: { value },
    message_type: 'state',
  });

/** A push of a Shelly. The same time would be the same push. */
function push(): string {
  const ts = Date.now() / 1000;
  const events = [{ component: 'input:0', id: 0, event: 'single_push', ts }];
  return JSON.stringify({
    src: 'shelly-desk',
    dst: 'shelly-desk/events',
    method: 'NotifyEvent',
    params: { ts, events },
  });
}

/** Clicks, and waits until the lower third of the next recipe shows the result. */
async function clickUntil({ click, untilShows }: Devices, node: string, state: string) {
  await click(node);
  await untilShows('hubrmid0ctl00004', state);
}

/** Shows the lower third with a press, and hides it with another one. */
async function twice({ untilShows }: Devices, control: string, press: () => unknown) {
  for (const state of ['off', 'program']) {
    await untilShows(control, state);
    await press();
  }
}

/** Camera 1 on program, as TallyArbiter publishes it. */
const PROGRAM_TALLY = 'tallyarbiter/device/0e257ab9/bus/334e4eda/state';

/** The same with the messages of a key. */
const pressTwice = (devices: Devices, control: string, key: (pressed: boolean) => object) =>
  twice(devices, control, async () => {
    for (const pressed of [true, false]) await devices.give(control, key(pressed));
  });

const note = (number: number) => (pressed: boolean) => {
  const force = pressed ? 127 : 0;
  return { payload: [number, force], midi: { raw: [144, number, force], channel: 1 } };
};

/** Written by hand, from the pages of the recipes. */
export const ACTIONS: readonly OperatorAction[] = [
  { recipe: 'First show', act: (devices) => clickUntil(devices, 'hubshow0inj00001', 'program'), means: [IN] },
  { recipe: 'First show', act: (devices) => clickUntil(devices, 'hubshow0inj00002', 'off'), means: [OUT] },
  {
    recipe: 'midi-fader-bank',
    act: (devices) => pressTwice(devices, 'hubrmid0ctl00004', note(36)),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'x-touch',
    act: (devices) => pressTwice(devices, 'hubrxtc0ctl00003', note(94)),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'osc',
    act: (devices) =>
      twice(devices, 'hubrosc0ctl00002', () => {
        for (const value of [1, 0]) devices.move('/1/push1', value);
      }),
    means: [visible(true), visible(false)],
  },
  { recipe: 'osc', act: async ({ move }) => move('/1/fader1', 0.25), means: [opacity(0.25)] },
  {
    recipe: 'stream-deck',
    act: (devices) => pressTwice(devices, 'hubrdec0ctl00001', (pressed) => ({ topic: 0, payload: Number(pressed) })),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'x-keys',
    async act({ give }) {
      const key = (value: number) =>
        give('hubrxke0ctl00002', { topic: 'button', payload: { product_id: 1, unit_id: 0, button_id: '3', value } });
      for (const value of [1, 0]) await key(value);
      // A stop asks for a second press, at least half a second and at most 3 s later.
      await sleep(900);
      for (const value of [1, 0]) await key(value);
    },
    means: ['PUT /launcher/61/stop'],
  },
  {
    recipe: 'gpi',
    async act(devices) {
      const control = 'hubrgpi0ctl00001';
      const pin = (pressed: boolean) => ({ topic: 'gpio/17', payload: pressed ? 0 : 1 });
      // The first message after a start is the state of the pin.
      await devices.give(control, pin(false));
      await pressTwice(devices, control, pin);
    },
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'mqtt',
    act: (devices) => twice(devices, 'hubrmqt0ctl00001', () => devices.publish('studio/lower-third', 'click')),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'home-assistant',
    act: (devices) => twice(devices, 'hubrhas0ctl00001', () => devices.publish('studio/ha/lower-third/press', 'click')),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'shelly',
    act: (devices) => twice(devices, 'hubrsly0ctl00001', () => devices.publish('shelly-desk/events/rpc', push())),
    means: [visible(true), visible(false)],
  },
  { recipe: 'mqtt', act: ({ publish }) => publish('studio/opacity', '40'), means: [opacity(0.4)] },
  {
    recipe: 'atem',
    async act({ give }, turn) {
      const cut = (program: number) => give('hubrate0rbe00001', { topic: 'atem', payload: { program, preview: 9 } });
      // The first message is not a cut. Each later action cuts to another camera.
      if (turn === 1) await cut(0);
      await cut(turn);
    },
    means: [OUT],
  },
  {
    recipe: 'ember',
    act: (devices) =>
      pressTwice(devices, 'hubremb0ctl00002', (value) => ({ payload: { contents: { identifier: 'Key', value } } })),
    means: [visible(true), visible(false)],
  },
  {
    recipe: 'is-07',
    async act({ publish }) {
      for (const value of [false, true]) await publish(`x-nmos/events/v1.0/sources/${CONTACT}`, contact(value));
    },
    means: [NEXT],
  },
  {
    recipe: 'tally-arbiter',
    async act({ publish }) {
      for (const state of ['ON', 'OFF']) await publish(PROGRAM_TALLY, state);
    },
    means: [OUT],
  },
  { recipe: 'companion', act: ({ post }) => post('/graphics/next'), means: [NEXT] },
  { recipe: 'dashboard', act: ({ give }) => give('hubrdas0hub00002', { payload: true, _client: {} }), means: [NEXT] },
  {
    recipe: 'newsroom',
    act: ({ click }) => click('hubrnew0inj00001'),
    means: [`POST /newsroom/rundowns/${STORY}/in`],
  },
  {
    recipe: 'schedule',
    async act({ click }) {
      await click('hubrsch0inj00004');
      await click('hubrsch0inj00003');
    },
    means: [NEXT],
  },
  { recipe: 'many-machines', act: ({ click }) => click('hubrmny0inj00001'), means: [IN] },
];
