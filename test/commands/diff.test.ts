import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import should from 'should';
import { diff } from '../../dist/commands/diff.js';
import type { Recording } from '../../dist/recording/recording.js';
import { recordingText } from '../../dist/recording/recording-file.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { recordAtOnce } from '../recording/direct-reader.js';
import { isPlain, isSentence, refusalOf, run, runHere, start } from './command-line.js';

const SHOW = 'examples/1-first-steps/first-show.json';

const field = (type: string, value: string, label = '') => ({ type, value, label });

describe('graphics-hub diff', function () {
  this.timeout(120_000);
  let folder: string;
  let simulator: Simulator;
  let recording: Recording;

  const file = (name: string) => join(folder, name);
  const save = (name: string, recording: Recording) => {
    writeFileSync(file(name), recordingText(recording));
    return file(name);
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
    simulator = await startSimulator();
    recording = await recordAtOnce(simulator.url);
    save('old.json', recording);
  });
  after(async () => {
    await simulator.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => simulator.reset());

  it('ends with 0 if nothing differs, and with 1 and the differences by name and kind', async () => {
    const { engines, playout } = simulator.state;
    const [studio] = engines;
    const [first, second] = playout.rundowns;
    studio!.nodes[0] = { path: 'New_0', name: 'New\u001b[2J', properties: [], functions: [] };
    studio!.nodes[1] = { ...studio!.nodes[1]!, path: 'Another_0' };
    second!.items.push(...first!.items.splice(0, 1));
    first!.items[0]!.name = 'Another name';
    const newer = save('new.json', await recordAtOnce(simulator.url));
    const [same, other, back] = await Promise.all([
      run(['diff', file('old.json'), file('old.json')]),
      run(['diff', file('old.json'), newer]),
      runHere(diff, [newer, file('old.json')]),
    ]);
    should(same).eql({ status: 0, stdout: 'No differences.\n', stderr: '' });
    should(other).match({ status: 1, stderr: '' });
    should(other.stdout)
      .containEql('Added:\n  Node: Studio A › New\\u{1b}[2J\n')
      .and.match(/Removed:\n {2}Node: Studio A › .+\n/)
      .and.match(/Renamed:\n {2}Item: .+ → Another name\n/)
      .and.match(/Moved:\n {2}Item: .+ › .+ → .+ › .+\n/)
      .and.match(/Same name, another id:\n {2}Node: Studio A › .+ \(.+ → Another_0\)\n/);
    should(back.stdout).containEql('Removed:\n  Node: Studio A › New\\u{1b}[2J\n');
    should(isPlain(other.stdout + back.stdout)).be.true();
  });

  it('lists lists that one side did not read, except those beyond a limit', async () => {
    const isNodes = ({ operation }: { operation: string }) => operation === 'listNodes';
    const without = (reason?: string): Recording => ({
      ...recording,
      reads: recording.reads.filter((read) => !isNodes(read)),
      missing: reason
        ? recording.reads.filter(isNodes).map(({ operation, params }) => ({ operation, params, reason }))
        : [],
    });
    const newer = [undefined, 'lost', 'limit'].map((reason) => save(`without-${reason}.json`, without(reason)));
    const ends = await Promise.all(newer.map((each) => runHere(diff, [file('old.json'), each])));
    should(ends.map(({ status }) => status)).eql([1, 1, 0]);
    for (const { stdout } of ends) should(stdout).match(/not compared:\n( {2}listNodes engineId=\d+\n)+$/);
  });

  it('ends with 1 if only the revision differs', async () => {
    const reads = recording.reads.filter(({ operation }) => operation === 'listEngines');
    const [first, second] = ([1, 2] as const).map((dialect) =>
      save(`revision-${dialect}.json`, { ...recording, reads, hub: { ...recording.hub, dialect } }),
    );
    const ended = await runHere(diff, [first ?? '', second ?? '']);
    should(ended).match({ status: 1, stdout: /^.*[Rr]evision.* 1 .*2.*\n$/ });
    should((await runHere(diff, [second ?? '', second ?? ''])).status).equal(0);
  });

  it('compares a recording with a hub, and only reads the hub', async () => {
    simulator.state.engines[0]!.host.displayName = 'Another studio';
    const before = simulator.journal.length;
    const ended = await runHere(diff, [file('old.json'), simulator.url, '--limit', '0']);
    should(ended.status).equal(1);
    should(ended.stdout).containEql('Renamed:\n  Engine: Studio A → Another studio\n').and.not.containEql('Removed');
    should(simulator.journal.slice(before).filter(({ method }) => method !== 'GET')).be.empty();
  });

  it('checks a flow against a recording and a hub', async () => {
    const [engine] = simulator.state.engines;
    const show = await run(['diff', '--flows', SHOW, file('old.json')]);
    should(show.status).equal(1);
    should(show.stdout).match(/Missing on the hub:\n {2}.+ \(.+\): Button = Wave\n/);
    const node = (id: string, hub: string, params: object) => {
      const common = { type: 'hub-engine-property', z: 'tab1', operation: 'setProperty' };
      return { id, name: `Fader ${id}`, hub, params, ...common };
    };
    const engineId = field('num', String(engine!.host.id), 'Studio A');
    const flows = [
      { id: 'tab1', type: 'tab', label: 'Show\u001b]0;' },
      { id: 'main', type: 'hub-config', name: 'Main hub' },
      { id: 'backup', type: 'hub-config', name: 'Backup hub' },
      node('1', 'main', { engineId, nodePath: field('str', 'Gone_0', 'Mixer') }),
      node('2', 'main', { engineId: field('msg', 'engine') }),
      node('3', 'backup', { engineId }),
      node('4', 'main', { engineId, nodePath: field('str', 'Lost_0', 'Lost_0') }),
    ];
    writeFileSync(file('flows.json'), JSON.stringify(flows));
    const line = ['--flows', file('flows.json')];
    const [main, backup] = await Promise.all([
      runHere(diff, [...line, simulator.url, '--hub', 'Main hub']),
      runHere(diff, [...line, file('old.json'), '--hub', 'backup']),
    ]);
    should(main).eql({
      status: 1,
      stdout: `Missing on the hub:
  Fader 1 (Show\\u{1b}]0;): Node = Gone_0 (Mixer)
  Fader 4 (Show\\u{1b}]0;): Node = Lost_0
Not checked, because the value comes from a message or the environment:
  Fader 2 (Show\\u{1b}]0;): Engine = engine
Fields that name things of the hub: 5. Existing: 2.
`,
      stderr: '',
    });
    should(backup).match({ status: 0, stdout: 'Fields that name things of the hub: 1. Existing: 1.\n' });
    simulator.trouble({ operation: 'listNodes', status: 403 });
    const unread = await runHere(diff, [...line, simulator.url, '--hub', 'main']);
    should(unread).match({ status: 2, stdout: /did not answer the list:\n {2}Fader 1 / });
  });

  it('refuses with one sentence, if it cannot compare', async () => {
    save('anonymous.json', { ...recording, isAnonymous: true });
    writeFileSync(file('notes.json'), '{}');
    writeFileSync(
      file('two.json'),
      JSON.stringify([1, 2].map((id) => ({ id: `h${id}`, type: 'hub-config', name: 'A' }))),
    );
    writeFileSync(file('large.json'), '');
    truncateSync(file('large.json'), 300_000_000);
    const old = file('old.json');
    const cases: [string, string[]][] = [
      ['Enter two files', []],
      ['Enter two files', [old]],
      ['Enter two files', [old, old, old]],
      ['Enter two files', ['--flows', SHOW, old, old]],
      ['Enter two files', [old, old, '--hub', 'A']],
      ['--key is refused', [old, old, '--key=wombat']],
      ['notes.json is not a recording', [old, file('notes.json')]],
      ['300000000 bytes. Maximum', [old, file('large.json')]],
      ['none.json cannot be read', [old, file('none.json')]],
      ['anonymous recording', [old, file('anonymous.json')]],
      ['anonymous recording', ['--flows', SHOW, file('anonymous.json')]],
      ['ECONNREFUSED', [old, 'http://127.0.0.1:1']],
      ['is not a flow file', ['--flows', file('notes.json'), old]],
      ['no hub configuration "B". It has: A, A', ['--flows', file('two.json'), old, '--hub', 'B']],
      ['--hub. It has: A (h1), A (h2)', ['--flows', file('two.json'), old]],
    ];
    for (const [sentence, line] of cases) {
      const refusal = await refusalOf(diff, line);
      should(refusal).containEql(sentence).and.not.containEql('wombat');
      should(isSentence(refusal)).be.true();
    }
  });

  it('compares nothing after Ctrl-C, or if the hub is lost', async () => {
    for (const operation of ['getEngine', 'listNodes']) simulator.trouble({ operation, never: true });
    const line = ['diff', file('old.json'), simulator.url, '--limit', '0', '--limit', 'engine=9'];
    const stopped = start(line);
    stopped.child.stderr?.once('data', () => stopped.child.kill('SIGINT'));
    const [lost, interrupted] = await Promise.all([run([...line, '--timeout', '2']), stopped.ended]);
    should(lost).match({ status: 2, stdout: '', stderr: /The hub was lost/ });
    should(interrupted).match({ status: 2, stdout: '', stderr: /Stopped/ });
  });

  it('ends without a stack trace if nobody reads its output', async () => {
    const engine = (id: number) => ({ id, displayName: `Engine ${id}`.padEnd(100, '.') });
    const answer = Array.from({ length: 5000 }, (_, id) => engine(id));
    const reads = recording.reads.map((read) => (read.operation === 'listEngines' ? { ...read, answer } : read));
    const newer = save('many.json', { ...recording, reads });
    const child = spawn(process.execPath, ['lib/commands/graphics-hub.js', 'diff', file('old.json'), newer]);
    child.stdout.once('data', () => child.stdout.destroy());
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    should({ status, stderr }).eql({ status: 2, stderr: '' });
  });
});
