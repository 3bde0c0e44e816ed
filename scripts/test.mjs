/**
 * Runs the tests on Node-RED 4.1 and 5, except the editor tests. With `--editor`, only the editor tests, in a browser.
 * With `--unit`, only the tests that need no Node-RED, browser or broker. `--only 4` or `--only 5` runs one version.
 * All other options are for mocha.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './project.mjs';

const mochaArgs = process.argv.slice(2);
const [part = 'all'] = ['editor', 'unit'].filter((name) => mochaArgs.includes(`--${name}`));
if (part !== 'all') mochaArgs.splice(mochaArgs.indexOf(`--${part}`), 1);
const isUnit = part === 'unit';

const at = mochaArgs.indexOf('--only');
const only = at >= 0 ? mochaArgs.splice(at, 2)[1] : isUnit ? '4' : undefined;

/** Tests of the repository, the programs and the tarball, whichever Node-RED runs. */
const TOOLS = 'citations|imports|library|new-operation|repository|rules|scorecard|scripts|start|tarball|workflows';

/**
 * Each group is a separate mocha process, the longest first. Groups of `onBoth` use Node-RED, or sockets, streams and
 * timers of Node.js, and run on both versions. Groups of `onFirst` run on the first version only.
 */
const { onBoth = [], onFirst = [] } = {
  unit: {
    // Without the answers of the simulator over HTTP and the random lives of a hub: they take half of the time.
    onFirst: [
      '.test/hub/{complete,lists,lookup}/**/*.test.js',
      '.test/hub/{shows,wire}/**/*.test.js',
      '.test/hub/{!(*-properties),!(complete|lists|lookup|shows|wire)/**/!(*-properties)}.test.js',
      '.test/{nodes/{input,log,output},panels,remote,simulator/!(page|server)}/**/*.test.js',
    ],
  },
  editor: { onBoth: ['.test/editor/**/*.test.js'] },
  all: {
    onBoth: [
      '.test/flows/**/[m-s]*.test.js',
      '.test/flows/**/[e-g]*.test.js',
      `.test/package/**/!(${TOOLS}).test.js`,
      '.test/flows/**/l*.test.js',
      '.test/{hub/wire,hostile,nodes/endpoints,simulator/server}/**/*.test.js',
      '.test/{world/**/*,flows/**/[!e-gl-s]*}.test.js',
    ],
    onFirst: [
      `.test/package/**/@(${TOOLS}).test.js`,
      '.test/{hub/{*,!(wire)/**/*},nodes/{*,!(endpoints)/**/*},panels/**/*,remote/**/*}.test.js',
      '.test/{!(editor|flows|hostile|hub|nodes|package|panels|remote|simulator|world)/**/*,simulator/{*,!(server)/**/*}}.test.js',
    ],
  },
}[part];

/** Mocha processes at the same time: most tests wait more than they work. */
const AT_ONCE = 4 * availableParallelism();

/** A forgotten `.only` would hide the other tests. */
const forCi = process.env.CI ? ['--forbid-only'] : [];

/** Node-RED 5 can need a newer Node.js, so it is in its own folder with a suitable one. */
const five = 'test/runtimes/node-red-5';
const [major, minor] = process.versions.node.split('.').map(Number);
const isForFive = major > 22 || (major === 22 && minor >= 9);
const isWindows = process.platform === 'win32';
const ownNode = `${five}/node_modules/node/bin/node${isWindows ? '.exe' : ''}`;
const nodeForFive = isForFive ? process.execPath : ownNode;
const runtimes = [
  { version: '4', nodeRed: 'node_modules/node-red', node: process.execPath },
  { version: '5', nodeRed: `${five}/node_modules/node-red`, node: nodeForFive },
].filter(({ version }) => !only || version === only);
if (runtimes.length === 0) {
  console.error(`--only ${only}: choose 4 or 5`);
  process.exit(2);
}

/** Installs Node-RED 5 on first use, and after its lock file has changed. */
function installFive() {
  const installed = `${five}/node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(`${five}/package-lock.json`).mtimeMs) return;
  execFileSync('npm', ['ci'], { cwd: five, stdio: 'inherit', shell: isWindows });
}

/** Longest time for a finished suite to end, in ms. After this, it has an open handle. */
const CLOSING = 15_000;

/** Runs mocha once and resolves with its counts. A crash or a missing end counts as a failure. */
function suite({ version, nodeRed, node }, tests) {
  const runtime = isUnit ? '' : `Node-RED ${version}, `;
  console.log(`\n${runtime}Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`);
  return new Promise((done) => {
    let counts;
    const mocha = fork(
      'node_modules/mocha/bin/mocha.js',
      ['--reporter', 'scripts/reporter.cjs', tests, ...forCi, ...mochaArgs],
      {
        execPath: resolve(node),
        env: { ...process.env, NODE_RED_DIR: resolve(nodeRed) },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    );
    const name = runtimes.length > 1 ? `${version}  ` : '';
    createInterface({ input: mocha.stdout }).on('line', (line) => console.log(name + line));
    let closing;
    mocha.on('message', (stats) => {
      counts = stats;
      closing = setTimeout(() => {
        console.error('The tests left something open, so mocha does not end');
        mocha.kill('SIGKILL');
      }, CLOSING);
    });
    mocha.on('exit', (code) => {
      clearTimeout(closing);
      const complete = counts && (code === 0 || counts.failures > 0);
      done(complete ? counts : { passes: 0, pending: 0, ...counts, failures: 1 });
    });
  });
}

/** Finds unused code while the build runs. */
const knip =
  !isUnit && spawn(process.execPath, ['node_modules/knip/bin/knip.js', '--no-progress'], { stdio: 'inherit' });
const unused = knip && once(knip, 'exit');
if (isUnit) run('node_modules/typescript/bin/tsc');
else run('scripts/build.mjs');
run('node_modules/typescript/bin/tsc', '-p', 'test');
if (unused && (await unused)[0] !== 0) process.exit(1);
if (runtimes.some(({ version }) => version === '5')) installFive();

const totals = { passes: 0, failures: 0, pending: 0 };
const failed = [];

const queue = [
  ...onFirst.map((tests) => ({ runtime: runtimes[0], tests })),
  ...onBoth.flatMap((tests) => runtimes.map((runtime) => ({ runtime, tests }))),
];

/** Runs one group after the other, until none is queued. */
async function worker() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const counts = await suite(next.runtime, next.tests);
    for (const key of Object.keys(totals)) totals[key] += counts[key];
    failed.push(...(counts.failed ?? []).map((test) => `FAILED on Node-RED ${next.runtime.version}: ${test}`));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
// Repeated at the end of the output, where people look.
for (const test of failed) console.log(`${test}\n`);
console.log(`${totals.passes} passed, ${totals.failures} failed, ${totals.pending} skipped`);
process.exit(totals.failures > 0 || totals.passes === 0 ? 1 : 0);
