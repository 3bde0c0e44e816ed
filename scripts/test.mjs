/**
 * Builds, and runs the tests on the installed Node-RED, except the editor tests. With the name of a file or a folder, such
 * as `hub/queue/lanes`, it builds what these tests need, and runs only them. With `--all`, all tests run on Node-RED 4.1
 * and 5, then some flows on 4.0, and the soak. With `--editor`, only the editor tests. With `--unit`, only tests of the
 * library. With `--only 4`, `5` or `4.0`, one version. With `--built`, the last build. All other options are for mocha.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildNodes, compile, deleteOrphans } from './build-nodes.mjs';
import { succeeds } from './project.mjs';
import { install, runtimes } from './runtimes.mjs';
import { costOf, isCentral, isLibraryTest, isUnitTest, runsOnBoth, runsOnEither, unusedEntries } from './suites.mjs';

const mochaArgs = process.argv.slice(2);
const take = (name, count) => (mochaArgs.includes(name) ? mochaArgs.splice(mochaArgs.indexOf(name), count) : []);
const [isAll, isEditor, isUnit, isBuilt] = ['--all', '--editor', '--unit', '--built'].map((name) => take(name, 1)[0]);
const [, only] = take('--only', 2);

/** Ends before anything is built. */
function refuse(reason) {
  console.error(reason);
  process.exit(2);
}

const versions = isAll && !only ? Object.keys(runtimes).reverse() : [only ?? '4'];
if (!versions.every((version) => runtimes[version])) refuse(`--only ${only}: choose 4, 5 or 4.0`);

