import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import should from 'should';
import type { Look, Looks } from '../../dist/looks/look.js';
import { lookFiles, looksText, parseLooks } from '../../dist/looks/look-text.js';
import { bundled } from '../bundled.js';

/** All values of the file are the same number, so a mixture of two files would show. */
const start: Looks = new Map(
  ['Day', 'Night'].map((name): [string, Look] => [
    name,
    Array.from({ length: 100 }, (_, index) => ({
      engine: 'Arena',
      node: `Light ${index}`,
      property: 'Power',
      value: 0,
    })),
  ]),
);

const KILLS = 25;
/** Several updates. */
const LONGEST_MS = 30;

describe('the file of looks after a kill', function () {
  this.timeout(240_000);

  let folder: string;
  let path: string;
  let program: string;
  let child: ChildProcess | undefined;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
    path = join(folder, 'looks.json');
    writeFileSync(path, looksText(start));
    program = bundled(join(__dirname, 'store-until-killed.js'));
  });

  after(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills a writer at a random moment. Returns the last number that it printed. */
  async function lastNumberOfKilled(): Promise<number> {
    const writer = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = writer;
    let printed = '';
    writer.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await once(writer.stdout, 'data');
    await setTimeout(Math.random() * LONGEST_MS);
    writer.kill('SIGKILL');
    await once(writer, 'close');
    return Number(printed.trimEnd().split('\n').at(-1));
  }

  const numbersOnDisk = () => {
    const looks = [...parseLooks(readFileSync(path, 'utf8')).values()];
    return new Set(looks.flat().map(({ value }) => Number(value)));
  };

  it('has all values of the last update or of the next one', async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      // Otherwise the next writer waits, since the killed one may still write.
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
      const last = await lastNumberOfKilled();
      const [number, ...others] = numbersOnDisk();
      should(others).eql([]);
      should(number).be.within(last, last + 1);
    }
  });

  it('loses the temporary files of the killed writers at the next write', async () => {
    const names = readdirSync(folder);
    should(names).containEql('looks.json');
    for (const name of names) utimesSync(join(folder, name), 1, 1);
    const file = lookFiles.open(path);
    await file.update(() => new Map());
    file.close();
    should(readdirSync(folder)).eql(['looks.json']);
  });
});
