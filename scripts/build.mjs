import { rmSync } from 'node:fs';
import { run } from './project.mjs';

run('scripts/lint.mjs');
// Old output is deleted first, so that no file remains after its source is deleted.
for (const built of ['dist', 'resources', '.test']) rmSync(built, { recursive: true, force: true });
run('node_modules/typescript/bin/tsc');
run('scripts/assets.mjs');
run('scripts/packed.mjs');
