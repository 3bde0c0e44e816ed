import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import axios from 'axios';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';

const run = promisify(execFile);

/** The page's commands, in their order. */
const COMMANDS = [...readFileSync('docs/prepare-a-show.md', 'utf8').matchAll(/```sh\s+npx -p (.*)\n/g)].map(
  ([, command = '']) => command.split(' '),
);

describe('the page "Prepare a show at home"', function () {
  this.timeout(240_000);
  let hub: Simulator;
  let folder: string;

  before(async () => {
    hub = await startSimulator();
    // The commands read gently. Each node of an engine takes several reads.
    for (const engine of hub.state.engines) engine.nodes.splice(1);
    hub.state.engines.splice(1);
    folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  });
  after(async () => {
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The program and the arguments of a command, for this hub. */
  const lineOf = ([, name = '', ...args]: readonly string[]) => {
    should(name).equal('graphics-hub');
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
    return [resolve(bin[name]), ...args.map((arg) => arg.replace('http://hub:8080', hub.url))];
  };

  const follow = async (command: readonly string[]) => {
    const env = { ...process.env, LC_ALL: 'en_US.UTF-8' };
    const ended = run(process.execPath, lineOf(command), { cwd: folder, env });
    return ended.then(
      ({ stdout }) => ({ status: 0, stdout }),
      ({ code, stdout }) => ({ status: code, stdout }),
    );
  };

  it('records the hub, serves the file, and checks the flows against the hub', async () => {
    const [record = [], simulate = [], diff = [], check = []] = COMMANDS;
    should(COMMANDS).have.length(4);
    should((await follow(record)).status).equal(0);

    const served = spawn(process.execPath, [...lineOf(simulate), '--port', '0'], { cwd: folder });
    try {
      for await (const line of createInterface(served.stdout)) {
        const address = line.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
        if (!address) continue;
        const { data } = await axios.get(`${address}/api/rest/v1/playout/rundowns`);
        should(data).eql(hub.state.playout.rundowns.map(({ id, name }) => ({ id, name })));
        break;
      }
    } finally {
      served.kill();
    }

    hub.state.playout.rundowns[0]!.name = 'Late News';
    const compared = await follow(diff);
    should(compared.stdout).containEql('Late News');
    should(compared.status).equal(1);

    const flows = readFileSync('examples/2-nodes/playout-item.json', 'utf8');
    writeFileSync(join(folder, 'flows.json'), flows);
    should((await follow(check)).status).equal(0);
    hub.state.playout.rundowns.shift();
    const missing = await follow(check);
    should(missing.stdout).match(/missing/i);
    should(missing.status).equal(1);
  });
});
