import { rmSync } from 'node:fs';
import { run } from './project.mjs';

run('scripts/lint.mjs');
// Emptied first, so that nothing survives the source it was made from.
for (const built of ['dist', 'resources', '.test']) rmSync(built, { recursive: true, force: true });
run('node_modules/typescript/bin/tsc');
run('scripts/assets.mjs');
run('scripts/packed.mjs');
