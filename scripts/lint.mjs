/** Checks the code with biome, the imports of `src/`, and that nothing is unused. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import './project.mjs';

/** Runs a JavaScript program, and prints its output when it has ended, so that the outputs do not mix. */
async function check(program, ...args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  process.stdout.write(output);
  process.stderr.write(errors);
  return status === 0;
}

const colours = process.stdout.isTTY ? 'force' : 'off';
const checks = await Promise.all([
  check('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colours}`),
  check('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--config', '--output-type', 'err'),
  check('node_modules/knip/bin/knip.js', '--no-progress'),
]);
if (!checks.every(Boolean)) process.exit(1);
