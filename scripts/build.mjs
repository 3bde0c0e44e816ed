import { rmSync } from 'node:fs';
import { run } from './project.mjs';

const colours = process.stdout.isTTY ? 'force' : 'off';
run('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colours}`);
// Emptied first, so that nothing survives the source it was made from.
for (const built of ['dist', 'resources', '.test']) rmSync(built, { recursive: true, force: true });
run('node_modules/typescript/bin/tsc');
run('scripts/assets.mjs');
run('scripts/packed.mjs');
