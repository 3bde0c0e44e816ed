import { rmSync } from 'node:fs';
import { succeeds } from './project.mjs';

const linted = succeeds('scripts/lint.mjs');
// Old output is deleted first, so that no file remains after its source is deleted.
for (const built of ['dist', 'lib', 'resources', '.test']) rmSync(built, { recursive: true, force: true });
const isBuilt =
  (await succeeds('node_modules/typescript/bin/tsc', '--build')) &&
  (await succeeds('scripts/assets.mjs')) &&
  (await succeeds('scripts/packed.mjs'));
if (!(await linted) || !isBuilt) process.exit(1);
