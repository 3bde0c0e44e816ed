import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { blocksOf } from '../documents/markdown.js';
import { examples } from '../examples.js';
import { type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { filesIn, nodes, pkg, readJson, root } from './package.js';
import { npm, npmIn, ownFolder, tarball } from './packed.js';

/** What Node-RED warns of in every empty user directory. */
const OF_NODE_RED = /Projects disabled|Encrypted credentials not found/;

/** A program as a strict engineer writes it; what is expected to be wrong would pass where types are missing. */
const CONSUMER = `import { findOperation, Hub, HubError, type HubSettings, type Result } from '${pkg.name}';
import { type Gesture, recognise } from '${pkg.name}/panels';
import { type Simulator, startSimulator } from '${pkg.name}/simulator';

export async function fade(): Promise<Result | undefined> {
  const simulator: Simulator = await startSimulator({ port: 0 });
  const settings: HubSettings = { baseUrl: simulator.url, dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 };
  const operation = findOperation('setProperty');
  if (!operation) throw new Error('gone');
  const result = await new Hub(settings).run(operation, { engineId: 1 });
  return typeof result === 'string' ? undefined : result;
}
export const code = (error: unknown): string => (error instanceof HubError ? error.code : '');
export const gesture: Gesture | undefined = recognise({ payload: 'OFF' });
// @ts-expect-error A port is a number.
export const wrong: Promise<Simulator> = startSimulator({ port: 'all' });
// @ts-expect-error There are two dialects.
export const third: HubSettings['dialect'] = 3;
// @ts-expect-error A message is needed.
recognise();
`;

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

  for (const { name, flow } of examples)
    it(`offers the example ${name}`, async () => {
      should(await getJson(`/library/examples/flows/${pkg.name}/${name}`)).eql(flow);
    });

  it('is a plain library too', () => {
    const program = `const hub = require('${pkg.name}'); const { startSimulator } = require('${pkg.name}/simulator');
      const { recognise } = require('${pkg.name}/panels');
      console.log(hub.operations.length > 50, typeof startSimulator, recognise({ payload: 'OFF' }).pressed,
        require('${pkg.name}/package.json').name)`;
    const said = execFileSync(process.execPath, ['-e', program], { cwd: userDir, encoding: 'utf8' });
    should(said.trim()).equal(`true function false ${pkg.name}`);
  });

  /** Compiles programs in the user directory as a strict engineer does. */
  function compile(...line: string[]) {
    const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const { status, stdout } = spawnSync(process.execPath, [...compiler, ...types, ...line], {
      cwd: userDir,
      encoding: 'utf8',
    });
    should([stdout, status]).eql(['', 0]);
  }

  it('is a library with types, for a strict compiler', () => {
    writeFileSync(join(userDir, 'consumer.ts'), CONSUMER);
    for (const way of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']])
      compile('--noEmit', '--module', ...way, 'consumer.ts');
  });

  it('runs the programs of the library page, with `import` and with `require`', () => {
    const [program = '', required = ''] = ['ts', 'js'].map((wanted) =>
      blocksOf('docs/library.md')
        .filter(({ language }) => language === wanted)
        .map(({ code }) => code)
        .join('\n'),
    );
    const programs = { 'program.mts': program, 'program.cts': program, 'required.cts': required };
    for (const [file, text] of Object.entries(programs)) writeFileSync(join(userDir, file), text);
    compile('--module', 'nodenext', '--outDir', 'compiled', ...Object.keys(programs));
    const printed = ['program.mjs', 'program.cjs', 'required.cjs'].map((file) =>
      execFileSync(process.execPath, [join(userDir, 'compiled', file)], { encoding: 'utf8' }),
    );
    const engines = 'Studio A\nStudio B\nVideo Wall\nArena\n';
    should(printed).eql([engines, engines, 'false\n']);
  });

  it('brings the simulator as a command', () => {
    // As `npx -p`: in `npm exec`, `-p` is another option.
    const command = ['--package', pkg.name, '--', 'graphics-hub-simulator', '--help'];
    const said = npmIn(userDir, 'exec', '--offline', ...command);
    should(said).containEql('--port');
  });

  it('brings the reference of operations', () => {
    for (const file of ['docs/operations.md', 'docs/openapi.json']) should(existsSync(installed(file))).be.true(file);
    should(existsSync(installed('docs/README.md'))).be.false();
  });

  it('leaves out what only a developer needs', () => {
    for (const file of ['src', 'test', 'scripts', 'dist/editor']) should(existsSync(installed(file))).be.false(file);
  });
});
