/**
 * Lists faults in built code that no test notices: `npm run mutate -- hub/queue`. With `--changed`, in the files that
 * this branch changes. With `--tests 'flows/load*'`, these tests run too. See CONTRIBUTING.md "Tests".
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

/** The versions are exact, so they need no lock file. */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11.8.0'];
const stryker = ['--yes', ...packages.flatMap((name) => ['-p', name]), 'stryker'];

/**
 * Random tests would change the score from run to run, and can run forever in faulty code. The others start processes, or
 * take seconds for each fault.
 */
const LEFT_OUT = '*-properties|model|*-killed|*-memory|*-processes|*-shared|large-*|strange-*|wire-faults';

/** Sources that this branch changes, as `hub/queue/lane`. */
function changed() {
  const files = execFileSync('git', ['diff', '--name-only', 'main...', '--', 'src'], { encoding: 'utf8' });
  return [...files.matchAll(/^src\/(?!editor\/)(.*)\.ts$/gm)]
    .map(([, name]) => name)
    .filter((name) => existsSync(`dist/${name}.js`));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, tests: { type: 'string', multiple: true, default: [] } },
});
const others = values.tests.map((name) => `.test/${name}.test.js`);
for (const name of values.changed ? changed() : positionals) {
  const isFile = existsSync(`dist/${name}.js`);
  const folder = isFile ? dirname(name) : name;
  const [area, part] = name.split('/');
  // The flows of `nodes/watch` have names that begin with `watch`.
  const beside = [`${folder}/**/`, `${dirname(folder)}/`, ...(area === 'nodes' ? [`flows/${part}`] : [])];
  const tests = [...beside.map((at) => `.test/${at}!(${LEFT_OUT}).test.js`), ...others];
  const options = ['--mutate', `dist/${name}${isFile ? '' : '/**/*'}.js`, '--testFiles', tests.join()];
  execFileSync('npx', [...stryker, 'run', 'test/runtimes/stryker/config.json', ...options], { stdio: 'inherit' });
}
