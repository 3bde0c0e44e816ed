import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import should from 'should';
import { check as checkHub } from '../../dist/commands/check.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../dist/simulator/index.js';
import { certificates, HostileHub } from '../hostile/hub.js';
import { type Ended, isPlain, isSentence, refusalOf, run, runHere, start } from './command-line.js';

const KEY = 'rh_verysecretkey';

describe('graphics-hub check', function () {
  this.timeout(120_000);
  const simulators: Simulator[] = [];
  const simulator = async (options: SimulatorOptions = {}) => {
    const started = await startSimulator(options);
    simulators.push(started);
    return started;
  };
  afterEach(() => Promise.all(simulators.splice(0).map((each) => each.close())));

  const check = async (hub: Simulator, ...line: string[]): Promise<Ended> => {
    const ended = await runHere(checkHub, [hub.url, '--limit', '0', ...line]);
    should(isPlain(ended.stdout + ended.stderr) && isSentence(ended.stdout + ended.stderr)).be.true();
    return ended;
  };

  it('ends with 0 if all answers match, and names the revision, but no operation before the verdict', async () => {
    const hubs = await Promise.all(
      [{}, { dialect: 2 }, { dialect: 2, early: true }].map((each) => simulator(each as SimulatorOptions)),
    );
    const [one, two, early] = await Promise.all(hubs.map((hub) => check(hub, '--limit', 'engine=1')));
    should([one?.status, two?.status, early?.status]).eql([0, 0, 0]);
    should(one?.stdout)
      .startWith('All answers match docs/develop/interface.md.\n')
      .and.containEql('Revision: 1\n')
      .and.containEql('listNodes (1)');
    should(two?.stdout).containEql('Revision: 2\n');
    should(early?.stdout).containEql('Revision: 2, before build 2.1.0+191\n');
    should(hubs.flatMap(({ journal }) => journal.filter(({ method }) => method !== 'GET'))).be.empty();
  });

  it('ends with 1 if an answer differs, and names refusals, failures and reads that were not asked', async () => {
    const hub = await simulator();
    const body = JSON.stringify([{ id: '7', name: 'A', colour: 'red' }]);
    hub.trouble({ operation: 'listTemplates', body, contentType: 'application/json' });
    hub.trouble({ operation: 'listProjects', status: 403 });
    hub.trouble({ operation: 'listGraphs', status: 404 });
    hub.trouble({ operation: 'listRgraphs', status: 500 });
    hub.trouble({ operation: 'listUstates', rubbish: true });
    const plain = await check(hub);
    should(plain.status).equal(1);
    should(plain.stdout).startWith('Some answers differ from docs/develop/interface.md. Reads without an answer: 3.\n');
    for (const line of [
      'listTemplates [].id: string (described: integer)',
      'listTemplates [].colour: new (string)',
      'listGraphs: 404, does not exist on this hub (1)',
      'listRgraphs: 500, fault of the hub (1)',
      'listUstates: unreadable (1)',
    ])
      should(plain.stdout).containEql(`  ${line}\n`);
    should(plain.stdout).match(/Not asked.*\n(.*\n)* {2}listNodes\n/);
  });

  it('ends with 3 if no answer differs but some reads failed, and begins with their number', async () => {
    const hub = await simulator();
    hub.trouble({ operation: 'listProjects', status: 403 });
    hub.trouble({ operation: 'listTemplates', status: 500 });
    hub.trouble({ operation: 'listGraphs', rubbish: true });
    hub.trouble({ operation: 'listUstates', hangUp: 'before' });
    // An operation that this hub does not have is not unread.
    hub.trouble({ operation: 'listRgraphs', status: 404 });
    const [plain, json] = await Promise.all([check(hub), check(hub, '--json')]);
    should([plain.status, json.status]).eql([3, 3]);
    should(plain.stdout).startWith('Not complete: 4 reads have no answer, so they are not compared.');
    should(plain.stdout).not.match(/^All answers match/m);
    const report = JSON.parse(json.stdout);
    should(report).match({ revision: 1, isDetected: true, verdict: 'unread', unread: 4 });
    should(report.reads.find(({ operation }: { operation: string }) => operation === 'listProjects')).match({
      ...{ refused: { 403: 1 } },
    });
  });

  it('prints no name, id, address, value or key of a hub, also if names are fields', async () => {
    const [, name, key, id, ip, token] = ['Zoltan', 'zebra', 'quokka', '987654', '10.9.8.7', 'rh_othersecret'];
    const row = { id: Number(id), name, displayName: 'Zoltan', ip, token, byName: { Zoltan: { zebra: token } } };
    const body = JSON.stringify([{ ...row, [key!]: name, quokka: key, NodePath: key, NodeName: name, Value: token }]);
    const hub = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(body));
    await once(hub.listen(0, '127.0.0.1'), 'listening');
    const { port } = hub.address() as AddressInfo;
    const env = { GRAPHICS_HUB_KEY: KEY, GRAPHICS_HUB_HEADERS: '{"X-Site":"wombat"}', GRAPHICS_HUB_USER: 'emu' };
    const lines = [['--json'], ['--dialect', '2']];
    const address = `http://127.0.0.1:${port}`;
    const ended = await Promise.all(lines.map((line) => run(['check', address, '--limit', '1', ...line], env)));
    hub.close();
    for (const { status, stdout, stderr } of ended) {
      should(status).equal(1);
      should(stderr).containEql('listEngines');
      const secrets = ['Zoltan', name, key, id, ip, token, String(port), '127.0.0.1', KEY, 'wombat', 'emu'];
      for (const secret of secrets) should(stdout + stderr).not.containEql(secret);
    }
  });

  it('refuses with one sentence, and never repeats a secret', async () => {
    const tls = await HostileHub.open(() => {}, { tls: certificates.good });
    const hub = await simulator({ apiKey: KEY });
    const cases: [string, string[]][] = [
      ['Enter one address', []],
      ['Enter one address', [hub.url, hub.url]],
      ['--colour', [hub.url, '--colour']],
      ['--key is refused', [hub.url, '--key', 'wombat']],
      ['--token is refused', [hub.url, '--token=wombat']],
      ['--password is refused', [hub.url, '--password', 'wombat']],
      ['--passphrase is refused', [hub.url, '--passphrase', 'wombat']],
      ['--header is refused', [hub.url, '--header', 'X-Key: wombat']],
      ['must be http or https', ['http://emu:wombat@127.0.0.1']],
      ['must be http or https', ['hub:8080']],
      ['--dialect cannot be "3"', [hub.url, '--dialect', '3']],
      ['--linear cannot be ".."', [hub.url, '--linear', '..']],
      ['--timeout cannot be', [hub.url, '--timeout', 'soon']],
      ['--limit cannot be "studio=1"', [hub.url, '--limit', 'studio=1']],
      ['--properties cannot be "-1"', [hub.url, '--properties=-1']],
      ['missing.pem cannot be read', [hub.url, '--ca', 'missing.pem']],
      ['refuses the key (401)', [hub.url]],
      ['ECONNREFUSED', ['http://127.0.0.1:1']],
      ['change http to https', [tls.url.replace('https', 'http')]],
    ];
    for (const [sentence, line] of cases) {
      const refusal = await refusalOf(checkHub, line);
      should(refusal)
        .containEql(sentence)
        .and.not.match(/wombat|emu/);
      should(isSentence(refusal)).be.true();
    }
    await tls.close();
  });

  it('ends with 2 after a refusal, and never repeats a secret of the environment', async () => {
    const hub = await simulator({ apiKey: KEY });
    for (const [sentence, env] of [
      ['headers cannot be used', { GRAPHICS_HUB_HEADERS: 'wombat' }],
      ['headers cannot be used', { GRAPHICS_HUB_KEY: 'wombat\nwombat' }],
      ['exclude each other', { GRAPHICS_HUB_TOKEN: 'wombat', GRAPHICS_HUB_USER: 'emu' }],
    ] as const)
      should(await refusalOf(checkHub, [hub.url], env))
        .containEql(sentence)
        .and.not.match(/wombat|emu/);
    const cases = [
      ['--colour', ['--colour']],
      ['refuses the key (401)', []],
    ] as const;
    for (const [sentence, line] of cases) {
      const { status, stdout, stderr } = await run(['check', hub.url, ...line], { GRAPHICS_HUB_KEY: 'wombat' });
      should({ status, stdout }).eql({ status: 2, stdout: '' }, stderr);
      should(stderr).containEql(sentence).and.not.containEql('wombat');
      should(isSentence(stderr)).be.true();
    }
  });

  it('accepts the certificate of a hub only with --ca or --no-verify', async () => {
    const hub = createTlsServer(certificates.good, (_, response) =>
      response.setHeader('Content-Type', 'application/json').end('[]'),
    );
    await once(hub.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(hub.address() as AddressInfo).port}`;
    const lines = [['--ca', 'test/hub/certificate/cert.pem'], ['--no-verify']];
    const ended = await Promise.all(lines.map((line) => runHere(checkHub, [url, ...line])));
    const refusal = runHere(checkHub, [url]);
    await refusal.catch(() => {}).finally(() => hub.close());
    await should(refusal).be.rejectedWith(/certificate \(.*CERT.*--ca/);
    should(ended.map(({ status }) => status)).eql([0, 0]);
  });

  it('ends with 2 and a report after Ctrl-C, and if the hub is lost', async () => {
    const arrivals = new EventEmitter();
    const onArrival: SimulatorOptions['onArrival'] = ({ operation = '' }) => arrivals.emit(operation);
    const hasAsked = once(arrivals, 'listGraphs');
    const [stopped, lost] = await Promise.all([simulator({ onArrival }), simulator()]);
    lost.trouble({ operation: 'listProjects', never: true });
    lost.trouble({ operation: 'listNodes', hangUp: 'before' });
    lost.trouble({ operation: 'getEngine', hangUp: 'before' });
    stopped.trouble({ operation: 'listGraphs', never: true });
    const first = start(['check', stopped.url, '--timeout', '15']);
    const second = runHere(checkHub, [lost.url, '--timeout', '2', '--limit', 'rundown=0']);
    await hasAsked;
    const signalAt = Date.now();
    first.child.kill('SIGINT');
    const afterSignal = await first.ended;
    // A read would wait for 15 s.
    should(Date.now() - signalAt).be.below(12_000);
    const afterLoss = await second;
    should([afterSignal.status, afterLoss.status]).eql([2, 2]);
    should(afterSignal.stderr).containEql('The check was stopped');
    should(afterSignal.stdout).containEql('listEngines (1)');
    should(afterLoss.stderr).containEql('The hub was lost');
    should(afterLoss.stdout).containEql('listProjects: no answer, --timeout SECONDS (1)');
  });

  it('asks for the key on a terminal, and does not show it', async function () {
    // The program `script` gives a command a terminal.
    if (process.platform !== 'linux') this.skip();
    const hub = await simulator({ apiKey: KEY });
    const program = join(__dirname, '../../lib/commands/graphics-hub.js');
    const line = `${process.execPath} ${program} check ${hub.url} --limit 0`;
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env: { PATH: process.env.PATH, TERM: 'xterm' } });
    terminal.stdout.once('data', () => terminal.stdin.write(`${KEY}\r`));
    const [[status], output] = await Promise.all([once(terminal, 'close'), text(terminal.stdout)]);
    should(status).equal(0);
    should(output).containEql('API key (not shown)').and.containEql('All answers match').and.not.containEql(KEY);
  });
});
