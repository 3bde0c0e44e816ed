import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from './package.js';

/** Runs npm in a folder without a shell. On Windows, npm is a script with another name. */
export function npmIn(folder: string, ...args: string[]): string {
  const { npm_execpath: cli } = process.env;
  const [program, ...first] = cli ? [process.execPath, cli] : ['npm'];
  return execFileSync(program, [...first, '--ignore-scripts', ...args], { cwd: folder, encoding: 'utf8' });
}

export const npm = (...args: string[]): string => npmIn(root, ...args);

const made: string[] = [];

/** A folder that is deleted after the tests. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  made.push(folder);
  return folder;
}

after('the packed files', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Packs this package, or another one by name and version. Returns the tarball. */
export function pack(...args: string[]): string {
  const folder = ownFolder();
  npm('pack', ...args, '--silent', '--pack-destination', folder);
  return join(folder, readdirSync(folder)[0] ?? '');
}

/** Unpacks a tarball in its folder. Returns the folder of the package. */
export function unpack(tarball: string): string {
  // Only the file name, because some versions read the colon of a Windows path as a remote host.
  execFileSync('tar', ['-xzf', basename(tarball)], { cwd: dirname(tarball) });
  return join(dirname(tarball), 'package');
}

/** The package of this build: the next build deletes this folder. */
const SHARED = join(root, '.test/package.tgz');

let ours: string | undefined;

/** This package as it is published, in a folder of its own. The processes of a run share it, since packing takes time. */
export function tarball(): string {
  if (!ours) {
    if (!existsSync(SHARED)) {
      const unfinished = `${SHARED}.${process.pid}`;
      copyFileSync(pack(), unfinished);
      renameSync(unfinished, SHARED);
    }
    ours = join(ownFolder(), 'package.tgz');
    copyFileSync(SHARED, ours);
  }
  return ours;
}
