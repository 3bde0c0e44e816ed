/**
 * Lists faults in built code that no test notices: `npm run mutate -- hub/queue`. With `--changed`, in the files that
 * this branch changes. See CONTRIBUTING.md "Tests".
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The versions are exact, so they need no lock file. */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11.8.0'];
const stryker = ['--yes', ...packages.flatMap((name) => ['-p', name]), 'stryker'];

/**
 * Random tests would change the score from run to run, and can run forever in faulty code. The others start processes, or
 * take seconds for each fault.
 */
const LEFT_OUT = '*-properties|model|*-killed|*-processes|*-shared|large-*|strange-*|wire-faults';

/** Sources that this branch changes, as `hub/queue/lane`. */
function changed() {
  const files = execFileSync('git', ['diff', '--name-only', 'main...', '--', 'src'], { encoding: 'utf8' });
  return [...files.matchAll(/^src\/(?!editor\/)(.*)\.ts$/gm)]
    .map(([, name]) => name)
    .filter((name) => existsSync(`dist/${name}.js`));
}

const given = process.argv.slice(2);
for (const name of given[0] === '--changed' ? changed() : given) {
  const isFile = existsSync(`dist/${name}.js`);
  const folder = isFile ? dirname(name) : name;
  const tests = [`.test/${folder}/**`, `.test/${dirname(folder)}`].map((at) => `${at}/!(${LEFT_OUT}).test.js`);
  const options = ['--mutate', `dist/${name}${isFile ? '' : '/**/*'}.js`, '--testFiles', tests.join()];
  execFileSync('npx', [...stryker, 'run', 'test/runtimes/stryker/config.json', ...options], { stdio: 'inherit' });
}
