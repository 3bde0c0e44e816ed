/**
 * Runs the tests on Node-RED 4.1 and 5, except the editor tests. With `--editor`, only the editor tests, in a browser.
 * With `--unit`, only the tests that need no Node-RED, browser or broker. `--only 4` or `--only 5` runs one version.
 * `--only 4.0` runs some flows on the oldest supported Node-RED. `--built` uses the last build. All other options are for
 * mocha.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { succeeds } from './project.mjs';

const mochaArgs = process.argv.slice(2);
const [part = 'all'] = ['editor', 'unit'].filter((name) => mochaArgs.includes(`--${name}`));
if (part !== 'all') mochaArgs.splice(mochaArgs.indexOf(`--${part}`), 1);
const isUnit = part === 'unit';

const isBuilt = mochaArgs.includes('--built');
if (isBuilt) mochaArgs.splice(mochaArgs.indexOf('--built'), 1);

const at = mochaArgs.indexOf('--only');
const only = at >= 0 ? mochaArgs.splice(at, 2)[1] : isUnit ? '4' : undefined;

/** The package, where it depends neither on Node-RED nor on Node.js: the repository, the programs, the tarball. */
const TOOLS = 'citations|library|new-operation|prepare-a-show|repository|rules|scorecard|start|tarball|types';

/** Tests in the folders of `onBoth` that run on the first version only. Node-RED and Node.js do not change their results. */
const ONCE = [
  // Documents, examples and devices as data, and a hub that is away while all recipes run.
  `.test/package/@(${TOOLS}|documents|example-wires|outage|recipe-stream-deck|recipes-devices).test.js`,
  // Fields of old flows, random messages, and requests of other clients.
  '.test/flows/{contract,saved-flows,*-properties}.test.js',
  // Answers of the simulated hub, the text of a request, and the memory of a remote node.
  '.test/**/{simulator/server/{checks,foreign,journal,table},hub/wire/request,world/remote-room}.test.js',
];

/** Editor tests that run on one version only, half of the time on each. With `--only`, all of them run. */
const EDITOR_ONCE = {
  4: 'event,examples,help,hostile,hub-checks,hub-more,hubs,journal,journal-rehearsal,lamp,look,look-table,looks,looks-sidebar,many-nodes-tab,operator-page,panel,pickers,recipes,renames,saved-flows,saved-version,shows,watch',
  5: 'axe,browse,connection,dashboard,dialog-hints,field-errors,fit,labels,look-compare,look-file,loads,many-nodes,panel-learn,panel-learn-mqtt,pictures,prototype-names,remote,special-fields,starts,watch-item',
};

/** Flows of the central nodes, with their failures. These groups run on Node-RED 4.0. */
const CENTRAL = [
  '.test/flows/lamp.test.js',
  '.test/flows/watch.test.js',
  '.test/flows/@(batch|engine-*|everything-out|panel|sentence).test.js',
];

/**
 * Each group is a separate mocha process. Groups of `onBoth` use Node-RED, or sockets, streams and
 * timers of Node.js, and run on both versions, without `ONCE`. Groups of `onFirst` run on the first version only.
 */
const { onBoth = [], onFirst = [] } = {
  unit: {
    // Without the answers of the simulator over HTTP and the random lives of a hub: they take half of the time.
    onFirst: [
      '.test/hub/{complete,lists,lookup}/**/*.test.js',
      '.test/hub/{shows,wire}/**/*.test.js',
      '.test/hub/{!(*-properties),!(complete|lists|lookup|shows|wire)/**/!(*-properties)}.test.js',
      '.test/{looks,nodes/{log,message,panel,registry,runtime,status},panels,remote,simulator/!(page|server)}/**/*.test.js',
    ],
  },
  editor: { onBoth: ['.test/editor/**/*.test.js'] },
  oldest: { onFirst: CENTRAL },
  all: {
    onBoth: [
      '.test/flows/**/[m-s]*.test.js',
      '.test/flows/**/[e-g]*.test.js',
      '.test/{hub/wire,hostile,nodes/endpoints,simulator/server}/**/*.test.js',
      '.test/package/**/*.test.js',
      '.test/{world/**/*,flows/**/[!e-gl-s]*}.test.js',
      '.test/flows/**/l*.test.js',
    ],
    onFirst: [
      '.test/{commands,recording}/**/*.test.js',
      ...ONCE,
      '.test/{!(commands|editor|flows|hostile|recording|hub|nodes|package|panels|remote|simulator|world)/**/*,simulator/{*,!(page|picture|server)/**/*}}.test.js',
      '.test/simulator/{page,picture}/**/*.test.js',
      '.test/{hub/{*,!(wire)/**/*},nodes/{*,!(endpoints)/**/*},panels/**/*,remote/**/*}.test.js',
    ],
  },
}[part === 'all' && only === '4.0' ? 'oldest' : part];

