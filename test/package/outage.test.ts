import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { eventually } from '../editor/page.js';
import { example, type Part, pointedAt } from '../examples.js';
import { freeUdpPort } from '../osc.js';
import { pageToken } from '../page-token.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { recipes, recipesUserDir } from '../recipes.js';
import { type Broker, mayLackBroker, startBroker } from '../world/broker.js';
import { commands, press } from './recipe-stage.js';

const FLOWS = [example('1-first-steps/first-show'), ...recipes.map(({ flow }) => flow)];

/** Lamps and keys that show whether the lower third is on. */
const lamps = FLOWS.flat().filter(({ type, surface, toggle }) =>
  type === 'hub-control' ? toggle : type === 'hub-lamp' && !/Fader$|^mcu[RS]/.test(String(surface)),
);

const isLamp = (lamp: string) => lamps.some(({ id }) => id === lamp);

/** A key of the first show, which brings the lower third in. */
const IN_KEY = 'hubshow0inj00001';

/** Debug nodes that print the statuses of the lamps of a tab. */
function printNodes(flow: readonly Part[]): readonly object[] {
  const z = flow.find(({ type }) => type === 'tab')?.id;
  const scope = lamps.filter((lamp) => lamp.z === z && lamp.type === 'hub-lamp').map(({ id }) => id);
  const line = '$string({"at": $millis(), "id": status.source.id, "text": status.text})';
  return [
    { id: `shown ${z}`, type: 'status', z, name: '', scope, wires: [[`tap ${z}`]] },
    {
      ...{ id: `tap ${z}`, type: 'debug', z, name: 'lamp', active: true, tosidebar: false, console: true },
      ...{ tostatus: false, targetType: 'jsonata', complete: line, wires: [] },
    },
  ];
}

interface Shown {
  readonly at: number;
  readonly id: string;
  readonly state: string;
}

describe('an outage of the hub, with all recipes in one Node-RED', function () {
  this.timeout(240_000);

  let hub: Simulator;
  let nodeRed: RealNodeRed;
  let broker: Broker;
  let userDir: string | undefined;
  let headers: Record<string, string>;
  /** The states of the lights of controls, oldest first. */
  const lights: Shown[] = [];

  async function readLights(): Promise<void> {
    const answer = await fetch(`${nodeRed.url}/graphics-hub/controls`, { headers });
    for (const { id, state } of (await answer.json()) as Shown[])
      if (isLamp(id) && lights.findLast((each) => each.id === id)?.state !== state)
        lights.push({ at: Date.now(), id, state });
  }

  /** All states so far: those of lamps by their statuses, and those of controls. */
  const statesShown = (): readonly Shown[] => [
    ...[...nodeRed.log().matchAll(/\[debug:lamp\] (.*)/g)]
      .map(([, json = '']) => JSON.parse(json))
      .map(({ at, id, text = '' }) => ({ at, id, state: text === 'on air' ? 'program' : text })),
    ...lights,
  ];

  const allShow = (state: string) =>
    eventually(async () => {
      await readLights();
      const all = statesShown();
      const others = lamps.filter(({ id }) => all.findLast((each) => each.id === id)?.state !== state);
      should(others.map(({ id, z }) => `${z} ${id}`)).eql([]);
    });

  before(async function () {
    userDir = mayLackBroker ? undefined : recipesUserDir();
    if (!userDir) return this.skip();
    hub = await startSimulator();
    broker = await startBroker();
    nodeRed = await startNodeRed(userDir);
    headers = await pageToken(nodeRed.url);
    // Configurations of several recipes are the same.
    const parts = new Map(FLOWS.flat().map((part) => [part.id, part]));
    const flow = JSON.stringify(pointedAt(hub.url, [...parts.values(), ...FLOWS.flatMap(printNodes)]))
      .replaceAll('"port":"1883"', `"port":"${broker.port}"`)
      .replaceAll('"port":"9000"', `"port":"${await freeUdpPort()}"`)
      .replaceAll('192.168.10.240', '127.0.0.1')
      // Once a year.
      .replaceAll('* * 1,2,3,4,5"', '1 1 *"');
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: flow };
    const deployed = await fetch(`${nodeRed.url}/flows`, sent);
    should(deployed.status).equal(204, await deployed.text());
  });

  after(async () => {
    await nodeRed?.stop();
    await broker?.close();
    await hub?.close();
    if (userDir) rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is shown by every lamp, leaves no command behind, and ends without an action', async () => {
    should(lamps.length).be.aboveOrEqual(15);
    await allShow('off');
    await press(hub, 'in');
    await allShow('program');
    const port = Number(new URL(hub.url).port);
    await hub.close();
    await allShow('unknown');
    should((await fetch(`${nodeRed.url}/inject/${IN_KEY}`, { method: 'POST' })).status).equal(200);
    // Longer than the expiry of a press.
    await sleep(2500);

    // The new simulator has its initial state: the lower third is off.
    const returned = Date.now();
    hub = await startSimulator({ port });
    await allShow('off');
    should(statesShown().filter(({ at, state }) => at >= returned && state === 'program')).eql([]);
    should(commands(hub)).eql([]);
  });
});
