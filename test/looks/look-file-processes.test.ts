import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { parseLooks } from '../../dist/looks/look-text.js';
import { bundled } from '../bundled.js';

/** A process that stores looks. */
interface Writer {
  readonly child: ChildProcess;
  /** The names and values of the looks that it reported as done. */
  done(): string[];
  readonly ended: Promise<unknown>;
}

/** Longer than a store, and shorter than the time after which another process takes over. */
const STUCK_MS = 200;

describe('the file of looks of several processes', function () {
  this.timeout(240_000);
  let folder: string;
  let path: string;
  let program: string;
  let writers: Writer[];

  before(() => {
    program = bundled(join(__dirname, 'store-many.js'));
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
    path = join(folder, 'looks.json');
    writers = [];
  });
  afterEach(async () => {
    for (const { child } of writers) child.kill('SIGKILL');
    await Promise.all(writers.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  });

  /** `count` 0: until it is killed. */
  function startWriter(prefix: string, count: number, at = path): Writer {
    const child = spawn(process.execPath, [program, at, prefix, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const done = () => printed.split('\n').slice(0, -1);
    const writer = { child, done, ended: once(child, 'close') };
    writers.push(writer);
    return writer;
  }

  const until = async (holds: () => boolean) => {
    for (const deadline = Date.now() + 60_000; !holds(); await pause(5)) should(Date.now()).be.below(deadline);
  };
  const stored = () => parseLooks(readFileSync(path, 'utf8'));
  /** The stores that were reported as done, but the file has an older value or none. */
  function lost(): string[] {
    const looks = stored();
    const storedValue = (name = '') => Number(looks.get(name)?.[0]?.value ?? -1);
    return writers
      .flatMap((writer) => writer.done())
      .filter((line) => {
        const [name, number] = line.split(' ');
        return storedValue(name) < Number(number);
      });
  }

  it('has all of 200 stores of two processes', async () => {
    const both = [startWriter('A', 100), startWriter('B', 100)];
    await Promise.all(both.map(({ ended }) => ended));
    should(both.map((writer) => writer.done().length)).eql([100, 100]);
    should(lost()).eql([]);
    should(stored().size).equal(200);
    should(readdirSync(folder)).eql(['looks.json']);
  });

  it('has all stores that were reported before a kill, and the other process goes on', async () => {
    const survivor = startWriter('A', 0);
    for (let kill = 0; kill < 3; kill += 1) {
      const writer = startWriter(`B${kill}-`, 0);
      await until(() => writer.done().length > 0);
      await pause(Math.random() * 30);
      writer.child.kill('SIGKILL');
      await writer.ended;
      // If it held the lock, the other process waits and takes over.
      const count = survivor.done().length;
      await until(() => survivor.done().length > count + 1);
    }
    survivor.child.kill('SIGKILL');
    await survivor.ended;
    should(lost()).eql([]);
  });

  it('has all stores after a process was suspended and the other one took over', async function () {
    if (process.platform === 'win32') return this.skip();
    const [slow, quick] = [startWriter('A', 0), startWriter('B', 0)];
    await until(() => slow.done().length > 0 && quick.done().length > 0);
    const goOn = async () => {
      slow.child.kill('SIGCONT');
      const count = slow.done().length;
      await until(() => slow.done().length > count + 1);
    };
    for (let isStuck = false; !isStuck; await goOn()) {
      slow.child.kill('SIGSTOP');
      const count = quick.done().length;
      await pause(STUCK_MS);
      isStuck = quick.done().length <= count + 1;
      await until(() => quick.done().length > count + 1);
    }
    for (const { child } of [slow, quick]) child.kill('SIGKILL');
    await Promise.all([slow.ended, quick.ended]);
    should(lost()).eql([]);
  });
});
