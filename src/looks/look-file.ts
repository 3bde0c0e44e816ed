import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ignoreMissing } from '../base/files.js';
import { Signal } from '../base/signal.js';
import type { Looks } from './look.js';
import { looksText, MAX_BYTES, parseLooks } from './look-text.js';
import { LooksError } from './looks-error.js';
import { targetOf, writeWhole } from './write-whole.js';

/** The open files by their full path. */
const files = new Map<string, LookFile>();

/** The time between two looks at the disk for changes by people, git and other processes. */
const CHECK_MS = 1000;

/** Differs from each stamp of the disk, so the next check reads the file. */
const OWN_WRITE = 'own write';

/** The file of the looks of one hub. Its reads and updates run one after the other, in the order of their calls. */
export class LookFile {
  /** Emits the looks after each own write, and soon after a change on the disk. */
  readonly changed = new Signal<Looks>();
  /** Emits the error when the file is broken or missing after a change on the disk. Its looks are unknown then. */
  readonly failed = new Signal<unknown>();
  #users = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #bytes: Buffer | undefined;
  #looks: Looks = new Map();
  /** True if the file existed since the start of its first user. */
  #existed = false;
  /** The looks that `changed` emitted last. */
  #emitted: Looks | undefined;
  /** The stamp of the disk at the last check. */
  #stamp: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(readonly path: string) {
    void stampOf(path).then((stamp) => {
      this.#stamp ??= stamp;
    });
  }

  /** All users of a path share one object, so no update is lost. Each calls `close` once. */
  static at(path: string): LookFile {
    const full = resolve(path);
    const file = files.get(full) ?? new LookFile(full);
    files.set(full, file);
    file.#users += 1;
    file.#checkLater();
    return file;
  }

  /**
   * The looks on the disk, frozen. A file that never existed has no looks. Rejects with a LooksError that has the path and
   * usually a line if the file is broken, with one if it is missing, and with the error of the disk.
   */
  read(): Promise<Looks> {
    return this.#inTurn(() => this.#read());
  }

  /**
   * Writes the looks that `change` returns, and resolves with them. Nothing is written if they are the same, if `change`
   * throws, or if the file is broken or missing. Rejects like `read`. After a write of another process, it calls `change`
   * again with the new looks.
   */
  update(change: (looks: Looks) => Looks): Promise<Looks> {
    return this.#inTurn(() =>
      this.#withPath(async () => {
        const before = await this.#read();
        let next = this.#after(change);
        // Nothing is created beside a device or a folder, and no lock is needed if nothing changes.
        if (!next) return this.#looks;
        await refuseHardLink(this.path);
        await writeWhole(this.path, async () => {
          // Another process may have written meanwhile.
          if ((await this.#read()) !== before) next = this.#after(change);
          return next?.bytes;
        });
        if (!next) return this.#looks;
        this.#bytes = next.bytes;
        this.#looks = next.looks;
        this.#existed = true;
        this.#stamp = OWN_WRITE;
        this.#emit(next.looks);
        return next.looks;
      }),
    );
  }

  /** Waiting reads and updates still run. After the last user the object is released. */
  close(): void {
    this.#users -= 1;
    if (this.#users === 0) clearTimeout(this.#timer);
    void this.#inTurn(async () => {
      if (this.#users === 0 && files.get(this.path) === this) files.delete(this.path);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** The file after a change. Undefined if it is the same. */
  #after(change: (looks: Looks) => Looks): { readonly bytes: Buffer; readonly looks: Looks } | undefined {
    const text = looksText(change(this.#looks));
    // The file never gets looks that could not be read again.
    const looks = parseLooks(text);
    const bytes = Buffer.from(text);
    return this.#bytes?.equals(bytes) ? undefined : { bytes, looks };
  }

  /** The file is read each time, since people and git also change it. The same bytes are parsed once. */
  #read(): Promise<Looks> {
    return this.#withPath(async () => {
      const bytes = await readBytes(this.path);
      if (!bytes && this.#existed) throw new LooksError('missing', {});
      if (!bytes || this.#bytes?.equals(bytes)) return this.#looks;
      this.#existed = true;
      this.#looks = parseLooks(textOf(bytes));
      this.#bytes = bytes;
      return this.#looks;
    });
  }

  async #withPath<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof LooksError ? error.at(this.path) : error;
    }
  }

  #emit(looks: Looks): void {
    this.#emitted = looks;
    this.changed.emit(looks);
  }

  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
  }

  /** A stat finds changes, since network disks and replaced files have no reliable events. */
  async #check(): Promise<void> {
    const stamp = await stampOf(this.path);
    if (this.#stamp !== stamp) await this.#inTurn(() => this.#show());
    this.#stamp = stamp;
    if (this.#users > 0) this.#checkLater();
  }

  async #show(): Promise<void> {
    if (this.#users === 0) return;
    try {
      const looks = await this.#read();
      if (looks !== this.#emitted) this.#emit(looks);
    } catch (error) {
      this.#emitted = undefined;
      this.failed.emit(error);
    }
  }
}

/** It differs after each change. Blank if there is no file, or if the disk does not answer. */
async function stampOf(path: string): Promise<string> {
  const present = await stat(path, { bigint: true }).catch(() => undefined);
  return present ? [present.dev, present.ino, present.size, present.mtimeNs, present.ctimeNs].join(' ') : '';
}

/** A whole write would separate the two names, and each node would then have its own looks. */
async function refuseHardLink(path: string): Promise<void> {
  const own = await stat(path, { bigint: true }).catch(ignoreMissing);
  for (const { path: other } of files.values()) {
    if (!own || other === path) continue;
    const present = await stat(other, { bigint: true }).catch(() => undefined);
    const isSame = present?.ino === own.ino && present.dev === own.dev;
    if (isSame && (await targetOf(other)) !== (await targetOf(path))) throw new LooksError('hardLink', { other });
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
