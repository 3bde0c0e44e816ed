import { access, constants, mkdir, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ignoreMissing } from './ignore-missing.js';

/** The end of the name of a temporary file, which begins with the name of its file. */
const TEMPORARY = /^\.[\da-f-]{36}\.tmp$/;

/** A write takes far less. An older temporary file belongs to a process that was killed. */
const ABANDONED_MS = 60_000;

/**
 * Writes a file whole: after a crash at any moment it has either the old or the new content. Creates its folder, keeps
 * its mode, and keeps a symbolic link to it. A new file can be read by its owner only.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const target = await targetOf(path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const present = await stat(target).catch(ignoreMissing);
  // A rename would also replace a file that is protected.
  if (present) await access(target, constants.W_OK);
  await removeAbandoned(target);
  const temporary = `${target}.${crypto.randomUUID()}.tmp`;
  try {
    await writeNew(temporary, bytes, (present?.mode ?? 0o600) & 0o777);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** The path behind symbolic links. Its file may be missing. */
async function targetOf(path: string): Promise<string> {
  const real = await realpath(path).catch(ignoreMissing);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : targetOf(resolve(dirname(path), link));
}

async function writeNew(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    // Some network disks have one mode for all files.
    if (((await file.stat()).mode & 0o777) !== mode) await file.chmod(mode);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a rename durable. Windows and some network disks cannot sync a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** Removes the temporary files of processes that were killed. The write does not need this, so a failure is ignored. */
async function removeAbandoned(target: string): Promise<void> {
  const name = basename(target);
  const siblings = await readdir(dirname(target)).catch(() => []);
  for (const sibling of siblings) {
    if (!sibling.startsWith(name) || !TEMPORARY.test(sibling.slice(name.length))) continue;
    const path = join(dirname(target), sibling);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity);
    if (age > ABANDONED_MS) await rm(path, { force: true }).catch(() => undefined);
  }
}
