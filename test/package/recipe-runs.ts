import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import should from 'should';
import type { Simulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import type { Part } from '../examples.js';
import type { RealNodeRed } from '../real-node-red.js';
import { mayLackBroker, startBroker } from '../world/broker.js';
import { startOscTablet } from './osc-tablet.js';

/** The Node-RED of a recipe's flow. */
export interface Stage {
  readonly hub: Simulator;
  readonly nodeRed: RealNodeRed;
  /** The commands that the hub got, as METHOD PATH BODY. */
  readonly sent: () => string[];
  /** A node of the flow by its name. */
  readonly find: (name: string) => Part;
}

/** One run of a recipe: replacements for its device, and the actions of an operator. */
interface RecipeRun {
  /** Additional nodes that record the output of the flow. */
  readonly nodes?: readonly object[];
  /** Changed addresses and times: text in the flow, and its replacement. */
  readonly changes?: readonly (readonly [string, string])[];
  readonly act: (stage: Stage) => Promise<void>;
  readonly close?: () => Promise<void>;
}

interface RecipeCase {
  /** Commands of the page, except those that install. */
  readonly commands?: readonly string[];
  /** Errors that Node-RED may report if the device is missing. */
  readonly withoutDevice?: RegExp;
  readonly does?: (test: Mocha.Context) => Promise<RecipeRun>;
}

export const NEXT = 'PUT /linear/rundown/101/playnext/0';
export const IN = 'POST /playout/rundowns/51/items/512/in';
export const OUT = 'POST /playout/rundowns/51/items/512/out';
export const opacity = (value: number) =>
  `PATCH /engines/1/nodes/Mixer_0/properties/Overlay//Opacity/0 {"Value":${value}}`;

const CURL = 'curl -X POST http://127.0.0.1:1880/graphics/next';

/** Clicks the button of an inject node. */
async function click({ nodeRed, find }: Stage, name: string): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`${nodeRed.url}/inject/${find(name).id}`, { method: 'POST' });
    // Only deployed nodes can be clicked.
    should(status).equal(200);
  });
}

const sends = ({ sent }: Stage, ...commands: readonly string[]) => eventually(() => should(sent()).eql(commands));

/** Long enough to notice an unwanted message, in ms. */
const A_WHILE = 600;

const staysSo = async (stage: Stage, ...commands: readonly string[]) => {
  await new Promise((resolve) => setTimeout(resolve, A_WHILE));
  should(stage.sent()).eql(commands);
};

/** Starts Debian's broker. Without it the test is skipped, but not in CI. */
async function broker(test: Mocha.Context) {
  if (mayLackBroker) test.skip();
  const started = await startBroker();
  return { ...started, changes: [['"port":"1883"', `"port":"${started.port}"`]] as const };
}

/** Prints the messages of a topic. */
const listensTo = (tab: string, topic: string) => [
  {
    ...{ id: 'heard', type: 'mqtt in', z: tab, name: '', topic, qos: '0', datatype: 'auto-detect' },
    ...{ broker: 'hubrecp0brk00001', nl: false, rap: true, rh: 0, inputs: 0, wires: [['printed']] },
  },
  {
    ...{ id: 'printed', type: 'debug', z: tab, name: 'heard', active: true, tosidebar: false, console: true },
    ...{ tostatus: false, targetType: 'jsonata', complete: '$string({"payload": payload, "retain": retain})' },
  },
];

const lastPrinted = ({ nodeRed }: Stage) =>
  [...nodeRed.log().matchAll(/\[debug:heard\] (.*)/g)].map(([, json = '']) => JSON.parse(json)).at(-1);

