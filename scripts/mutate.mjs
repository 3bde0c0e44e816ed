/** Lists faults in built code that no test notices: `npm run mutate -- hub/queue`, see CONTRIBUTING.md "Tests". */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

const home = 'test/runtimes/stryker';
const hub = ['queue', 'lookup', 'complete', 'watch', 'lists'].map((wing) => `hub/${wing}`);
const given = process.argv.slice(2);
/** The versions are exact, so they need no lock file. */
const packages = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/mocha-runner@9.6.1', 'mocha@11'];
const npx = ['--yes', ...packages.flatMap((name) => ['-p', name]), 'stryker'];
for (const name of given.length > 0 ? given : [...hub, 'panels', 'remote']) {
  const isFile = existsSync(`dist/${name}.js`);
  const folder = isFile ? dirname(name) : name;
  // Random tests would change the score from run to run.
  const tests = [`.test/${folder}/**`, `.test/${dirname(folder)}`].map((at) => `${at}/!(*-properties).test.js`);
  const options = ['--mutate', `dist/${name}${isFile ? '' : '/**/*'}.js`, '--testFiles', tests.join()];
  execFileSync('npx', [...npx, 'run', `${home}/config.json`, ...options], { stdio: 'inherit' });
}
