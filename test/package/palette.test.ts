import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { nodes, pkg } from './package.js';
import { ownFolder, tarball } from './packed.js';

const HUB = { id: 'hub', type: 'hub-config', version: 1, dialect: '1', linearSegment: 'linear', auth: 'none' };

/** Node-RED treats a node without a position as a configuration node. */
const at = { z: 'tab', x: 100, y: 100 };

/** Sets one property as soon as the flow starts. */
const flow = (baseUrl: string) => [
  { id: 'tab', type: 'tab', label: 'Flow' },
  { ...HUB, baseUrl },
  { id: 'inject', type: 'inject', ...at, once: true, onceDelay: 0, props: [], wires: [['set']] },
  {
    ...{
      id: 'set',
      type: 'hub-engine-property',
      z: 'tab',
      version: 1,
      hub: 'hub',
      operation: 'setProperty',
      wires: [[]],
    },
    params: {
      engineId: { type: 'num', value: '1' },
      nodePath: { type: 'str', value: 'Mixer_0' },
      propertyPath: { type: 'str', value: 'Overlay//Opacity/0' },
      Value: { type: 'num', value: '0.25' },
    },
  },
];

/** Installs and removes the nodes with *Manage palette*, which sends the tarball as a form. */
describe("the palette's manager", function () {
  this.timeout(240_000);

  let userDir: string;
  let nodeRed: RealNodeRed;
  let hub: Simulator;

  before(async () => {
    userDir = ownFolder();
    hub = await startSimulator();
    nodeRed = await startNodeRed(userDir);
  });
  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
  });

  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const call = (path: string, method = 'GET', body?: FormData | string) =>
    fetch(nodeRed.url + path, { method, body, headers: body instanceof FormData ? {} : json });

  async function present(): Promise<{ name: string; err?: string; types: string[] }[]> {
    const sets = (await (await call('/nodes')).json()) as { name: string; module: string; types: string[] }[];
    return sets.filter(({ module }) => module === pkg.name);
  }

  it('installs the tarball into a running Node-RED, with all nodes', async () => {
    const form = new FormData();
    form.append('tarball', new Blob([readFileSync(tarball())]), basename(tarball()));
    const answer = await call('/nodes', 'POST', form);
    should([answer.status, answer.ok ? '' : await answer.text()]).eql([200, '']);
    const sets = await present();
    should(sets.filter(({ err }) => err)).be.empty();
    should(sets.flatMap(({ types }) => types).sort()).eql(nodes.map(({ type }) => type).sort());
  });

  it('keeps running nodes', async () => {
    should((await call('/flows', 'POST', JSON.stringify(flow(hub.url)))).status).equal(204);
    while (!hub.journal.some(({ method }) => method === 'PATCH')) await sleep(20);
    should(hub.journal.filter(({ method }) => method === 'PATCH')).match([
      { path: '/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0', body: { Value: 0.25 } },
    ]);
  });

  it('removes the nodes', async () => {
    should((await call('/flows', 'POST', '[]')).status).equal(204);
    should((await call(`/nodes/${pkg.name}`, 'DELETE')).status).equal(204);
    should(await present()).be.empty();
    should(existsSync(join(userDir, 'node_modules', pkg.name))).be.false();
    should(readFileSync(join(userDir, 'package.json'), 'utf8')).not.containEql(pkg.name);
  });
});
