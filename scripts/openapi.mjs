/**
 * Prints the operations table as an OpenAPI 3.1 document, in English or in the given locale. Output of the build goes
 * to stderr.
 */
import { spawnSync } from 'node:child_process';
import './project.mjs';

const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);

const { interfaceText } = await import('./reference.mjs');
console.log(interfaceText(process.argv[2]));
