import { access, type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { ignoreMissing } from '../../base/files.js';
import { OneByOne } from '../../base/in-order.js';

export interface LineFile {
  readonly path: string;
  /** A longer line gets its own file. */
  readonly maxBytes: number;
  /** PATH.1 is the newest old file. */
  readonly maxOldFiles: number;
}

/** While the file cannot be written, at most this many lines are kept. The oldest are dropped. */
const MAX_PENDING = 10_000;

/** The writes by path, so that no writer rotates a file while another one writes to it. */
const writes = new OneByOne();

/** Appends lines to a file in order, without blocking the caller. */
export class JsonLines {
  readonly #file: LineFile;
  readonly #onWritten: (error?: Error) => void;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;

  /** `onWritten` is called after each write. After an error the lines stay for the next attempt. */
  constructor(file: LineFile, onWritten: (error?: Error) => void) {
    this.#file = file;
    this.#onWritten = onWritten;
  }

  /** Reports a path that is not a regular file before the first line. */
  check(): void {
    this.#writing ??= this.#writeAfterOthers();
  }

  /** Throws if JSON cannot hold the value. */
  write(value: unknown): void {
    this.#pending.push(`${JSON.stringify(value)}\n`);
    if (this.#pending.length > MAX_PENDING) this.#pending = this.#pending.slice(-MAX_PENDING);
    this.#writing ??= this.#writeAfterOthers();
  }

  /** Writes the pending lines. */
  async close(): Promise<void> {
    await (this.#writing ?? this.#writeAfterOthers());
  }

  #writeAfterOthers(): Promise<void> {
    return writes.run(() => this.#writeAll(), this.#file.path);
  }

  async #writeAll(): Promise<void> {
    try {
      await this.#refuseOtherThanFile();
      while (this.#pending.length > 0) if (!(await this.#writeSome())) await this.#rotate();
      this.#onWritten();
    } catch (error) {
      this.#onWritten(error as Error);
    }
    this.#writing = undefined;
  }

  /** Checked before the path is opened, since that may block, or act on a device. */
  async #refuseOtherThanFile(): Promise<void> {
    const { path } = this.#file;
    const present = await stat(path).catch(ignoreMissing);
    if (present && !present.isFile()) throw new NotRegularFile(path);
  }

  /** Writes the lines that still fit into the file. Returns false if none fits. */
  async #writeSome(): Promise<boolean> {
    const file = await open(this.#file.path, 'a+');
    let lines: string[] = [];
    try {
      const { size } = await file.stat();
      lines = this.#pending.splice(0, this.#fittingCount(size));
      const start = lines.length > 0 && (await isTorn(file, size)) ? '\n' : '';
      try {
        await file.appendFile(start + lines.join(''));
      } catch (error) {
        await dropWritten(lines, file, size + start.length);
        throw error;
      }
      return lines.length > 0;
    } catch (error) {
      this.#pending.unshift(...lines);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** The number of lines that fit into a file of this size. An empty file takes any first line. */
  #fittingCount(size: number): number {
    let room = this.#file.maxBytes - size;
    const firstTooLarge = this.#pending.findIndex((line, index) => {
      room -= Buffer.byteLength(line);
      return room < 0 && (size > 0 || index > 0);
    });
    return firstTooLarge < 0 ? this.#pending.length : firstTooLarge;
  }

  /**
   * Renames PATH to PATH.1, PATH.1 to PATH.2, and so on, and drops the oldest. Files after a missing number stay: on
   * Windows, a file that is open elsewhere cannot be renamed, and each attempt would lose another old file.
   */
  async #rotate(): Promise<void> {
    const { path, maxOldFiles } = this.#file;
    const pathOfAge = (age: number) => (age === 0 ? path : `${path}.${age}`);
    if (maxOldFiles === 0) return rm(path, { force: true });
    let oldest = 1;
    while (oldest < maxOldFiles && (await exists(pathOfAge(oldest)))) oldest++;
    for (let age = oldest; age > 0; age--) await rename(pathOfAge(age - 1), pathOfAge(age)).catch(ignoreMissing);
  }
}

const NEWLINE = 10;

/** True if the last line of a file is incomplete after a crash or a full disk. */
async function isTorn(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

/** After a failed write from this position: removes the written lines from the list, and a part of a line from the file. */
async function dropWritten(lines: string[], file: FileHandle, position: number): Promise<void> {
  const { size } = await file.stat();
  let end = position;
  let written = 0;
  for (const line of lines) {
    const next = end + Buffer.byteLength(line);
    if (next > size) break;
    end = next;
    written += 1;
  }
  lines.splice(0, written);
  if (size > end) await file.truncate(end);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The path is a folder, pipe or device. These cannot be repaired after a part of a line, and a pipe may lose its lines. */
export class NotRegularFile extends Error {}
