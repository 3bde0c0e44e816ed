import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import should from 'should';
import type * as hub from '../../dist/hub/index.js';
import type * as simulator from '../../dist/simulator/index.js';

const root = resolve(__dirname, '../..');

const ROW = '| `blinkRenderer` | PUT `…/blink/{blinkCount}` | 200 `OK` | [?] |\n';
const ENTRY = `  blinkRenderer: command('/launcher/{configID}/blink/{blinkCount}', { ...config, blinkCount: id('count') }),\n`;
const CARD = `
export const blinkRenderer = trigger('PUT /launcher/{configID}/blink/{blinkCount}', {
  timeout: 30_000,
  answer: [200, 'OK'],
  params: { configID: 61, blinkCount: 3 },
  calls: [call('PUT /launcher/C/blink/3', 501, TEXT)],
});
`;

/** The steps of CONTRIBUTING.md "An operation". Only in CI, because a copy of the repository takes a long time. */
describe('a new operation in the table', () => {
  let copy: string;

  before(function () {
    if (!process.env.CI) this.skip();
    this.timeout(240_000);
    copy = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    const folders = ['dist', 'scripts', 'locales', 'nodes', 'plugins', 'icons', 'src', 'docs'];
    const tests = ['test/tsconfig.json', 'test/operations', 'test/hub/table', 'test/simulator/shape.ts'];
    for (const part of [...folders, ...tests, 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    add('docs/develop/interface.md', ROW, '| `listRenderers` |');
    add('src/hub/table/operations/launcher.ts', ENTRY, '  startRenderer: ');
    for (const { status, stdout, stderr } of [compile('--build'), run('scripts/assets.mjs')])
      should(status).equal(0, stdout + stderr);
  });

  after(() => copy && rmSync(copy, { recursive: true, force: true }));

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  const compile = (...args: string[]) => run('node_modules/typescript/bin/tsc', ...args);
  /** Adds a text to a file, before another text or at the end. */
  const add = (file: string, text: string, before?: string) =>
    writeFileSync(join(copy, file), before ? read(file).replace(before, text + before) : read(file) + text);

  it('needs a card', () => {
    should(compile('-p', 'test').stdout).match(/^test\/operations\/index\.ts.*'blinkRenderer' is missing/);
    add('test/operations/launcher.ts', CARD);
    add('test/operations/index.ts', "  blinkCount: 'id',\n", '  // Program or preview.');
    should(compile('-p', 'test')).match({ status: 0, stdout: '' });
    const { status, stdout } = run('node_modules/mocha/bin/mocha.js', '.test/hub/table/interface.test.js');
    should(stdout).containEql('has blinkRenderer as its card has it');
    should(status).equal(0, stdout);
  }).timeout(120_000);

  it('is in the dialog of its area and in the help, with a generated name', () => {
    should(read('resources/editor.js')).containEql('blinkRenderer').and.containEql('blinkCount');
    should(read('lib/nodes/locales/en-US/launcher.html')).match(/Blink renderer[\s\S]*Blink count/);
  });

  it('is in the documents', () => {
    should(read('docs/operations.md')).match(/### Blink renderer[^#]*`blinkCount`/);
    should(read('docs/openapi.json')).containEql('/launcher/{configID}/blink/{blinkCount}');
  });

  it('is sent to a simulator, which answers that it is not simulated', async () => {
    const load = createRequire(join(copy, 'dist/'));
    const { Hub, findOperation, HubError } = load('./hub/index.js') as typeof hub;
    const { startSimulator } = load('./simulator/index.js') as typeof simulator;
    const simulated = await startSimulator();
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 } as const;
    const client = new Hub({ baseUrl: simulated.url, ...settings });
    const blink = findOperation('blinkRenderer') as hub.Operation;
    const error = await client.run(blink, { configID: '61', blinkCount: 3 }).catch((failure) => failure);
    should(error).be.instanceof(HubError);
    should(error).match({ code: 'HUB_FAULT', reply: { statusCode: 501 } });
    should(simulated.journal.at(-1)).match({ path: '/api/rest/v1/launcher/61/blink/3', operation: 'blinkRenderer' });
    client.close();
    await simulated.close();
  });
});
