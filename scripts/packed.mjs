/** Excludes the declarations in `dist/` that no export needs from the package, by `dist/.npmignore`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readJson } from './project.mjs';

const IMPORT = /(?:from |import\()['"](\.[^'"]+)\.js['"]/g;

/** Adds a declaration and all its imports to `reached`. */
function reach(file, reached) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT))
    reach(posix.join(posix.dirname(file), `${path}.d.ts`), reached);
}

const reached = new Set();
for (const { types } of Object.values(readJson('package.json').exports))
  if (types) reach(posix.normalize(types), reached);
const included = [...reached].sort().map((file) => `!/${posix.relative('dist', file)}`);
writeFileSync('dist/.npmignore', `${['*.d.ts', ...included].join('\n')}\n`);
