import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { examples } from '../examples.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { filesIn, nodes, pkg, readJson, root } from './package.js';
import { ownFolder, tarball } from './packed.js';

/** Warnings of Node-RED for every user directory without settings of its own. */
const OF_NODE_RED = /Projects disabled|Encrypted credentials not found/;

const HUB = { id: 'hub', type: 'hub-config', version: 1, dialect: '1', linearSegment: 'linear', auth: 'none' };

/** *Manage palette* may install. Otherwise Node-RED has few nodes, so it starts faster. */
const SETTINGS = {
  ...FEW_NODES,
  externalModules: { palette: { ...FEW_NODES.externalModules.palette, allowInstall: true } },
};

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
      ...{ engineId: { type: 'num', value: '1' }, nodePath: { type: 'str', value: 'Mixer_0' } },
      ...{ propertyPath: { type: 'str', value: 'Overlay//Opacity/0' }, Value: { type: 'num', value: '0.25' } },
    },
  },
];

/**
 * The package as a technician gets it: packed, installed with *Manage palette*, which sends the tarball as a form, and
 * loaded again by the next start of Node-RED.
 */
describe('the installed package', function () {
  this.timeout(300_000);

  let userDir: string;
  let nodeRed: RealNodeRed;
  let hub: Simulator;

  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const call = (path: string, method = 'GET', body?: FormData | string) =>
    fetch(nodeRed.url + path, { method, body, headers: body instanceof FormData ? {} : json });

  async function present(): Promise<{ name: string; enabled: boolean; err?: string; types: string[] }[]> {
    const sets = (await (await call('/nodes')).json()) as ({ module: string } & Awaited<
      ReturnType<typeof present>
    >[0])[];
    return sets.filter(({ module }) => module === pkg.name);
  }

  async function hasEveryType(): Promise<void> {
    const sets = await present();
    for (const { name, err, enabled } of sets)
      should({ name, err, enabled }).eql({ name, err: undefined, enabled: true });
    should(sets.flatMap(({ types }) => types).sort()).eql(nodes.map(({ type }) => type).sort());
  }

  before(async () => {
    userDir = ownFolder();
    hub = await startSimulator();
    nodeRed = await startNodeRed(userDir, SETTINGS);
  });
  after(async () => {
    await nodeRed?.stop();
    await hub?.close();
  });

  it('is installed into a running Node-RED by its tarball, with every type', async () => {
    const form = new FormData();
    form.append('tarball', new Blob([readFileSync(tarball())]), basename(tarball()));
    const answer = await call('/nodes', 'POST', form);
    should([answer.status, answer.ok ? '' : await answer.text()]).eql([200, '']);
    await hasEveryType();
  });

  it('runs a flow at once', async () => {
    should((await call('/flows', 'POST', JSON.stringify(flow(hub.url)))).status).equal(204);
    while (!hub.journal.some(({ method }) => method === 'PATCH')) await sleep(20);
    should(hub.journal.filter(({ method }) => method === 'PATCH')).match([
      { path: '/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0', body: { Value: 0.25 } },
    ]);
  });

  describe('after the next start', () => {
    before(async () => {
      await nodeRed.stop();
      nodeRed = await startNodeRed(userDir, SETTINGS);
    });

    const installed = (file: string) => join(userDir, 'node_modules', pkg.name, file);
    const get = async (path: string, accept = '*/*') => {
      const response = await fetch(nodeRed.url + path, { headers: { accept } });
      should(response.status).equal(200, path);
      return Buffer.from(await response.arrayBuffer());
    };
    const getJson = async (path: string) => JSON.parse((await get(path, 'application/json')).toString());

    it('loads without a warning', () => {
      const warnings = nodeRed.log().match(/^.*\[(warn|error)\].*$/gm) ?? [];
      should(warnings.filter((line) => !OF_NODE_RED.test(line))).be.empty();
    });

    it('registers every type', hasEveryType);

    for (const locale of filesIn('locales').map((folder) => folder.split('/')[1]))
      it(`speaks ${locale}`, async () => {
        for (const { name } of nodes) {
          const words = await getJson(`/locales/${pkg.name}/${name}?lng=${locale}`);
          should(words).eql(readJson(`locales/${locale}/${name}.json`));
        }
      });

    it('serves the icons', async () => {
      for (const { icon } of nodes) {
        const served = await get(`/icons/${pkg.name}/${icon}`);
        should(served.equals(readFileSync(join(root, 'icons', icon ?? '')))).be.true(icon);
      }
    });

    it('serves the code of the dialogs', async () => {
      const served = await get(`/resources/${pkg.name}/editor.js`);
      should(served.equals(readFileSync(installed('resources/editor.js')))).be.true();
    });

    it('has a help text for every node, without a placeholder of the build', async () => {
      const editor = (await get('/nodes', 'text/html')).toString();
      for (const { type } of nodes) should(editor).containEql(`data-help-name="${type}"`);
      should(editor).not.match(/\{\{(package|operations)\}\}/);
    });

    for (const { name, flow } of examples)
      it(`offers the example ${name}`, async () => {
        should(await getJson(`/library/examples/flows/${pkg.name}/${name}`)).eql(flow);
      });
  });

  describe('after its removal from a running Node-RED', () => {
    it('leaves nothing behind', async () => {
      should((await call('/flows', 'POST', '[]')).status).equal(204);
      should((await call(`/nodes/${pkg.name}`, 'DELETE')).status).equal(204);
      should(await present()).be.empty();
      should(existsSync(join(userDir, 'node_modules', pkg.name))).be.false();
      should(readFileSync(join(userDir, 'package.json'), 'utf8')).not.containEql(pkg.name);
    });
  });
});
