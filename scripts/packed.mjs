/** Copies the declarations that the exports need from `dist/` into `lib/`. */
import { cpSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readJson } from './project.mjs';

const IMPORT = /(?:from |import\()['"](\.[^'"]+)\.js['"]/g;

/** Adds a declaration and all its imports to `reached`. */
function reach(file, reached) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, path] of readFileSync(`dist/${file}`, 'utf8').matchAll(IMPORT))
    reach(posix.join(posix.dirname(file), `${path}.d.ts`), reached);
}

const reached = new Set();
for (const { types } of Object.values(readJson('package.json').exports))
  if (types) reach(posix.relative('lib', types), reached);
for (const file of reached) cpSync(`dist/${file}`, `lib/${file}`);
