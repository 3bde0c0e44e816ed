import { access, constants, readdir, readlink, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ignoreMissing, makeFolder, replaceFile, type TemporaryFile } from '../base/files.js';
import { StoredError } from './stored-error.js';

/** The end of the name of a temporary file, which begins with the name of its file. */
const TEMPORARY = /^\.[\da-f-]{36}\.tmp$/;

/** A write takes far less. An older temporary file belongs to a process that was killed or hangs. */
const ABANDONED_MS = 5000;

/** Maximum wait for other processes. */
const MAX_WAIT_MS = 15_000;

/** Maximum pause before the next attempt. Its length is random, so that two processes do not meet again. */
const MAX_PAUSE_MS = 30;

/**
 * Writes the bytes that `next` returns, whole: after a crash at any moment the file has either the old or the new
 * content. No other process writes between the call of `next` and the end. Nothing is written if `next` returns nothing.
 * Creates its folder, keeps its mode, and keeps a symbolic link to it. A new file can be read by its owner only.
 */
export async function writeWhole(path: string, next: () => Promise<Uint8Array | undefined>): Promise<void> {
  const target = await targetOf(path);
  await makeFolder(dirname(target));
  const start = performance.now();
  while (!(await tryWrite(target, next))) {
    if (performance.now() - start > MAX_WAIT_MS) throw new StoredError('busy', { seconds: MAX_WAIT_MS / 1000 });
    await pause(Math.random() * MAX_PAUSE_MS);
  }
}

/**
 * The temporary file is also the lock: a process writes only if it finds no other one after it has created its own. A
 * process that takes over deletes the abandoned one, so the rename of its owner fails, and no write is lost.
 */
async function tryWrite(target: string, next: () => Promise<Uint8Array | undefined>): Promise<boolean> {
  let isOurs = true;
  const isWritten = await replaceFile(target, async (temporary) => {
    isOurs = !(await isLocked(target, temporary));
    const bytes = isOurs ? await next() : undefined;
    if (!bytes) return undefined;
    const present = await stat(target).catch(ignoreMissing);
    // A rename would also replace a file that is protected.
    if (present) await access(target, constants.W_OK);
    return { bytes, mode: (present?.mode ?? 0o600) & 0o777 };
  });
  return isOurs && isWritten;
}

/** The path behind symbolic links. Its file may be missing. */
export async function targetOf(path: string): Promise<string> {
  const real = await realpath(path).catch(ignoreMissing);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : targetOf(resolve(dirname(path), link));
}

/** True if another process writes. Deletes the temporary files of processes that were killed or hang. */
async function isLocked(target: string, own: TemporaryFile): Promise<boolean> {
  const now = await own.modifiedAt();
  let isLocked = false;
  for (const name of await readdir(dirname(target))) {
    const other = join(dirname(target), name);
    if (
      other === own.path ||
      !name.startsWith(basename(target)) ||
      !TEMPORARY.test(name.slice(basename(target).length))
    )
      continue;
    const present = await stat(other).catch(ignoreMissing);
    if (present && Math.abs(now - present.mtimeMs) > ABANDONED_MS) await rm(other, { force: true });
    else if (present) isLocked = true;
  }
  return isLocked;
}
