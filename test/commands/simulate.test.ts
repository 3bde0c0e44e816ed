import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { simulate } from '../../dist/commands/simulate.js';
import { recordingText } from '../../dist/recording/recording-file.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from '../recording/direct-reader.js';
import { listenOn, USUAL_PORT, useUsualPort } from '../usual-port.js';

const COMMAND = join(__dirname, '../../lib/commands/graphics-hub.js');
const KEY = 'rh_very_secret';

describe('graphics-hub simulate', () => {
  let child: ChildProcess | undefined;
  let output = '';
  afterEach(() => child?.kill('SIGKILL'));

  function run(...line: string[]): ChildProcess {
    output = '';
    child = spawn(process.execPath, [COMMAND, 'simulate', ...line]);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    return child;
  }

  /** Starts it and returns its base URL. */
  async function started(...line: string[]): Promise<string> {
    run(...line);
    while (!output.includes('Ctrl-C')) {
      if (child?.exitCode !== null) throw new Error(output);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return /Base URL: +(\S+)/.exec(output)?.[1] ?? '';
  }

  async function ended(...line: string[]): Promise<number> {
    const [code] = await once(run(...line), 'close');
    return code as number;
  }

  // On Windows, a signal ends a program at once. Only Ctrl-C in a window can be handled.
  for (const signal of process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM'] as const))
    it(`serves page and interface until ${signal}`, async () => {
      const url = await started('--port', '0');
      should(output).containEql(`${url}/`).and.containEql(`${url}/api/rest/v1`);
      should((await fetch(url)).status).equal(200);
      should((await fetch(`${url}/api/rest/v1/engines`)).status).equal(200);
      const end = once(child!, 'close');
      child?.kill(signal);
      should(await end).eql([0, null]);
    });

  it('accepts its options and never prints the key', async () => {
    const url = await started('--port=0', '--host', 'localhost', '--dialect', '2', '--linear', 'rows', '--key', KEY);
    const shows = `${url}/api/rest/v1/rows/shows`;
    should((await fetch(shows)).status).equal(401);
    should((await fetch(shows, { headers: { 'X-API-Key': KEY } })).status).equal(200);
    should(output).not.containEql(KEY);
  });

  it('accepts an early dialect 2 without optional fields, modules and names', async () => {
    const line = `--port=0 --dialect=2 --early --sparse --key ${KEY} --name=a --name=b`;
    const url = await started(...line.split(' '), '--modules', 'Lino, Nodegraph Editor');
    const ask = (path: string) => fetch(`${url}/api/rest/v1${path}`, { headers: { 'X-API-Key': KEY } });
    should([(await ask('/lino/engines')).status, (await ask('/launcher')).status]).eql([200, 403]);
    const [engine] = (await (await ask('/engines')).json()) as object[];
    should(engine).have.property('displayName').and.not.have.property('canCook');
  });

  describe('while another program uses the default port', () => {
    useUsualPort();

    it('uses another port without --port, and refuses it with --port', async () => {
      // A simulator of this computer may already use it.
      const other = await listenOn(USUAL_PORT);
      const url = await started();
      should(url).not.endWith(':8090');
      should(output).containEql('Port 8090 is used by another program. The simulator uses a free one.');
      should((await fetch(url)).status).equal(200);
      child?.kill('SIGKILL');
      should(await ended('--port', '8090')).equal(1);
      should(output).equal('Port 8090 is used by another program. Enter another port, or --port 0 for a free one.\n');
      other?.close();
    });
  });

  it('serves a recording, and refuses another file with place and reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    const [recording, broken] = [join(folder, 'recording.json'), join(folder, 'broken.json')];
    const source = await startSimulator({ dialect: 2 });
    const [engine] = source.state.engines;
    engine!.host.displayName = 'Our studio';
    const recorded = recordingText(await recordAtOnce(source.url));
    writeFileSync(recording, recorded);
    writeFileSync(broken, recorded.replace(/"version": ?1/, '"version":9'));
    await source.close();
    const url = await started('--port=0', '--recording', recording);
    should(await (await fetch(`${url}/api/rest/v1/engines`)).text()).containEql('Our studio');
    should((await fetch(`${url}/api/rest/v1/lino/shows`)).status).equal(200);
    child?.kill('SIGKILL');
    should(await ended('--recording', broken)).equal(2);
    should(output).containEql(`${broken} is not a recording`).and.containEql('/version');
    should(await ended('--recording', join(folder, 'none.json'))).equal(2);
    should(output).containEql('cannot be read');
    rmSync(folder, { recursive: true });
  });

  const wrong: [string, string[]][] = [
    ['--colour', ['--colour', 'red']],
    ['--port', ['--port', '65536']],
    ['--port', ['--port', '80a']],
    ['--host', ['--host', '']],
    ['--dialect', ['--dialect', '3']],
    ['--linear', ['--linear', '..']],
    ['--key', ['--key', '']],
    ['--lag', ['--lag', '5.1']],
    ['--lag', ['--lag', 'long']],
    ['--name', ['--name', '']],
    ['"hub:8090"', ['--name', 'hub:8090']],
    ['"Linno"', ['--key=k', '--modules', 'Lino,Linno']],
    ['--early', ['--early']],
    ['--sparse', ['--sparse', '--dialect=1']],
    ['--modules', ['--dialect=2', '--modules', 'Lino']],
    ['--recording', ['--recording=any.json', '--dialect=2']],
    ['extra', ['extra']],
  ];
  for (const [names, line] of wrong)
    it(`refuses ${JSON.stringify(line)}`, () => should(simulate(line)).be.rejectedWith(new RegExp(names)));

  it('refuses a wrong line with status 2, a reason, and a reference to its help', async () => {
    should(await ended('--key', '')).equal(2);
    should(output)
      .containEql('--key')
      .and.containEql('--help')
      .and.not.match(/__|at \w+ \(/);
  });

  it('prints the reason if it cannot start', async () => {
    should(await ended('--host', '203.0.113.1')).equal(1);
    should(output)
      .containEql('cannot start')
      .and.not.match(/at \w+ \(/);
  });
});
