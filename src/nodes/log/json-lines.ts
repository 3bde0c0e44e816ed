import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Where lines go, and when the file is put aside. */
export interface LineFile {
  readonly path: string;
  /** Largest size in bytes; a longer line has a file of its own. */
  readonly most: number;
  /** How many old files stay; PATH.1 is the newest of them. */
  readonly keep: number;
}

/** So many lines wait at most while the file cannot be written; then the oldest are lost. */
const MOST_WAITING = 10_000;

/** The writing that goes on at each path: several may write there, and none puts aside what another is writing. */
const turns = new Map<string, Promise<void>>();

/** Appends lines to a file one after the other, in their order and never in the caller's way. */
export class JsonLines {
  readonly #file: LineFile;
  readonly #told: (error?: Error) => void;
  #waiting: string[] = [];
  #writing: Promise<void> | undefined;

  /** `told` hears how writing ended: well, or with an error; then the lines wait for the next attempt. */
  constructor(file: LineFile, told: (error?: Error) => void) {
    this.#file = file;
    this.#told = told;
  }

  /** Takes a value, which JSON must be able to hold. */
  write(value: unknown): void {
    this.#waiting.push(`${JSON.stringify(value)}\n`);
    if (this.#waiting.length > MOST_WAITING) this.#waiting = this.#waiting.slice(-MOST_WAITING);
    this.#writing ??= this.#writeInTurn();
  }

  /** Writes what is left, if it can be written. */
  async close(): Promise<void> {
    await (this.#writing ?? this.#writeInTurn());
  }

  async #writeInTurn(): Promise<void> {
    const { path } = this.#file;
    const turn = (turns.get(path) ?? Promise.resolve()).then(() => this.#writeAll());
    turns.set(path, turn);
    await turn;
    if (turns.get(path) === turn) turns.delete(path);
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) if (!(await this.#writeSome())) await this.#putAside();
      this.#told();
    } catch (error) {
      this.#told(error as Error);
    }
    this.#writing = undefined;
  }

  /** Writes what still fits into the file; gives whether anything did. */
  async #writeSome(): Promise<boolean> {
    const file = await open(this.#file.path, 'a+');
    let lines: string[] = [];
    try {
      const { size } = await file.stat();
      lines = this.#waiting.splice(0, this.#fitting(size));
      const start = lines.length > 0 && (await isTorn(file, size)) ? '\n' : '';
      await file.appendFile(start + lines.join(''));
      return lines.length > 0;
    } catch (error) {
      this.#waiting.unshift(...lines);
      throw error;
    } finally {
      await file.close();
    }
  }

  /** How many of the lines fit into a file of that size; an empty one takes any first line. */
  #fitting(size: number): number {
    let left = this.#file.most - size;
    const tooMuch = this.#waiting.findIndex((line, index) => {
      left -= Buffer.byteLength(line);
      return left < 0 && (size > 0 || index > 0);
    });
    return tooMuch < 0 ? this.#waiting.length : tooMuch;
  }

  /**
   * PATH becomes PATH.1, that PATH.2, and so on; the oldest goes. Where an age is missing, the files beyond it stay: on
   * Windows a file that somebody reads cannot be put aside, and each new attempt would lose another old one.
   */
  async #putAside(): Promise<void> {
    const { path, keep } = this.#file;
    const aged = (age: number) => (age === 0 ? path : `${path}.${age}`);
    if (keep === 0) return rm(path, { force: true });
    let oldest = 1;
    while (oldest < keep && (await exists(aged(oldest)))) oldest++;
    for (let age = oldest; age > 0; age--) await rename(aged(age - 1), aged(age)).catch(unlessMissing);
  }
}

const NEWLINE = 10;

/** Whether a file ends within a line, which a crash or a full disk can leave behind. */
async function isTorn(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
