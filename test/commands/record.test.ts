import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import should from 'should';
import { record } from '../../dist/commands/record.js';
import { type Recording, readKey } from '../../dist/recording/recording.js';
import { parseRecording } from '../../dist/recording/recording-file.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../dist/simulator/index.js';
import { isPlain, isSentence, refusalOf, run, runHere, start } from './command-line.js';

const KEY = 'rh_verysecretkey';

/** A few things of each kind. */
const SOME = ['--limit', '0', '--limit', 'engine=1', '--limit', 'node=1', '--limit', 'rundown=1'];

describe('graphics-hub record', function () {
  this.timeout(120_000);
  const simulators: Simulator[] = [];
  let folder: string;

  const simulator = async (options: SimulatorOptions = {}) => {
    const started = await startSimulator(options);
    simulators.push(started);
    return started;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  afterEach(async () => {
    await Promise.all(simulators.splice(0).map((each) => each.close()));
    rmSync(folder, { recursive: true });
  });

  const file = (name = 'recording.json') => join(folder, name);
  const recordingIn = (name?: string): Recording => parseRecording(readFileSync(file(name), 'utf8'));
  const answered = ({ reads }: Recording) => reads.filter((read) => 'answer' in read);

  it('writes a recording that only its owner can read, and that the simulator serves', async () => {
    const hub = await simulator({ dialect: 2, apiKey: KEY });
    hub.state.engines[0]!.host.displayName = 'Our\u001b[31m studio';
    const ended = await run(['record', hub.url, file(), ...SOME], { GRAPHICS_HUB_KEY: KEY });
    should(ended).match({ status: 0, stdout: /recording\.json is written\. Reads: \d+\./ });
    should(isPlain(ended.stdout + ended.stderr)).be.true();
    should(ended.stdout).containEql('listNodes: beyond the limit');
    const content = readFileSync(file(), 'utf8');
    should(content + ended.stdout + ended.stderr).not.containEql(KEY);
    if (process.platform !== 'win32') should(statSync(file()).mode & 0o777).equal(0o600);
    should(readdirSync(folder)).eql(['recording.json']);
    const copy = await simulator({ recording: recordingIn() });
    const engines = answered(recordingIn()).find(({ operation }) => operation === 'listEngines')?.answer;
    should(await (await fetch(`${copy.url}/api/rest/v1/engines`)).json()).eql(engines);
    should(hub.journal.filter(({ method }) => method !== 'GET')).be.empty();
  });

  it('replaces no file silently, and no file that is not a recording', async () => {
    const hub = await simulator();
    await runHere(record, [hub.url, file(), '--limit', '0']);
    writeFileSync(file('notes.txt'), 'my notes');
    const [text, anonymous] = [readFileSync(file(), 'utf8'), file('anonymous.json')];
    writeFileSync(anonymous, text.replace('"isAnonymous": false', '"isAnonymous": true'));
    if (process.platform !== 'win32') symlinkSync(file('notes.txt'), file('link'));
    const recorded = readFileSync(file(), 'utf8');
    const cases: [string, string[]][] = [
      ['recording.json exists', [file()]],
      ['is not a recording', [file('notes.txt')]],
      ['is not a recording', [file('notes.txt'), '--force']],
      ['is not a recording', [file('notes.txt'), '--resume']],
      ['is not a recording', [file('link'), '--force']],
      ['exclude each other', [file(), '--force', '--resume']],
      ['anonymous recording', [file(), '--anonymous', '--resume']],
      ['anonymous recording', [anonymous, '--resume']],
      ['cannot be written', [join(folder, 'none', 'recording.json')]],
      ['cannot be read', [folder, '--force']],
      ['Enter the address', []],
    ].slice(0, process.platform === 'win32' ? 4 : 11) as [string, string[]][];
    for (const [sentence, line] of cases) should(await refusalOf(record, [hub.url, ...line])).containEql(sentence);
    const { status, stdout, stderr } = await run(['record', hub.url, file()]);
    should({ status, stdout }).eql({ status: 2, stdout: '' }, stderr);
    should(isSentence(stderr)).be.true();
    should([readFileSync(file(), 'utf8'), readFileSync(file('notes.txt'), 'utf8')]).eql([recorded, 'my notes']);
    hub.state.engines[0]!.host.displayName = 'Another studio';
    // A link stays one.
    const name = process.platform === 'win32' ? 'recording.json' : 'latest.json';
    if (name === 'latest.json') symlinkSync(file(), file(name));
    should(await runHere(record, [hub.url, file(name), '--limit', '0', '--force'])).match({ status: 0 });
    should(readFileSync(file(), 'utf8')).containEql('Another studio');
  });

  it('writes the file after Ctrl-C, and continues it with --resume', async () => {
    const arrivals = new EventEmitter();
    const onArrival: SimulatorOptions['onArrival'] = ({ operation = '' }) => arrivals.emit(operation);
    const [hub, other] = await Promise.all([simulator({ onArrival }), simulator()]);
    for (const { host } of other.state.engines) host.displayName += ' of another recording';
    const heal = hub.trouble({ operation: 'listNodes', never: true });
    const hasAsked = once(arrivals, 'listNodes');
    const command = start(['record', hub.url, file(), '--timeout', '15', ...SOME]);
    await hasAsked;
    const signalAt = Date.now();
    command.child.kill('SIGINT');
    const ended = await command.ended;
    // A read would wait for 15 s.
    should(Date.now() - signalAt).be.below(12_000);
    should(ended.status).equal(1);
    should(ended.stdout).containEql('listNodes: stopped by the user (1)').and.containEql('--resume reads');
    const part = recordingIn();
    heal();
    const line = [file(), '--resume', ...SOME];
    should(await refusalOf(record, [other.url, ...line])).containEql('recording of another hub');
    const before = hub.journal.length;
    should(await runHere(record, [hub.url, ...line])).match({ status: 0 });
    const whole = recordingIn();
    const keys = new Set(answered(whole).map(readKey));
    should(answered(part).filter((read) => !keys.has(readKey(read)))).be.empty();
    should(answered(whole).map(({ operation }) => operation)).containEql('listProperties');
    // Five requests find the revision, one compares the hub.
    should(hub.journal.length - before).be.belowOrEqual(keys.size - answered(part).length + 6);
  });

  it('knows a hub without engines by its rundowns', async () => {
    const hub = await simulator();
    hub.state.engines.length = 0;
    const few = ['--limit', '0'];
    should(await runHere(record, [hub.url, file(), ...few])).match({ status: 0 });
    for (const rundown of hub.state.playout.rundowns) rundown.name += ' of another hub';
    const again = [hub.url, file(), ...few, '--resume'];
    should(await refusalOf(record, again)).containEql('recording of another hub');
    hub.reset();
    hub.state.engines.length = 0;
    should(await runHere(record, again)).match({ status: 0 });
  });

  it('does not take a hub for another one that does not list its engines now', async () => {
    const hub = await simulator();
    const few = ['--limit', '0'];
    should(await runHere(record, [hub.url, file(), ...few])).match({ status: 0 });
    const part = recordingIn();
    hub.trouble({ operation: 'listEngines', status: 500 });
    const ended = await runHere(record, [hub.url, file(), ...few, '--resume']);
    should(ended.stderr).not.match(/another hub/);
    should(ended.stdout).containEql('is written');
    should(answered(recordingIn()).map(readKey)).containDeep(answered(part).map(readKey));
  });

  it('is complete if the hub does not have a thing, and lists each refusal', async () => {
    const ends = ([404, 403, 500] as const).map(async (refusal) => {
      const hub = await simulator();
      hub.trouble({ operation: 'listTemplates', status: refusal });
      const path = `${refusal}.json`;
      const { status, stdout } = await runHere(record, [hub.url, file(path), '--limit', '0']);
      should(stdout).match(new RegExp(`listTemplates: ${refusal}, .+ \\(1\\)`));
      should(recordingIn(path).reads).containDeep([{ operation: 'listTemplates', refusal }]);
      return status;
    });
    should(await Promise.all(ends)).eql([0, 1, 1]);
  });

  it('writes no file if the hub answers nothing', async () => {
    const hub = await simulator();
    hub.trouble({ status: 404 });
    should(await refusalOf(record, [hub.url, file()])).containEql('answered no read');
    should(readdirSync(folder)).be.empty();
  });

  it('shows its progress on one line of a terminal', async function () {
    // The program `script` gives a command a terminal.
    if (process.platform !== 'linux') this.skip();
    const hub = await simulator();
    hub.state.engines[0]!.host.displayName = 'Our\u001b[31m studio';
    const line = `stty cols 60; ${process.execPath} lib/commands/graphics-hub.js record ${hub.url} ${file()} ${SOME.join(' ')}`;
    const env = { PATH: process.env.PATH, TERM: 'xterm', LANG: 'en_US.UTF-8' };
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env });
    const output = await text(terminal.stdout);
    const [states = '', ...rows] = output.split('\r\n');
    const shown = states.split('\u001b[1G\u001b[2K');
    should(shown.length).be.above(3);
    should(shown.filter((state) => state.length > 59 && !state.startsWith('private: '))).be.empty();
    should(shown.at(-1)).startWith('private: ');
    should(rows[0]).match(/recording\.json is written\. Reads: \d+\.$/);
    should(output).not.containEql('\u001b[31m');
    should(rows[1]).startWith('Missing');
  });
});
