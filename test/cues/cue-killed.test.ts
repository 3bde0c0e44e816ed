import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, sortCues } from '../../dist/cues/list.js';
import type { PlayState } from '../../dist/cues/play.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { bundled } from '../bundled.js';
import { opacity } from '../operations/values.js';
import { openDesk } from './killed-desk.js';

const CUES = 500;
const KILLS = Number(process.env.CUE_KILLS ?? 16);
/** Several cues. */
const LONGEST_MS = 60;

/** A cue whose command has its number as value. */
const cueOf = (number: number): [string, Cue] => {
  const values = { ...opacity, Value: number };
  const params = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: typeof value === 'number' ? 'num' : 'str', value }]),
  );
  const step = { does: 'command', operation: 'setProperty', params, delay: 0 } as const;
  // Every third one follows on at once.
  const afterwards = { does: 'followOn', after: 0, from: 'confirmed' } as const;
  return [String(number), { name: '', note: '', steps: [step], ...(number % 3 === 0 && { afterwards }) }];
};

/** The hub has answered the last command, or the next one was saved and not sent yet, or nobody knows its outcome. */
function checkPosition({ standby, hold, isRestarted }: Partial<PlayState> = {}, last: number | undefined): void {
  // Before the first Go of the first run, there is no position.
  if (last === undefined) return;
  should(isRestarted).be.true();
  if (!hold) {
    should(standby).equal(String(last + 1));
    return;
  }
  should(hold).match({ outcome: 'unknown', reason: 'restarted' });
  should([String(last), String(last + 1)]).containEql(hold.number);
  should(standby).equal(hold.number);
}

describe('a cue list after a kill', function () {
  this.timeout(240_000);

  let folder: string;
  let path: string;
  let hub: Simulator;
  let program: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hub-cues-'));
    path = join(folder, 'Show');
    const list = sortCues(Array.from({ length: CUES }, (_, index) => cueOf(index + 1)));
    writeFileSync(`${path}.json`, cuesText(list));
    hub = await startSimulator();
    program = bundled(join(__dirname, 'play-until-killed.js'));
  });

  after(async () => {
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const values = () =>
    hub.journal.flatMap(({ operation, body }) =>
      operation === 'setProperty' ? [(body as { Value: number }).Value] : [],
    );

  const randomMoment = () => setTimeout(Math.random() * LONGEST_MS);

  /** Each position must be on the disk before the hub gets the command. The first one also loads the code. */
  async function secondCommand(): Promise<void> {
    while (values().length < 2) await setImmediate();
  }

  /** Kills a desk after `moment` of its show. */
  async function kill(moment: () => Promise<unknown>): Promise<void> {
    const player = spawn(process.execPath, [program, hub.url, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(player.stdout, 'data');
    await moment();
    player.kill('SIGKILL');
    await once(player, 'close');
    // Requests that were sent before the kill arrive.
    await setTimeout(20);
  }

  it('has the position of the last command, and sends nothing', async () => {
    for (let count = 0; count < KILLS; count += 1) {
      hub.reset();
      await kill(count % 4 === 0 ? secondCommand : randomMoment);
      const last = values().at(-1);
      const before = values().length;
      const { desk, close } = openDesk(hub.url, path);
      try {
        await desk.start();
        await setTimeout(30);
        checkPosition(desk.state, last);
        should(values().length).equal(before, 'commands after the restart');
      } finally {
        close();
      }
    }
  });
});
