import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import should from 'should';
import type * as hub from '../../dist/hub/index.js';
import type * as simulator from '../../dist/simulator/index.js';

const root = resolve(__dirname, '../..');

/** The new entry of the table, as the compiler writes it. */
const ENTRY = `
const { area } = require('./operation.js');
const added = area('launcher', {
  blinkRenderer: {
    kind: 'trigger', method: 'PUT', path: '/launcher/{configID}/blink/{blinkCount}',
    params: { configID: require('./schemas.js').id('launchConfig'), blinkCount: require('./schemas.js').id('count') },
    answer: require('./schemas.js').Ok, lane: { name: 'launcher', by: ['configID'] },
  },
});
exports.operations = [...exports.operations, ...added];
exports.allOperations = [...exports.allOperations, ...added];
const all = exports.operations;
exports.findOperation = (name) => all.find((operation) => operation.name === name);
`;

/** Only in CI, because a copy of the repository takes a long time. */
describe('a new operation in the table', () => {
  let copy: string;

  before(function () {
    if (!process.env.CI) this.skip();
    this.timeout(240_000);
    copy = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    for (const part of ['dist', 'scripts', 'locales', 'nodes', 'plugins', 'icons', 'src', 'docs', 'package.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    appendFileSync(join(copy, 'dist/hub/table/operations.js'), ENTRY);
    execFileSync(process.execPath, ['scripts/assets.mjs'], { cwd: copy });
  });

  after(() => copy && rmSync(copy, { recursive: true, force: true }));

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');

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
