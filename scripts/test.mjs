/**
 * Runs the tests on the installed Node-RED, except the editor tests. With `--all`, all tests run on Node-RED 4.1 and 5, then
 * some flows on 4.0, and the soak. With `--editor`, only the editor tests. With `--unit`, only tests of the library.
 * With `--only 4`, `5` or `4.0`, one version. With `--built`, the last build. All other options are for mocha.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { succeeds } from './project.mjs';
import { install, runtimes } from './runtimes.mjs';
import { isCentral, isSlow, isUnitTest, runsOnBoth, runsOnEither } from './suites.mjs';

const mochaArgs = process.argv.slice(2);
const take = (name, count) => (mochaArgs.includes(name) ? mochaArgs.splice(mochaArgs.indexOf(name), count) : []);
const [isAll, isEditor, isUnit, isBuilt] = ['--all', '--editor', '--unit', '--built'].map((name) => take(name, 1)[0]);
const [, only] = take('--only', 2);

const versions = isAll && !only ? Object.keys(runtimes).reverse() : [only ?? '4'];
if (!versions.every((version) => runtimes[version])) {
  console.error(`--only ${only}: choose 4, 5 or 4.0`);
  process.exit(2);
}

const isOther = (file) => !file.startsWith('editor/');
/** If there are two versions, every second test of the editor and of flows runs on 4.1, and the others on 5. */
function runsOn(version, file, index) {
  if (version === '4.0') return isCentral(file);
  if (versions.length === 1) return true;
  const isFirst = version === '4';
  return runsOnEither(file) ? isFirst === (index % 2 === 0) : isFirst || runsOnBoth(file);
}

const tsc = 'node_modules/typescript/bin/tsc';
/** Compiles the tests. Before the unit tests, nothing else is built. */
const build = async () =>
  (await (isUnit ? succeeds(tsc, '--build') : succeeds('scripts/build.mjs'))) && succeeds(tsc, '-p', 'test');
const built = isBuilt ? [] : [build(), isUnit || succeeds('node_modules/knip/bin/knip.js', '--no-progress')];
const isReady = await Promise.all([...built, ...versions.map((version) => install(runtimes[version]))]);
if (!isReady.every(Boolean)) process.exit(1);

const files = readdirSync('.test', { recursive: true }).map((file) => file.replaceAll('\\', '/'));
const tests = files.filter((file) => file.endsWith('.test.js')).sort();
const OPTIONS = ['--reporter', 'scripts/reporter.cjs', ...(process.env.CI ? ['--forbid-only'] : []), ...mochaArgs];
/** Each process loads Node-RED, which takes 1 s. The slow ones start first, the small ones of 4.1 last. */
const PROCESSES = { 4: 16, 5: 5, '4.0': 2 };
/** Deals the tests of a version to processes, neighbours to different ones. */
const deal = (version, isMeant, processes) => {
  const own = tests.filter(isMeant).filter((file, index) => runsOn(version, file, index));
  const hands = Array.from({ length: processes }, (_, hand) => own.filter((_, index) => index % processes === hand));
  hands.sort((one, other) => other.filter(isSlow).length - one.filter(isSlow).length);
  const args = (hand) => [...OPTIONS, ...hand.map((file) => `.test/${file}`)];
  return hands.flatMap((hand) => (hand.length > 0 ? [{ version, args: args(hand) }] : []));
};

/** Measures when each command arrives, so the tests beside it give way. */
const soak = { version: '4', program: 'bench/soak.mjs', args: ['1', '2026'] };
const withSoak = isAll && !isEditor && versions.includes('4') && mochaArgs.length === 0;

const editorJobs = isEditor || isAll ? versions.flatMap((version) => deal(version, (file) => !isOther(file), 5)) : [];
const otherJobs = isEditor
  ? []
  : versions.flatMap((version) => (isUnit ? deal(version, isUnitTest, 4) : deal(version, isOther, PROCESSES[version])));
/** A browser keeps more than one core busy, so the other tests run between those of the editor. */
const queue = [
  ...(withSoak ? [soak] : []),
  ...otherJobs.flatMap((job, index) => [...editorJobs.slice(index, index + 1), job]),
  ...editorJobs.slice(otherJobs.length),
];

const results = [];
/** Runs a process and shows its output. A crash is a failure, and so is an open handle after the last test. */
async function run({ version, program = 'node_modules/mocha/bin/mocha.js', args }) {
  const { folder, node: execPath } = runtimes[version];
  const env = { ...process.env, NODE_RED_DIR: resolve(folder, 'node_modules/node-red') };
  const child = fork(program, args, { execPath, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (withSoak && program !== soak.program) setPriority(child.pid, 10);
  let counts = { passes: 0, failures: 0, pending: 0 };
  child.on('message', (stats) => {
    counts = stats;
    setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  console.log(`\nNode-RED ${version}: ${program}\n${output}`);
  const { failed = [`${program} ${args.join(' ')} ended too early`] } = counts;
  if (code !== 0 && failed.length === 0) failed.push(`${program} ${args.join(' ')} ended with ${code}`);
  results.push({ ...counts, failures: failed.length, failed: failed.map((test) => `Node-RED ${version}: ${test}`) });
}

const worker = async () => {
  for (let job = queue.shift(); job; job = queue.shift()) await run(job);
};
/** With more processes, hosts and hubs seem to be away. A browser needs more of a core than other tests, which mostly wait. */
await Promise.all(Array.from({ length: (editorJobs.length > 0 ? 3 : 4) * availableParallelism() }, worker));
for (const test of results.flatMap(({ failed }) => failed)) console.log(`FAILED on ${test}\n`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passes')} passed, ${sum('failures')} failed, ${sum('pending')} skipped`);
process.exit(sum('failures') > 0 || sum('passes') === 0 ? 1 : 0);
