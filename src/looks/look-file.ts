import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Signal } from '../hub/base/signal.js';
import { ignoreMissing } from './ignore-missing.js';
import type { Looks } from './look.js';
import { looksText, MAX_BYTES, parseLooks } from './look-text.js';
import { LooksError } from './looks-error.js';
import { writeWhole } from './write-whole.js';

/** The open files by their full path. */
const files = new Map<string, LookFile>();

/** The file of the looks of one hub. Its reads and updates run one after the other, in the order of their calls. */
export class LookFile {
  /** Emits the looks after each own write. */
  readonly changed = new Signal<Looks>();
  #users = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #bytes: Buffer | undefined;
  #looks: Looks = new Map();

  private constructor(readonly path: string) {}

  /** All users of a path share one object, so no update is lost. Each calls `close` once. */
  static at(path: string): LookFile {
    const full = resolve(path);
    const file = files.get(full) ?? new LookFile(full);
    files.set(full, file);
    file.#users += 1;
    return file;
  }

  /**
   * The looks on the disk, frozen. A missing file has no looks. Rejects with a LooksError that has the path and usually a
   * line if the file is broken, and with the error of the disk.
   */
  read(): Promise<Looks> {
    return this.#inTurn(() => this.#read());
  }

  /**
   * Writes the looks that `change` returns, and resolves with them. Nothing is written if they are the same, if `change`
   * throws, or if the file is broken. Rejects like `read`.
   */
  update(change: (looks: Looks) => Looks): Promise<Looks> {
    return this.#inTurn(async () => {
      const text = looksText(change(await this.#read()));
      // The file never gets looks that could not be read again.
      const looks = parseLooks(text);
      const bytes = Buffer.from(text);
      if (this.#bytes?.equals(bytes)) return this.#looks;
      await writeWhole(this.path, bytes);
      this.#bytes = bytes;
      this.#looks = looks;
      this.changed.emit(looks);
      return looks;
    });
  }

  /** Waiting reads and updates still run. After the last user the object is released. */
  close(): void {
    this.#users -= 1;
    void this.#inTurn(async () => {
      if (this.#users === 0 && files.get(this.path) === this) files.delete(this.path);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The file is read each time, since people and git also change it. The same bytes are parsed once. */
  async #read(): Promise<Looks> {
    try {
      const bytes = await readBytes(this.path);
      if (bytes && this.#bytes?.equals(bytes)) return this.#looks;
      this.#looks = bytes ? parseLooks(textOf(bytes)) : new Map();
      this.#bytes = bytes;
      return this.#looks;
    } catch (error) {
      throw error instanceof LooksError ? error.at(this.path) : error;
    }
  }
}

/** Checked before the path is opened, since that may block, or act on a device. Undefined: the file does not exist. */
async function readBytes(path: string): Promise<Buffer | undefined> {
  const present = await stat(path).catch(ignoreMissing);
  if (!present) return undefined;
  if (!present.isFile()) throw new LooksError('notFile', {});
  if (present.size > MAX_BYTES) throw new LooksError('tooLong', { bytes: present.size, most: MAX_BYTES });
  return readFile(path).catch(ignoreMissing);
}

function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const lines = bytes.toString('latin1').split('\n');
  throw new LooksError('notText', { line: lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1 });
}
