/** The part of the build that Node-RED needs, without its checks. */
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { succeeds } from './project.mjs';

const SOURCES = ['src', 'nodes', 'plugins', 'icons', 'locales', 'docs', 'scripts', 'package.json', 'tsconfig.json'];

/** The build writes these itself. */
const GENERATED = ['docs/operations.md', 'docs/openapi.json'];

/** The last file that a build writes. Its time is that of the start, so a source that is saved during a build is newer. */
const BUILT = 'dist/built';

/** The time of the last change of a file, or in a folder. */
function changedAt(path) {
  if (GENERATED.includes(path)) return 0;
  const stats = statSync(path);
  const parts = stats.isDirectory() ? readdirSync(path).map((name) => changedAt(`${path}/${name}`)) : [];
  return Math.max(stats.mtimeMs, ...parts);
}

const isUpToDate = () => {
  const built = statSync(BUILT, { throwIfNoEntry: false });
  return built !== undefined && SOURCES.map(changedAt).every((time) => time < built.mtimeMs);
};

/** Deletes the compiled files of deleted sources, so that an import of one fails. */
export function deleteOrphans(folder, sources) {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true }))
    if (/(\.js|\.d\.ts)$/.test(file) && !existsSync(`${sources}/${file.replace(/(\.js|\.d\.ts)$/, '.ts')}`))
      rmSync(`${folder}/${file}`);
}

/** Compiles the changed sources into `dist/`. Resolves with false after an error. */
export function compile() {
  deleteOrphans('dist', 'src');
  return succeeds('node_modules/typescript/bin/tsc', '--build');
}

/** Builds the nodes if a source is newer than they are. A Node-RED that runs keeps its files. Resolves with false after an error. */
export async function buildNodes() {
  if (isUpToDate()) return true;
  const startedAt = new Date();
  if (!(await compile()) || !(await succeeds('scripts/assets.mjs'))) return false;
  utimesSync(BUILT, startedAt, startedAt);
  return true;
}
