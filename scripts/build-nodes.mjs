/** The part of the build that Node-RED needs, without its checks. */
import { readdirSync, statSync } from 'node:fs';
import { succeeds } from './project.mjs';

const SOURCES = ['src', 'nodes', 'plugins', 'icons', 'locales', 'docs', 'scripts', 'package.json', 'tsconfig.json'];

/** The last file that a build writes. */
const BUILT = 'dist/built';

/** The time of the last change of a file, or in a folder. */
function changedAt(path) {
  const stats = statSync(path);
  const parts = stats.isDirectory() ? readdirSync(path).map((name) => changedAt(`${path}/${name}`)) : [];
  return Math.max(stats.mtimeMs, ...parts);
}

const isUpToDate = () => {
  const built = statSync(BUILT, { throwIfNoEntry: false });
  return built !== undefined && SOURCES.map(changedAt).every((time) => time < built.mtimeMs);
};

/** Builds the nodes if a source is newer than they are. A Node-RED that runs keeps its files. Resolves with false after an error. */
export const buildNodes = async () =>
  isUpToDate() || ((await succeeds('node_modules/typescript/bin/tsc', '--build')) && succeeds('scripts/assets.mjs'));