/** The runs, by recipe. */
export const recipeRuns: Readonly<Record<string, RecipeCase>> = {
  osc: { does: oscTablet },
  mqtt: {
    async does(test) {
      const { changes, publish, close } = await broker(test);
      await publish('studio/next', 'ON', { retain: true });
      return {
        changes,
        nodes: listensTo('hubrmqt0tab00001', 'studio/lamp/lower-third'),
        async act(stage) {
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 'off', retain: false }));
          await publish('studio/opacity', '40');
          await sends(stage, opacity(0.4));
          await publish('studio/next', 'ON');
          await publish('studio/next', 'OFF');
          await sends(stage, opacity(0.4), NEXT);
          await press(stage.hub, 'in');
          await eventually(() => should(lastPrinted(stage)).eql({ payload: 'program', retain: false }));
          await staysSo(stage, opacity(0.4), NEXT, IN);
        },
        close,
      };
    },
  },
  'is-07': {
    async does(test) {
      const { changes, publish, close } = await broker(test);
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
        changes,
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
        close,
      };
    },
  },
  ember: { withoutDevice: /ECONNREFUSED/ },
  newsroom: {
    async does() {
      return {
        async act(stage) {
          const object = '0b8d7a52-6c1e-4f0a-9d43-5e2f71c4a901';
          const story = '2016ENPS9VM001;P_ENPSNEWS\\W\\R_38387985;1B7D0E22';
          const rundown = '2016ENPS9VM001/2016ENPS9VM001;P_ENPSNEWS\\W;38387985-142E-409A-AD00-A500F856B3C3';
          const pressed = `POST /newsroom/rundowns/${rundown}/${story}/1`;
          const updated = `PATCH /newsroom/mosObjects/${object} {"data":{"Name":"Zoë Müller","Title":"in Geneva"}}`;
          await click(stage, 'In');
          await sends(stage, `${pressed}/in`);
          await click(stage, 'Title: in Geneva');
          await sends(stage, `${pressed}/in`, updated);
          await click(stage, 'Out');
          await sends(stage, `${pressed}/in`, updated, `${pressed}/out`);
        },
      };
    },
  },
  schedule: {
    async does() {
      return {
        // Every second instead of once a day.
        changes: ['50 18', '00 19'].map((time) => [`"${time} * * 1,2,3,4,5"`, '"* * * * * *"'] as const),
        async act(stage) {
          await sends(stage, 'PUT /launcher/61/launch');
          await staysSo(stage, 'PUT /launcher/61/launch');
          await click(stage, 'Automatic');
          await sends(stage, 'PUT /launcher/61/launch', NEXT);
          // The time matches again every second, but the command is not repeated.
          await new Promise((resolve) => setTimeout(resolve, 2500));
          await staysSo(stage, 'PUT /launcher/61/launch', NEXT);
        },
      };
    },
  },
  companion: {
    commands: [CURL],
    async does() {
      const styles: unknown[] = [];
      const companion = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => {
          body += chunk;
        });
        request.on('end', () => {
          styles.push({ path: request.url, ...JSON.parse(body) });
          response.end('ok');
        });
      }).listen(0, '127.0.0.1');
      await once(companion, 'listening');
      const { port } = companion.address() as AddressInfo;
      const path = '/api/location/1/0/1/style';
      return {
        changes: [['127.0.0.1:8000', `127.0.0.1:${port}`]],
        async act(stage) {
          const { url } = stage.nodeRed;
          const post = async (what: string) => {
            const response = await fetch(`${url}/graphics/${what}`, { method: 'POST' });
            return [response.status, await response.text()];
          };
          await eventually(() => should(styles).eql([{ path, bgcolor: '#000000', text: 'off' }]));
          const [command = '', ...args] = CURL.replace('http://127.0.0.1:1880', url).split(' ');
          should((await promisify(execFile)(command, ['--silent', ...args])).stdout).equal('done');
          await sends(stage, NEXT);
          should(await post('in')).eql([200, 'done']);
          await sends(stage, NEXT, IN);
          await eventually(() => should(styles.at(-1)).eql({ path, bgcolor: '#ff0000', text: 'program' }));
          should(await post('out')).eql([200, 'done']);
          should(await post('fly')).eql([404, 'no such button']);
          await sends(stage, NEXT, IN, OUT);
          stage.hub.trouble({ operation: 'playNext', status: 404 });
          const [status, words] = await post('next');
          should(status).equal(502);
          should(words).match(/does not exist on the hub/);
        },
        close: async () => {
          companion.closeAllConnections();
          companion.close();
        },
      };
    },
  },
};

/** A tablet with a fader, a button and a light. */
async function oscTablet(): Promise<RecipeRun> {
  const { listensAt, sendsTo, move, shows, forget, close } = await startOscTablet();
  return {
    changes: [
      ['"port":"9000"', `"port":"${sendsTo}"`],
      ['"port":"9001"', `"port":"${listensAt}"`],
      // A repeated state would look like an answer.
      ['"repeat":"5"', '"repeat":""'],
    ],
    async act(stage) {
      // When the tablet shows its first values, the flow listens.
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([1, 0]));
      move('/1/fader1', 0.25);
      await sends(stage, opacity(0.25));
      move('/1/push1', 1);
      move('/1/push1', 0);
      await sends(stage, opacity(0.25), NEXT);
      await press(stage.hub, 'in');
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([0.25, 1]));
      forget();
      move('/ask');
      await eventually(() => should([shows('/1/fader1'), shows('/1/led1')]).eql([0.25, 1]));
    },
    close,
  };
}

/** A real Ember+ provider from the library of the package. */
/** The commands in the journal of the hub. Polls are sent as a batch of reads. */
export const commands = ({ journal }: Simulator): string[] =>
  journal
    .filter(({ method, operation }) => method !== 'GET' && operation !== 'batch')
    .map(({ method, path, body }) => [method, decodeURIComponent(path.replace('/api/rest/v1', '')), body])
    .map(([method, path, body]) => `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);

/** Presses a button of the lower third from outside Node-RED. */
const press = (hub: Simulator, key: string) =>
  fetch(`${hub.url}/api/rest/v1/playout/rundowns/51/items/512/${key}`, { method: 'POST' });
