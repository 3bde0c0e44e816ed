import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { recordingText } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from '../recording/direct-reader.js';
import { root } from './package.js';

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
    while (!/^Simulator: .+\n/m.test(printed)) {
      should(started.exitCode).be.null();
      await sleep(50);
    }
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
    return ['scripts/start.mjs', '--built', '--user-dir', userDir, '--port', `${port}`, '--simulator-port', `${port}`];
  };

  it('runs the demo on other ports if its own are in use, and keeps the edited flow until --fresh', async () => {
    interface Part {
      readonly id: string;
      readonly type: string;
      readonly name?: string;
      readonly baseUrl?: string;
    }
    const flows = async () => (await (await fetch(`${editor}flows`)).json()) as Part[];
    const comments = async () =>
      (await flows()).filter(({ type, name }) => type === 'comment' && name === 'Übergabe 日本語').length;
    const save = async (flow: readonly Part[]) => {
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await fetch(`${editor}flows`, { method: 'POST', headers, body: JSON.stringify(flow) });
      should(status).equal(204);
    };
    await start(process.execPath, line(), 'ipc');
    should(printed.match(/is in use/g)).have.length(2);
    should(await Promise.all([editor, simulator].map(answers))).eql([true, true]);
    const flow = await flows();
    should(flow.find(({ type }) => type === 'hub-config')?.baseUrl).equal(simulator);
    const demo = JSON.stringify(flow);
    should(demo).containEql(`[${simulator}](${simulator})`).and.not.containEql('http://127.0.0.1:8090');
    const { id: z } = flow.find(({ type }) => type === 'tab')!;
    const comment = { id: 'own', type: 'comment', name: 'Übergabe 日本語', z, x: 100, y: 900 };
    await save([...flow, comment]);
    end();
    should(await once(started, 'exit')).eql([0, null]);
    should(await Promise.all([editor, simulator].map(answers))).eql([false, false]);

    await start(process.execPath, line(), 'ipc');
    should(await comments()).equal(1);
    const text = await (await fetch(`${editor}flows`)).text();
    should(text).containEql(`"baseUrl":"${simulator}"`);
    const file = join(userDir, 'flows.json');
    const before = readFileSync(file, 'utf8');
    for (const options of [[], ['--fresh']]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...line(), ...options], {
        cwd: root,
        encoding: 'utf8',
      });
      should({ status, stdout }).eql({ status: 1, stdout: '' });
      should(stderr).equal(
        `Process ${started.pid} already runs the flow in ${userDir}. End it, or choose another folder with --user-dir.\n`,
      );
    }
    should(readFileSync(file, 'utf8')).equal(before);
    should(await comments()).equal(1);
    end();
    await once(started, 'exit');

    await start(process.execPath, [...line(), '--fresh'], 'ipc');
    should(await comments()).equal(0);
    const real = 'http://hub.invalid:8080';
    await save((await flows()).map((part) => (part.baseUrl ? { ...part, baseUrl: real } : part)));
    end();
    await once(started, 'exit');
    await start(process.execPath, line(), 'ipc');
    should((await flows()).flatMap(({ baseUrl = [] }) => baseUrl)).eql([real]);
  });

  it('serves a recording with --recording, and ends when its parent closes the channel', async () => {
    const source = await startSimulator();
    source.state.engines[0]!.host.displayName = 'Our studio';
    const recording = join(userDir, 'recording.json');
    writeFileSync(recording, recordingText(await recordAtOnce(source.url)));
    await source.close();
    await start(process.execPath, [...line(), '--recording', recording], 'ipc');
    should(await (await fetch(`${simulator}/api/rest/v1/engines`)).text()).containEql('Our studio');
    should(printed).containEql('The flow may name things that the recording does not have.');
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
