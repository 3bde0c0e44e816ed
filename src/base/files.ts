import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The bytes of a file, and its mode, for example `0o600`. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** A new file with a name of its own, which replaces another one when it is whole. */
export interface TemporaryFile {
  readonly path: string;
  /** The time of the disk, whose clock can differ from that of this computer. */
  modifiedAt(): Promise<number>;
}

/**
 * Writes a file whole: after a crash at any moment it has either the old or the new content. The temporary file exists
 * before `next` returns the content. Without content, nothing is written. False if another process has deleted the
 * temporary file.
 */
export async function replaceFile(
  target: string,
  next: (temporary: TemporaryFile) => Promise<FileContent | undefined>,
): Promise<boolean> {
  const temporary = `${target}.${crypto.randomUUID()}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    const content = await next({ path: temporary, modifiedAt: async () => (await file.stat()).mtimeMs });
    if (!content) return true;
    // Some network disks have one mode for all files.
    if (((await file.stat()).mode & 0o777) !== content.mode) await file.chmod(content.mode);
    await file.writeFile(content.bytes);
    await file.sync();
    await file.close();
    const isRenamed = await rename(temporary, target).then(() => true, ignoreMissing);
    if (isRenamed) await syncFolder(dirname(target));
    return isRenamed ?? false;
  } finally {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/**
 * Creates a folder and the missing ones around it. The option `recursive` of `mkdir` never ends below a folder that
 * reports each new one as missing, such as `/proc` or the root of an automounter.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await stat(path).catch(ignoreMissing)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Makes a rename durable. Windows and some network disks cannot sync a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** For the `catch` of a file operation: undefined if the file does not exist. Throws all other errors. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const root = dirname(require.resolve('../../package.json'));

/** The path of a file that the build writes for users, e.g. `nodes/locales`. */
export const builtFile = (...path: readonly string[]): string => join(root, 'lib', ...path);