/** Mocha processes at the same time: most tests wait more than they work. With more, hosts and hubs seem to be away. */
const AT_ONCE = 4 * availableParallelism();

/** A forgotten `.only` would hide the other tests. */
const forCi = process.env.CI ? ['--forbid-only'] : [];

/** Node-RED 5 can need a newer Node.js, so it is in its own folder with a suitable one. */
const five = 'test/runtimes/node-red-5';
const oldest = 'test/runtimes/node-red-4.0';
const [major, minor] = process.versions.node.split('.').map(Number);
const isForFive = major > 22 || (major === 22 && minor >= 9);
const isWindows = process.platform === 'win32';
const ownNode = `${five}/node_modules/node/bin/node${isWindows ? '.exe' : ''}`;
const both = [
  { version: '4', folder: '.', node: process.execPath },
  { version: '5', folder: five, node: isForFive ? process.execPath : ownNode },
];
const runtimes =
  only === '4.0' && part === 'all'
    ? [{ version: '4.0', folder: oldest, node: process.execPath }]
    : both.filter(({ version }) => !only || version === only);
if (runtimes.length === 0) {
  console.error(`--only ${only}: choose ${part === 'all' ? '4, 5 or 4.0' : '4 or 5'}`);
  process.exit(2);
}

/** Installs a Node-RED on first use, and after its lock file has changed. Resolves with true if it succeeds. */
async function install({ folder }) {
  if (folder === '.') return true;
  const [installed, lock] = [`${folder}/node_modules/.package-lock.json`, `${folder}/package-lock.json`];
  const isLocked = existsSync(lock);
  if (existsSync(installed) && !(isLocked && statSync(installed).mtimeMs <= statSync(lock).mtimeMs)) return true;
  const command = isLocked ? ['ci'] : ['install', '--no-package-lock'];
  const [status] = await once(spawn('npm', command, { cwd: folder, stdio: 'inherit', shell: isWindows }), 'exit');
  return status === 0;
}

/** Longest time for a finished suite to end, in ms. After this, it has an open handle. */
const CLOSING = 60_000;

/** Runs mocha once and resolves with its counts. A crash or a missing end counts as a failure. */
function suite({ version, folder, node }, { tests, ignored = [] }) {
  const runtime = isUnit ? '' : `Node-RED ${version}, `;
  console.log(`\n${runtime}Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`);
  return new Promise((done) => {
    let counts;
    const mocha = fork(
      'node_modules/mocha/bin/mocha.js',
      [
        '--reporter',
        'scripts/reporter.cjs',
        tests,
        ...ignored.flatMap((glob) => ['--ignore', glob]),
        ...forCi,
        ...mochaArgs,
      ],
      {
        execPath: resolve(node),
        env: { ...process.env, NODE_RED_DIR: resolve(folder, 'node_modules/node-red') },
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

/** Compiles the tests. Before the unit tests, nothing else is built. */
const build = async () =>
  isBuilt ||
  ((await succeeds(...(isUnit ? ['node_modules/typescript/bin/tsc', '--build'] : ['scripts/build.mjs']))) &&
    (await succeeds('node_modules/typescript/bin/tsc', '-p', 'test')));

const isReady = await Promise.all([
  build(),
  isBuilt || isUnit || succeeds('node_modules/knip/bin/knip.js', '--no-progress'),
  ...runtimes.map(install),
]);
if (!isReady.every(Boolean)) process.exit(1);

const totals = { passes: 0, failures: 0, pending: 0 };
const failed = [];

/** The tests that this version leaves to the other one. */
function ignoredOn({ version }) {
  if (part !== 'editor') return ONCE;
  const { [version]: _, ...others } = only ? {} : EDITOR_ONCE;
  return Object.values(others).map((names) => `.test/editor/{${names}}.test.js`);
}

/** Some groups of `onFirst` take longest. */
const queue = [
  ...onFirst.map((tests) => ({ runtime: runtimes[0], tests })),
  ...onBoth.flatMap((tests) => runtimes.map((runtime) => ({ runtime, tests, ignored: ignoredOn(runtime) }))),
];

/** Runs one group after the other, until none is queued. */
async function worker() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const counts = await suite(next.runtime, next);
    for (const key of Object.keys(totals)) totals[key] += counts[key];
    failed.push(...(counts.failed ?? []).map((test) => `FAILED on Node-RED ${next.runtime.version}: ${test}`));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
// Repeated at the end of the output, where people look.
for (const test of failed) console.log(`${test}\n`);
console.log(`${totals.passes} passed, ${totals.failures} failed, ${totals.pending} skipped`);
process.exit(totals.failures > 0 || totals.passes === 0 ? 1 : 0);
