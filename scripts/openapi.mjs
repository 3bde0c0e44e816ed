/** Prints the operations table as an OpenAPI 3.1 document, in English or in the locale that is named; whatever the build has to say goes to stderr. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readJson } from './project.mjs';

const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);

const dist = createRequire(new URL('../dist/', import.meta.url));
const { operations } = dist('./hub/table/operations.js');
const { humanise } = dist('./hub/words/humanise.js');
const { openapi } = dist('./hub/table/openapi.js');

const locale = process.argv[2] ?? 'en-US';
const labels = readJson(`locales/${locale}/hub-config.json`).operations;
const sentences = readJson(`locales/${locale}/openapi.json`);
const words = { label: (name) => labels[name] ?? humanise(name), sentence: (key) => sentences[key] };

console.log(JSON.stringify(openapi(operations, readJson('package.json').version, words), null, 2));