/** All tests as compiled files, such as `hub/hub.test.js`. */
const tests = readdirSync('test', { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('runtimes/'))
  .map((file) => file.replace(/ts$/, 'js'))
  .sort();
const unused = unusedEntries(tests);
if (unused.length > 0) refuse(`scripts/suites.mjs names no test: ${unused.join(', ')}`);

/** The tests that the arguments before the first option name. */
const optionsAt = mochaArgs.findIndex((each) => each.startsWith('-'));
const names = mochaArgs.splice(0, optionsAt < 0 ? mochaArgs.length : optionsAt);
const named = names.flatMap((name) => {
  const path = name.replaceAll('\\', '/').replace(/^(\.\/)?test\/|(\.test)?\.[jt]s$|\/$/g, '');
  const found = tests.filter((file) => file === `${path}.test.js` || file.startsWith(`${path}/`));
  return found.length > 0 ? found : refuse(`There is no test ${name}`);
});
const isNamed = named.length > 0;

/** If there are two versions, every second test of the editor and of flows runs on 4.1, and the others on 5. */
function runsOn(version, file, index) {
  if (versions.length === 1 && (version !== '4.0' || isNamed)) return true;
  if (version === '4.0') return isCentral(file);
  const isFirst = version === '4';
  return runsOnEither(file) ? isFirst === (index % 2 === 0) : isFirst || runsOnBoth(file);
}

const tsc = 'node_modules/typescript/bin/tsc';
/** Tests of the library need only its sources. Named tests need no checks. */
async function buildSources() {
  if (isUnit || (isNamed && named.every(isLibraryTest))) return compile();
  if (!isNamed) return succeeds('scripts/build.mjs');
  // The tests of the package pack it again.
  rmSync('.test/package.tgz', { force: true });
  return (await buildNodes()) && succeeds('scripts/packed.mjs');
}
async function build() {
  deleteOrphans('.test', 'test');
  return (await buildSources()) && succeeds(tsc, '-p', 'test');
}
const isReady = await Promise.all([isBuilt || build(), ...versions.map((version) => install(runtimes[version]))]);
if (!isReady.every(Boolean)) process.exit(1);

const OPTIONS = ['--reporter', 'scripts/reporter.cjs', ...(process.env.CI ? ['--forbid-only'] : []), ...mochaArgs];
/** Deals the tests of all versions to processes, so that those of a version take about the same time. */
const deal = (isMeant, processes) =>
  versions.flatMap((version) => {
    const hands = Array.from({ length: processes[version] ?? processes }, () => ({ cost: 0, files: [] }));
    const own = tests.filter(isMeant).filter((file, index) => runsOn(version, file, index));
    for (const file of own.toSorted((one, other) => costOf(other) - costOf(one))) {
      const hand = hands.reduce((least, each) => (each.cost < least.cost ? each : least));
      hand.files.push(`.test/${file}`);
      hand.cost += costOf(file);
    }
    return hands.flatMap(({ files }) => (files.length > 0 ? [{ version, args: [...OPTIONS, ...files.sort()] }] : []));
  });

/** Measures when each command arrives, so the tests beside it give way. */
const soak = { version: '4', program: 'bench/soak.mjs', args: ['1', '2026'] };
const withSoak = isAll && !isEditor && !isNamed && versions.includes('4') && mochaArgs.length === 0;

const isEditorTest = (file) => file.startsWith('editor/');
/** The tests of a process share one Node-RED and one browser. */
const editorJobs = !isNamed && (isEditor || isAll) ? deal(isEditorTest, 3) : [];
function dealOthers() {
  if (isNamed) return deal((file) => named.includes(file), 1);
  if (isUnit) return deal(isUnitTest, 4);
  return isEditor ? [] : deal((file) => !isEditorTest(file), { 4: 12, 5: 4, '4.0': 1 });
}
const otherJobs = [...(withSoak ? [soak] : []), ...dealOthers()];

const results = [];
/** Runs a process and shows its output. A crash is a failure, and so is an open handle after the last test. */
async function run({ version, program = 'node_modules/mocha/bin/mocha.js', args }) {
  const { folder, node: execPath } = runtimes[version];
  const env = { ...process.env, NODE_RED_DIR: resolve(folder, 'node_modules/node-red') };
  const child = fork(program, args, { execPath, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (withSoak && program !== soak.program) setPriority(child.pid, 10);
  let report = { passes: 0, failures: 0, pending: 0, times: [] };
  child.on('message', (message) => {
    report = message;
    setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  console.log(`\nNode-RED ${version}: ${program}\n${output}`);
  const { failed = [`${program} ${args.join(' ')} ended too early`] } = report;
  if (code !== 0 && failed.length === 0) failed.push(`${program} ${args.join(' ')} ended with ${code}`);
  results.push({ ...report, failures: failed.length, failed: failed.map((test) => `Node-RED ${version}: ${test}`) });
}

/** Runs the jobs of these queues, the first one first. */
async function work(...queues) {
  const next = () => queues.find(({ length }) => length > 0)?.shift();
  for (let job = next(); job; job = next()) await run(job);
}
/**
 * With more processes, hosts and hubs seem to be away. A browser keeps more than one core busy, so only half of the workers
 * run tests of the editor.
 */
const workers = Array.from({ length: (editorJobs.length > 0 ? 2 : 4) * availableParallelism() }, (_, index) =>
  index % 2 === 0 ? work(otherJobs) : work(editorJobs, otherJobs),
);
await Promise.all(workers);
const all = (key) => results.flatMap((result) => result[key] ?? []);
const sum = (key) => all(key).reduce((total, value) => total + value, 0);
const slowest = all('times')
  .sort(([, one], [, other]) => other - one)
  .slice(0, 10);
if (!isNamed) console.log(`Slowest: ${slowest.map(([file, s]) => `${file} ${Math.round(s)} s`).join(', ')}\n`);
for (const test of all('failed')) console.log(`FAILED on ${test}\n`);
console.log(`${sum('passes')} passed, ${sum('failures')} failed, ${sum('pending')} skipped`);
process.exit(sum('failures') > 0 || sum('passes') === 0 ? 1 : 0);
