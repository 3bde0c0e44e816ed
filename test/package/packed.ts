import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from './package.js';

/** Runs npm in a folder, without a shell: on Windows its name is that of a script. */
export function npmIn(folder: string, ...args: string[]): string {
  const { npm_execpath: cli } = process.env;
  const [program, ...first] = cli ? [process.execPath, cli] : ['npm'];
  return execFileSync(program, [...first, '--ignore-scripts', ...args], { cwd: folder, encoding: 'utf8' });
}

export const npm = (...args: string[]): string => npmIn(root, ...args);

const made: string[] = [];

/** A folder that lasts as long as the tests. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graphics-hub-'));
  made.push(folder);
  return folder;
}

after('what was packed', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Packs a package, this one or another by its name and version; gives the tarball. */
export function pack(...what: string[]): string {
  const folder = ownFolder();
  npm('pack', ...what, '--silent', '--pack-destination', folder);
  return join(folder, readdirSync(folder)[0] ?? '');
}

/** Unpacks a tarball where it lies; gives the package's folder. */
export function unpack(tarball: string): string {
  // By its name alone: the colon of a Windows path means another machine to some.
  execFileSync('tar', ['-xzf', basename(tarball)], { cwd: dirname(tarball) });
  return join(dirname(tarball), 'package');
}

let ours: string | undefined;

/** This package as it is published, packed once for all tests. */
export function tarball(): string {
  ours ??= pack();
  return ours;
}
