import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { examples } from '../examples.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { filesIn, nodes, pkg, readJson, root } from './package.js';
import { npm, ownFolder, tarball } from './packed.js';

/** Warnings of Node-RED for every empty user directory. */
const OF_NODE_RED = /Projects disabled|Encrypted credentials not found/;

/** The package as a technician gets it: packed, installed into an empty user directory, loaded by a real Node-RED. */
describe('the installed package', function () {
  this.timeout(300_000);

  let userDir: string;
  let nodeRed: RealNodeRed;
  const installed = (file: string) => join(userDir, 'node_modules', pkg.name, file);
  const get = async (path: string, accept = '*/*') => {
    const response = await fetch(nodeRed.url + path, { headers: { accept } });
    should(response.status).equal(200, path);
    return Buffer.from(await response.arrayBuffer());
  };
  const getJson = async (path: string) => JSON.parse((await get(path, 'application/json')).toString());

  before(async () => {
    userDir = ownFolder();
    npm('install', '--prefix', userDir, tarball(), '--prefer-offline', '--no-audit', '--no-fund');
    nodeRed = await startNodeRed(userDir);
  });
  after(() => nodeRed?.stop());

  it('loads without a warning', () => {
    const warnings = nodeRed.log().match(/^.*\[(warn|error)\].*$/gm) ?? [];
    should(warnings.filter((line) => !OF_NODE_RED.test(line))).be.empty();
  });

  it('registers every type', async () => {
    const sets = (await getJson('/nodes')).filter(({ module }: { module: string }) => module === pkg.name);
    for (const { name, err, enabled } of sets)
      should({ name, err, enabled }).eql({ name, err: undefined, enabled: true });
    should(sets.flatMap(({ types }: { types: string[] }) => types).sort()).eql(nodes.map(({ type }) => type).sort());
  });

  for (const locale of filesIn('locales').map((folder) => folder.split('/')[1]))
    it(`speaks ${locale}`, async () => {
      for (const { name, type } of nodes) {
        const words = await getJson(`/locales/${pkg.name}/${name}?lng=${locale}`);
        should(words).eql(readJson(`locales/${locale}/${name}.json`));
        const editor = (await get('/nodes', 'text/html')).toString();
        should(editor).containEql(`data-help-name="${type}"`);
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

  it('leaves no placeholder of the build', async () => {
    should((await get('/nodes', 'text/html')).toString()).not.match(/\{\{(package|operations)\}\}/);
  });

  for (const { name, flow } of examples)
    it(`offers the example ${name}`, async () => {
      should(await getJson(`/library/examples/flows/${pkg.name}/${name}`)).eql(flow);
    });

  it('brings the reference of operations', () => {
    for (const file of ['docs/operations.md', 'docs/openapi.json']) should(existsSync(installed(file))).be.true(file);
    should(existsSync(installed('docs/README.md'))).be.false();
  });

  it('contains nothing that only a developer needs', () => {
    for (const file of ['src', 'test', 'scripts', 'dist/editor']) should(existsSync(installed(file))).be.false(file);
  });
});
