import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { example, type Part, pointedAt } from '../examples.js';
import { pageToken } from '../page-token.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { recipes, recipesUserDir } from '../recipes.js';
import { type Broker, mayLackBroker, startBroker } from '../world/broker.js';
import { startOscTablet } from './osc-tablet.js';
import { ACTIONS, type Devices } from './outage-actions.js';
import { commands } from './recipe-stage.js';

/** Minimum duration of the outage, in s. */
const OUTAGE = Number(process.env.OUTAGE ?? 0);

/** A lamp must show the loss within the longest interval of a watch and 1 s, and recover within 2 s. */
const LOST_WITHIN = 1 + 1;
const RIGHT_WITHIN = 2;

/** Longest wait for something that no limit measures, in s. */
const PATIENCE = 90;

/** Time that a lamp shows a failed press, in s. */
const PRESS_FAILED = 5;

/** Additional time on a busy machine, in s. The tests of the connection count the probes exactly. */
const SPARE = 10;

const FLOWS: readonly (readonly [name: string, flow: readonly Part[]])[] = [
  ['First show', example('1-first-steps/first-show')],
  ...recipes.map(({ name, flow }) => [name, flow] as const),
];

/** Lamps and keys of a recipe that show whether the lower third is on. */
const lampsOf = (flow: readonly Part[]): readonly Part[] =>
  flow.filter(({ type, surface, toggle }) => {
    if (type === 'hub-control') return toggle;
    return type === 'hub-lamp' && !/Fader$|^mcu[RS]/.test(String(surface));
  });

/** Waits for a condition, at most this many s. */
async function within(seconds: number, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !holds() && Date.now() < end; await sleep(20));
}

/** A state of a lamp and its start. */
interface Shown {
  readonly at: number;
  readonly id: string;
  readonly state: string;
}

/** The time between two readings of the lights of all controls, in ms. */
const CONTROLS_MS = 50;

/** Debug nodes that print the states of the lamps of a tab. */
const printNodes = (flow: readonly Part[]): readonly object[] => {
  const z = flow.find(({ type }) => type === 'tab')?.id;
  const line = '$string({"at": $millis(), "id": status.source.id, "text": status.text})';
  return [
    { id: `shown ${z}`, type: 'status', z, name: '', scope: lampNodes(flow), wires: [[`tap ${z}`]] },
    {
      ...{ id: `tap ${z}`, type: 'debug', z, name: 'lamp', active: true, tosidebar: false, console: true },
      ...{ tostatus: false, targetType: 'jsonata', complete: line, wires: [] },
    },
  ];
};

const lampNodes = (flow: readonly Part[]): readonly string[] =>
  lampsOf(flow)
    .filter(({ type }) => type === 'hub-lamp')
    .map(({ id }) => id);

/** A node that sends a message to another one. */
const inputFor = (node: Part) => ({ id: `to ${node.id}`, type: 'inject', z: node.z, props: [], wires: [[node.id]] });

