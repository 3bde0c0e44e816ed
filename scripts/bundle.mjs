/** Bundles the code that users run. `dist/` has the same code in one file for each source, for the tests of one part. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix } from 'node:path';
import { build } from 'esbuild';
import { readJson } from './project.mjs';

const { bin, exports, 'node-red': nodeRed } = readJson('package.json');

/** The name of a module in the bundle, e.g. `nodes/lamp` for `lib/nodes/lamp.js`. */
const moduleOf = (file) => posix.relative('lib', file).replace(/\.js$/, '');

const libraries = Object.values(exports)
  .map((each) => each.default)
  .filter(Boolean)
  .map(moduleOf);
const nodes = Object.values(nodeRed.nodes).map(moduleOf);
const commands = Object.values(bin).map(moduleOf);

/** All code in one file, so every class and every state exists once. A module runs when it is first required. */
async function writeBundle(folder) {
  const modules = [...libraries, ...nodes, ...commands];
  const contents = modules.map((name) => `exports['${name}'] = () => require('./${folder}/${name}');`).join('\n');
  await build({
    stdin: { contents, resolveDir: '.' },
    outfile: 'lib/bundle.js',
    bundle: true,
    platform: 'node',
    target: 'es2022',
    // npm installs the dependencies, so users get their security updates.
    packages: 'external',
    external: ['./package.json'],
  });
}

/** A file of package.json. It takes its module from the bundle. */
function writeEntry(name, text) {
  const file = `lib/${name}.js`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const fromBundle = (name) => `require('${posix.relative(posix.dirname(name), 'bundle.js')}')['${name}']()`;

/** Writes the bundle and the entries into `lib/`. */
export async function writePackage(folder = 'src') {
  await writeBundle(folder);
  for (const name of nodes) writeEntry(name, `module.exports = ${fromBundle(name)};\n`);
  for (const name of commands) chmodSync(writeEntry(name, `#!/usr/bin/env node\n${fromBundle(name)};\n`), 0o755);
  const load = createRequire(new URL('../lib/', import.meta.url));
  for (const name of libraries) {
    const names = Object.keys(load('./bundle.js')[name]()).join(', ');
    // Node.js reads the names for `import` from the second line, which never runs.
    writeEntry(name, `module.exports = ${fromBundle(name)};\n0 && (module.exports = { ${names} });\n`);
  }
}
