import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { eventually } from '../editor/page.js';
import { root } from './package.js';

/**
 * Commands that build or write files, so they run in a copy of the repository. Only in CI, because this takes a long
 * time.
 */
describe('in a copy of the repository', function () {
  this.timeout(240_000);

  let copy: string;
  let started: ChildProcess | undefined;

  before(function () {
    if (!process.env.CI || process.platform === 'win32') this.skip();
    copy = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    for (const file of execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean))
      cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });

  after(() => copy && rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));

  afterEach(async () => {
    if (!started || started.exitCode !== null || started.signalCode !== null) return;
    process.kill(-Number(started.pid), 'SIGKILL');
    await once(started, 'exit');
  });

  const npm = (...line: string[]) => execFileSync('npm', line, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

  it('`npm run format` fixes the format of a file', () => {
    const file = join(copy, 'src/hub/base/clock.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('  ', '\t'));
    npm('run', 'format');
    should(readFileSync(file, 'utf8')).equal(text);
  });

  it('`npm run typecheck` finds a wrong type in the sources and in the tests', () => {
    npm('run', 'typecheck');
    for (const file of ['src/wrong.ts', 'test/wrong.ts']) {
      writeFileSync(join(copy, file), "export const count: number = 'one';\n");
      should(() => npm('run', 'typecheck')).throw(/Command failed/);
      rmSync(join(copy, file));
    }
  });

  it('`npm run openapi -- de` prints only the interface, in German', () => {
    const { openapi, paths } = JSON.parse(npm('run', '--silent', 'openapi', '--', 'de'));
    should(openapi).startWith('3.1');
    should(Object.values<{ patch?: { summary: string } }>(paths)[0]?.patch?.summary).equal('Eigenschaft setzen');
  });

  it('`npm run dev` starts the demo, and restarts it when a dialog or a style sheet is saved', async () => {
    let printed = '';
    const dev = spawn('npm', ['run', 'dev'], { cwd: copy, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    started = dev;
    dev.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const starts = () => printed.match(/Started flows/g)?.length ?? 0;
    await until(() => starts() === 1);
    const [editor = ''] = printed.match(/http:\/\/127\.0\.0\.1:\d+\/(?=\s)/) ?? [];
    should((await fetch(editor)).ok).be.true();
    appendFileSync(join(copy, 'nodes/lamp.html'), '<!-- saved -->\n');
    await until(() => starts() === 2);
    appendFileSync(join(copy, 'src/editor/base/page.css'), '/* Saved. */\n');
    await until(() => starts() === 3);
    // Like Ctrl-C, to the whole process group.
    process.kill(-Number(dev.pid), 'SIGINT');
    await once(dev, 'exit');
    await eventually(() => should(fetch(editor)).be.rejected());
  });

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