describe('an outage of the hub, in every recipe', function () {
  this.timeout(240_000 + OUTAGE * 1000);

  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let broker: Broker;
  let tablet: Awaited<ReturnType<typeof startOscTablet>>;
  let companion: Server;
  let userDir: string | undefined;
  const close: (() => Promise<unknown> | undefined)[] = [];
  const rows = new Map<string, Record<string, string>>();
  const note = (recipe: string, column: string, text: string) =>
    rows.set(recipe, { ...rows.get(recipe), [column]: text });

  /** The states of the lights of controls, oldest first. */
  const controlStates: Shown[] = [];

  /** Reads the lights of all controls until it is ended. */
  async function followControls(): Promise<() => Promise<void>> {
    const headers = await pageToken(nodeRed.url);
    let isEnded = false;
    const read = async () => {
      for (; !isEnded; await sleep(CONTROLS_MS)) {
        const answer = await fetch(`${nodeRed.url}/graphics-hub/controls`, { headers });
        for (const { id, state } of (await answer.json()) as Shown[])
          if (isLamp(id) && controlStates.findLast((each) => each.id === id)?.state !== state)
            controlStates.push({ at: Date.now(), id, state });
      }
    };
    const ended = read();
    return () => {
      isEnded = true;
      return ended;
    };
  }

  /** All states that the lamps, by their status texts, and the controls showed, oldest first. */
  const statesShown = (): readonly Shown[] => [
    ...[...nodeRed.log().matchAll(/\[debug:lamp\] (.*)/g)]
      .map(([, json = '']) => JSON.parse(json))
      .map(({ at, id, text = '' }) => ({ at, id, state: text === 'on air' ? 'program' : text })),
    ...controlStates,
  ];
  const stateOf = (id: string) => statesShown().findLast((each) => each.id === id)?.state;
  const statesOf = (flow: readonly Part[]) => [...new Set(lampsOf(flow).map(({ id }) => stateOf(id)))].join(', ');
  const all = FLOWS.flatMap(([, flow]) => lampsOf(flow));
  const isLamp = (id: string) => all.some((each) => each.id === id);
  const allShow = (state: string) => () => all.every(({ id }) => stateOf(id) === state);

  async function untilAllShow(state: string): Promise<void> {
    await within(PATIENCE, allShow(state));
    should(allShow(state)()).be.true(state);
  }

  /** Time until the slowest lamp of a recipe showed a state, in s. Undefined if one did not. */
  function slowest(flow: readonly Part[], since: number, state: string): number | undefined {
    const times = lampsOf(flow).map(({ id }) => {
      const later = statesShown().filter((each) => each.id === id && each.at >= since);
      return stateOf(id) === state ? (later.find((each) => each.state === state)?.at ?? since) - since : Number.NaN;
    });
    const slowest = Math.max(...times) / 1000;
    return Number.isNaN(slowest) ? undefined : slowest;
  }

  const devices: Devices = {
    async give(node, msg) {
      const props = Object.entries(msg).map(([p, v]) => ({ p, v: JSON.stringify(v), vt: 'json' }));
      await inject(`to ${node}`, { __user_inject_props__: props });
    },
    click: (node) => inject(node),
    publish: (topic, payload) => broker.publish(topic, payload),
    move: (address, value) => tablet.move(address, value),
    untilShows: (node, state) => within(PATIENCE, () => [state, 'unknown', 'armed'].includes(stateOf(node) ?? '')),
    async post(path) {
      await (await fetch(nodeRed.url + path, { method: 'POST' })).text();
    },
  };

  async function inject(node: string, body: object = {}): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const url = `${nodeRed.url}/inject/${encodeURIComponent(node)}`;
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    should(status).equal(200, node);
  }

  /** Shows the lower third from outside Node-RED. */
  const bringIn = () => fetch(`${hub.url}/api/rest/v1/playout/rundowns/51/items/512/in`, { method: 'POST' });

  /** Performs all actions, one after the other. The hub must get exactly the expected commands. */
  async function performAll(turn: number): Promise<void> {
    const wrong: { readonly recipe: string; readonly sent: unknown; readonly means: unknown }[] = [];
    for (const { recipe, act, means } of ACTIONS) {
      const before = commands(hub).length;
      await act(devices, turn);
      await within(PATIENCE, () => commands(hub).length >= before + means.length);
      const sent = commands(hub).slice(before);
      const isRight = JSON.stringify(sent) === JSON.stringify(means);
      if (!isRight) wrong.push({ recipe, sent, means });
      note(
        recipe,
        turn === 1 ? 'commands before' : 'commands after',
        isRight && !wrong.some((each) => each.recipe === recipe) ? 'right' : 'WRONG',
      );
    }
    should(wrong).eql([]);
  }

  before(async function () {
    userDir = mayLackBroker ? undefined : recipesUserDir();
    if (!userDir) return this.skip();
    hub = await startSimulator();
    close.push(() => hub.close());
    broker = await startBroker();
    close.push(() => broker.close());
    tablet = await startOscTablet();
    close.push(() => tablet.close());
    companion = createServer((_, response) => response.end('ok'));
    close.push(async () => companion.close());
    await new Promise<void>((resolve) => companion.listen(0, '127.0.0.1', resolve));
    nodeRed = await startNodeRed(userDir);
    close.unshift(() => nodeRed.stop());
    const parts = new Map(FLOWS.flatMap(([, flow]) => flow).map((part) => [part.id, part]));
    const flow = [
      ...parts.values(),
      ...FLOWS.flatMap(([, each]) => printNodes(each)),
      ...[...parts.values()].map(inputFor),
    ];
    const changes = [
      ['"port":"1883"', `"port":"${broker.port}"`],
      ['"port":"9000"', `"port":"${tablet.sendsTo}"`],
      ['"port":"9001"', `"port":"${tablet.listensAt}"`],
      ['127.0.0.1:8000', `127.0.0.1:${(companion.address() as AddressInfo).port}`],
      ['192.168.10.240', '127.0.0.1'],
      // A press by hand is ignored for 90 s after another one.
      ['"lockout":"90"', '"lockout":""'],
      // The second press of a key follows at once.
      ['"lockout":"0.5"', '"lockout":""'],
      // A press on another machine is dropped after 0.5 s, which is short for a loaded machine.
      ['"expiry":"0.5"', '"expiry":"30"'],
      // Once a year, so that no test is affected.
      ['* * 1,2,3,4,5"', '1 1 *"'],
    ] as const;
    const body = changes.reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      JSON.stringify(pointedAt(hub.url, flow)),
    );
    const headers = { 'content-type': 'application/json' };
    const deployed = await fetch(`${nodeRed.url}/flows`, { method: 'POST', headers, body });
    should(deployed.status).equal(204, await deployed.text());
    close.unshift(await followControls());
  });

  afterEach(function () {
    if (OUTAGE > 0 || this.currentTest?.state === 'failed') console.table(Object.fromEntries(rows));
  });

  after(async () => {
    for (const end of close) await end();
    if (userDir) rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is shown by every lamp, leaves no command behind, and ends without an action', async () => {
    await untilAllShow('off');
    await performAll(1);
    await bringIn();
    await untilAllShow('program');
    for (const [name, flow] of FLOWS) note(name, 'before', statesOf(flow) || 'no lamp');

    const port = Number(new URL(hub.url).port);
    const killed = Date.now();
    await hub.close();
    await within(LOST_WITHIN + SPARE, allShow('unknown'));
    const lost = judge('lost after (s)', killed, 'unknown', LOST_WITHIN + SPARE);
    for (const { act } of ACTIONS) await act(devices, 2);
    // A failed press is shown for 5 s.
    await within(PRESS_FAILED + SPARE, allShow('unknown'));
    await sleep(Math.max(0, OUTAGE * 1000 - (Date.now() - killed)));

    // The new simulator has its initial state: the lower third is off.
    hub = await startSimulator({ port });
    const returned = Date.now();
    await within(RIGHT_WITHIN + SPARE, allShow('off'));
    const right = judge('right after (s)', returned, 'off', RIGHT_WITHIN + SPARE);
    const wrongStates = statesShown().filter(({ at, state }) => at >= returned && state === 'program');
    const late = commands(hub);
    await performAll(3);
    await bringIn();
    await untilAllShow('program');
    should({ lost, right, wrongStates, late }).eql({ lost: [], right: [], wrongStates: [], late: [] });
  });

  /** Records the time of each recipe's lamps for a state. Returns the recipes above the limit. */
  function judge(column: string, since: number, state: string, limit: number): readonly string[] {
    return FLOWS.flatMap(([name, flow]) => {
      if (lampsOf(flow).length === 0) return [];
      const seconds = slowest(flow, since, state);
      note(name, column, seconds?.toFixed(1) ?? `LIES: ${statesOf(flow)}`);
      return seconds === undefined || seconds > limit ? [name] : [];
    });
  }
});
