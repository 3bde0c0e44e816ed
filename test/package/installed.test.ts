import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import should from 'should';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { filesIn, nodes, pkg, readJson, root } from './package.js';

/** What Node-RED warns of in every empty user directory. */
const OF_NODE_RED = /Projects disabled|Encrypted credentials not found/;

/** The package as a technician gets it: packed, installed into an empty user directory, loaded by a real Node-RED. */
describe('the installed package', function () {
  this.timeout(300_000);

  let userDir: string;
  let nodeRed: RealNodeRed;
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--ignore-scripts'], { cwd: root, encoding: 'utf8' });
  const installed = (file: string) => join(userDir, 'node_modules', pkg.name, file);
  const get = async (path: string, accept = '*/*') => {
    const response = await fetch(nodeRed.url + path, { headers: { accept } });
    should(response.status).equal(200, path);
    return Buffer.from(await response.arrayBuffer());
  };
  const getJson = async (path: string) => JSON.parse((await get(path, 'application/json')).toString());

  before(async () => {
    userDir = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    const tarball = npm('pack', '--silent', '--pack-destination', userDir).trim();
    npm('install', '--prefix', userDir, join(userDir, tarball), '--prefer-offline', '--no-audit', '--no-fund');
    nodeRed = await startNodeRed(userDir);
  });
  after(async () => {
    await nodeRed?.stop();
    rmSync(userDir, { recursive: true, force: true });
  });

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
      const shown = await get(`/icons/${pkg.name}/${icon}`);
      should(shown.equals(readFileSync(join(root, 'icons', icon ?? '')))).be.true(icon);
    }
  });

  it('serves the code of the dialogs', async () => {
    const served = await get(`/resources/${pkg.name}/editor.js`);
    should(served.equals(readFileSync(installed('resources/editor.js')))).be.true();
  });

  it('leaves no placeholder of the build', async () => {
    should((await get('/nodes', 'text/html')).toString()).not.match(/\{\{(package|operations)\}\}/);
  });

  for (const file of filesIn('examples'))
    it(`offers ${file}`, async () => {
      const offered = await getJson(`/library/examples/flows/${pkg.name}/${basename(file, '.json')}`);
      should(offered).eql(readJson(file));
    });

  it('is a plain library too', () => {
    const program = `const hub = require('${pkg.name}'); const { startSimulator } = require('${pkg.name}/simulator');
      const { recognise } = require('${pkg.name}/panels');
      console.log(hub.operations.length > 50, typeof startSimulator, recognise({ payload: 'OFF' }).pressed,
        require('${pkg.name}/package.json').name)`;
    const said = execFileSync(process.execPath, ['-e', program], { cwd: userDir, encoding: 'utf8' });
    should(said.trim()).equal(`true function false ${pkg.name}`);
  });

  it('brings the simulator as a command', () => {
    const command = join(userDir, 'node_modules/.bin/graphics-hub-simulator');
    should(execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' })).containEql('--port');
  });

  it('leaves out what only a developer needs', () => {
    for (const file of ['src', 'test', 'scripts', 'dist/editor']) should(existsSync(installed(file))).be.false(file);
  });
});
