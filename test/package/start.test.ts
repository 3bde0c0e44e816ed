import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { recordingText } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from '../recording/direct-reader.js';
import { root } from './package.js';

/** The program of `npm start` after the build. */
describe('npm start', function () {
  this.timeout(240_000);

  let userDir: string;
  let taken: Server;
  let started: ChildProcess;
  let printed: string;
  let editor: string;
  let simulator: string;

  const answers = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );

  async function start(program: string, line: string[], ...channel: 'ipc'[]) {
    printed = '';
    started = spawn(program, line, { cwd: root, stdio: ['ignore', 'pipe', 'inherit', ...channel] });
    started.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    while (!printed.includes('Ctrl-C')) await sleep(50);
    editor = printed.match(/^Node-RED: +(\S+)/m)?.[1] ?? '';
    simulator = printed.match(/^Simulator: +(\S+)/m)?.[1] ?? '';
  }

  beforeEach(async () => {
    userDir = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterEach(() => {
    started.kill('SIGKILL');
    taken.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const isWindows = process.platform === 'win32';

  /** Ctrl-C. On Windows no program can send it, so the test closes the channel instead. */
  const end = () => (isWindows ? started.disconnect() : started.kill('SIGINT'));

  const line = () => {
    const { port } = taken.address() as { port: number };
    return ['scripts/start.mjs', '--user-dir', userDir, '--port', `${port}`, '--simulator-port', `${port}`];
  };

  it('runs the simulator and Node-RED with the demo, on other ports if theirs are in use', async () => {
    await start(process.execPath, line(), 'ipc');
    should(printed.match(/is in use/g)).have.length(2);
    should(await Promise.all([editor, simulator].map(answers))).eql([true, true]);
    const flow = await (await fetch(`${editor}flows`)).text();
    const hub = (JSON.parse(flow) as { type: string; baseUrl: string }[]).find(({ type }) => type === 'hub-config');
    should(hub?.baseUrl).equal(simulator);
    should(flow).containEql(`[${simulator}](${simulator})`);
    should(flow).not.containEql('http://127.0.0.1:8090');

    end();
    should(await once(started, 'exit')).eql([0, null]);
    should(await Promise.all([editor, simulator].map(answers))).eql([false, false]);
  });

  it('serves a recording with --recording, and ends when its parent closes the channel', async () => {
    const source = await startSimulator();
    source.state.engines[0]!.host.displayName = 'Our studio';
    const recording = join(userDir, 'recording.json');
    writeFileSync(recording, recordingText(await recordAtOnce(source.url)));
    await source.close();
    await start(process.execPath, [...line(), '--recording', recording], 'ipc');
    should(await (await fetch(`${simulator}/api/rest/v1/engines`)).text()).containEql('Our studio');
    should(printed).containEql('The flow is the demo.');
    started.disconnect();
    should(await once(started, 'exit')).eql([0, null]);
    should(await Promise.all([editor, simulator].map(answers))).eql([false, false]);
  });

  (isWindows ? it.skip : it)('ends with the shell that npm puts in between', async () => {
    await start('sh', ['-c', `"${process.execPath}" "$@"; true`, 'sh', ...line()]);
    started.kill('SIGKILL');
    while ((await answers(editor)) || (await answers(simulator))) await sleep(100);
  });
});
