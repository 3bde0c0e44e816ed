import { rmSync } from 'node:fs';
import { buildNodes } from './build-nodes.mjs';
import { succeeds } from './project.mjs';

const linted = succeeds('scripts/lint.mjs');
// Old output is deleted first, so that no file remains after its source is deleted.
for (const built of ['dist', 'lib', 'resources', '.test']) rmSync(built, { recursive: true, force: true });
const isBuilt = (await buildNodes()) && (await succeeds('scripts/packed.mjs'));
if (!(await linted) || !isBuilt) process.exit(1);
