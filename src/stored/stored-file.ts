import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ignoreMissing } from '../base/files.js';
import { OneByOne } from '../base/in-order.js';
import { Signal } from '../base/signal.js';
import { StoredError } from './stored-error.js';
import { targetOf, writeWhole } from './write-whole.js';

/** The longest file. */
const MAX_BYTES = 20_000_000;

/** A kind of content, and its text. */
export interface StoredFormat<Content> {
  /** The content of a file that never existed. */
  readonly empty: Content;
  /** The content of a text. Throws a StoredError with the line and the reason. */
  readonly parse: (text: string) => Content;
  /** The same content has the same text. */
  readonly text: (content: Content) => string;
}

/** The time between two looks at the disk for changes by people, git and other processes. */
const CHECK_MS = 1000;

/** Differs from each stamp of the disk, so the next check reads the file. */
const OWN_WRITE = 'own write';

/** The open files of one format. */
export class StoredFiles<Content> {
  readonly #format: StoredFormat<Content>;
  /** By their full path. */
  readonly #files = new Map<string, StoredFile<Content>>();

  constructor(format: StoredFormat<Content>) {
    this.#format = format;
  }

  /** All users of a path share one object, so no update is lost. Each calls `close` once. */
  open(path: string): StoredFile<Content> {
    const full = resolve(path);
    const file = this.#files.get(full) ?? new StoredFile(full, this.#format, this.#files);
    this.#files.set(full, file);
    file.begin();
    return file;
  }
}

/** One file of a person. Its reads and updates run one after the other, in the order of their calls. */
export class StoredFile<Content> {
  /** Emits the content after each own write, and soon after a change on the disk. */
  readonly changed = new Signal<Content>();
  /** Emits the error when the file is broken or missing after a change on the disk. Its content is unknown then. */
  readonly failed = new Signal<unknown>();
  #users = 0;
  readonly #turns = new OneByOne();
  #bytes: Buffer | undefined;
  #content: Content;
  /** True if the file existed since the start of its first user. */
  #existed = false;
  /** The content that `changed` emitted last. */
  #emitted: Content | undefined;
  /** The stamp of the disk at the last check. */
  #stamp: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly #format: StoredFormat<Content>;
  readonly #files: Map<string, StoredFile<Content>>;

  /** `files`: the open ones of this format. */
  constructor(
    readonly path: string,
    format: StoredFormat<Content>,
    files: Map<string, StoredFile<Content>>,
  ) {
    this.#format = format;
    this.#files = files;
    this.#content = format.empty;
    // In turn, so that no change after the first read is in the first stamp.
    void this.#turns.run(async () => {
      this.#stamp = await stampOf(path);
    });
  }

  /** One more user. */
  begin(): void {
    this.#users += 1;
    this.#checkLater();
  }

  /**
   * The content on the disk, frozen. Rejects with a StoredError that has the path and
   * usually a line if the file is broken, with one if it is missing, and with the error of the disk.
   */
  read(): Promise<Content> {
    return this.#turns.run(() => this.#read());
  }

  /**
   * Writes the content that `change` returns, and resolves with it. Nothing is written if it is the same, if `change`
   * throws, or if the file is broken or missing. Rejects like `read`. After a write of another process, it calls `change`
   * again with the new content.
   */
  update(change: (content: Content) => Content): Promise<Content> {
    return this.#turns.run(() =>
      this.#withPath(async () => {
        const before = await this.#read();
        let next = this.#after(change);
        // Nothing is created beside a device or a folder, and no lock is needed if nothing changes.
        if (!next) return this.#content;
        await refuseHardLink(this.path, this.#files.keys());
        await writeWhole(this.path, async () => {
          // Another process may have written meanwhile.
          if ((await this.#read()) !== before) next = this.#after(change);
          return next?.bytes;
        });
        if (!next) return this.#content;
        this.#bytes = next.bytes;
        this.#content = next.content;
        this.#existed = true;
        this.#stamp = OWN_WRITE;
        this.#emit(next.content);
        return next.content;
      }),
    );
  }

  /** Waiting reads and updates still run. After the last user the object is released. */
  close(): void {
    this.#users -= 1;
    if (this.#users === 0) clearTimeout(this.#timer);
    void this.#turns.run(async () => {
      if (this.#users === 0 && this.#files.get(this.path) === this) this.#files.delete(this.path);
    });
  }

  /** The file after a change. Undefined if it is the same. */
  #after(change: (content: Content) => Content): { readonly bytes: Buffer; readonly content: Content } | undefined {
    const text = this.#format.text(change(this.#content));
    // The file never gets content that could not be read again.
    const content = this.#format.parse(text);
    const bytes = Buffer.from(text);
    return this.#bytes?.equals(bytes) ? undefined : { bytes, content };
  }

  /** The file is read each time, since people and git also change it. The same bytes are parsed once. */
  #read(): Promise<Content> {
    return this.#withPath(async () => {
      const bytes = await readBytes(this.path);
      if (!bytes && this.#existed) throw new StoredError('missing', {});
      if (!bytes || this.#bytes?.equals(bytes)) return this.#content;
      this.#existed = true;
      this.#content = this.#format.parse(textOf(bytes));
      this.#bytes = bytes;
      return this.#content;
    });
  }

  async #withPath<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof StoredError ? error.at(this.path) : error;
    }
  }

  #emit(content: Content): void {
    this.#emitted = content;
    this.changed.emit(content);
  }

  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
  }

  /** A stat finds changes, since network disks and replaced files have no reliable events. */
  async #check(): Promise<void> {
    const stamp = await stampOf(this.path);
    if (this.#stamp !== stamp) await this.#turns.run(() => this.#show());
    this.#stamp = stamp;
    if (this.#users > 0) this.#checkLater();
  }

  async #show(): Promise<void> {
    if (this.#users === 0) return;
    try {
      const content = await this.#read();
      if (content !== this.#emitted) this.#emit(content);
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

/** A whole write would separate the two names, and each node would then have its own content. */
async function refuseHardLink(path: string, others: Iterable<string>): Promise<void> {
  const own = await stat(path, { bigint: true }).catch(ignoreMissing);
  for (const other of others) {
    if (!own || other === path) continue;
    const present = await stat(other, { bigint: true }).catch(() => undefined);
    const isSame = present?.ino === own.ino && present.dev === own.dev;
    if (isSame && (await targetOf(other)) !== (await targetOf(path))) throw new StoredError('hardLink', { other });
  }
}

/** Checked before the path is opened, since that may block, or act on a device. Undefined: the file does not exist. */
async function readBytes(path: string): Promise<Buffer | undefined> {
  const present = await stat(path).catch(ignoreMissing);
  if (!present) return undefined;
  if (!present.isFile()) throw new StoredError('notFile', {});
  if (present.size > MAX_BYTES) throw new StoredError('tooLong', { bytes: present.size, most: MAX_BYTES });
  return readFile(path).catch(ignoreMissing);
}

/** Throws a StoredError if a text is longer than a file may be. */
export function checkLength(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) throw new StoredError('tooLong', { bytes, most: MAX_BYTES });
}

function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const lines = bytes.toString('latin1').split('\n');
  throw new StoredError('notText', { line: lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1 });
}
