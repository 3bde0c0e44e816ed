import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
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

type Player = ChildProcessByStdio<Writable, Readable, null>;

/** A cue whose command has its number as value. */
const cueOf = (number: number): [string, Cue] => {
  const values = { ...opacity, Value: number };
  const params = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: typeof value === 'number' ? 'num' : 'str', value }]),
  );
  const step = { does: 'command', operation: 'setProperty', params, delay: 0 } as const;
  // Every third one follows on at once.
  const afterwards = { does: 'followOn', after: 0, from: 'confirmed' } as const;
  return [
    String(number),
    { name: 'Übergabe 日本語 🎬', note: '', steps: [step], ...(number % 3 === 0 && { afterwards }) },
  ];
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
  const secondCommand = () => commands(2);

  async function commands(count: number): Promise<void> {
    while (values().length < count) await setImmediate();
  }

  /** Kills a desk after `moment` of its show. With cues, it plays only these. */
  async function kill(moment: (player: Player) => Promise<unknown>, ...cues: readonly string[]): Promise<void> {
    const player = spawn(process.execPath, [program, hub.url, path, ...cues], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(player.stdout, 'data');
    await moment(player);
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

  it('does not know the outcomes of two cues that were not answered', async () => {
    hub.reset();
    const end = hub.trouble({ operation: 'setProperty', never: true });
    const next = async ({ stdin, stdout }: Player) => {
      // A Go would drop a command that has not left.
      await commands(1);
      stdin.write('next\n');
      await once(stdout, 'data');
    };
    // They have one property, so the second one waits for the first one.
    await kill(next, '499', '500');
    end();
    const { desk, close } = openDesk(hub.url, path);
    try {
      await desk.start();
      should([...(desk.state?.results ?? [])]).eql([
        ['499', 'unknown'],
        ['500', 'unknown'],
      ]);
      should(desk.state).match({ standby: '500', hold: { number: '500', outcome: 'unknown', reason: 'restarted' } });
    } finally {
      close();
    }
  });
});
