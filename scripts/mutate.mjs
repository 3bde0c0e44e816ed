/** Lists faults in built code that no test notices: `npm run mutate -- hub/queue`, see CONTRIBUTING.md "Tests". */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

const home = 'test/runtimes/stryker';
const stryker = `${home}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const hub = ['queue', 'lookup', 'complete', 'watch', 'lists'].map((wing) => `hub/${wing}`);
const given = process.argv.slice(2);
if (!existsSync(stryker)) execFileSync('npm', ['ci'], { cwd: home, stdio: 'inherit', shell: true });
for (const name of given.length > 0 ? given : [...hub, 'panels', 'remote']) {
  const isFile = existsSync(`dist/${name}.js`);
  const folder = isFile ? dirname(name) : name;
  // Random tests would change the score from run to run.
  const tests = [`.test/${folder}/**`, `.test/${dirname(folder)}`].map((at) => `${at}/!(*-properties).test.js`);
  const options = ['--mutate', `dist/${name}${isFile ? '' : '/**/*'}.js`, '--testFiles', tests.join()];
  execFileSync(process.execPath, [stryker, 'run', `${home}/config.json`, ...options], { stdio: 'inherit' });
}
