/** Something to send to the hub. */
export interface Job<T> {
  /** The lanes that it takes, each held until the answer; none for a read. */
  readonly lanes: readonly string[];
  /** Waiting neighbours of one kind go out together, as one request; absent: it goes alone. */
  readonly kind?: string;
  /** The part of the value that it sets: of those that wait only the newest counts. '' is the whole and replaces all. */
  readonly slot?: string;
  /** Whether it may be one entry of a batch. */
  readonly joinable?: boolean;
  /** When the wait began, in the clock's ms; absent: now. */
  readonly since?: number;
  /** Longest wait in ms; then it is dropped. */
  readonly expiry: number;
  /** What it is to its sender; the lanes do not look at it. */
  readonly content?: unknown;
  /** Whose job it is; see `Lanes.close`. */
  readonly owner: object;
  /** Sends it, with those of its kind that waited with it, the oldest first. */
  send(together: readonly Job<unknown>[]): Promise<T>;
}

/** What became of a job that went out, and how long it waited in ms; `undefined`: a newer value took its place. */
export type Sent<T> = { readonly value: T; readonly waited: number } | undefined;

/** A job until it goes out, and its caller. */
export class Waiting {
  group: Group | undefined;
  /** Neither sent nor dropped. */
  waits = true;
  /** How long it waited before it went out, in ms. */
  waited = 0;

  constructor(
    readonly job: Job<unknown>,
    readonly since: number,
    readonly settle: (sent: Sent<unknown>) => void,
    readonly fail: (error: unknown) => void,
  ) {}

  /** When it is too late, in the clock's ms. */
  get until(): number {
    return this.since + this.job.expiry;
  }
}

/** Jobs of one kind that wait side by side, and go out as one request. */
export class Group {
  readonly lanes: readonly string[];
  readonly #kind: string | undefined;
  #members: Waiting[] = [];

  constructor({ lanes, kind }: Job<unknown>) {
    this.lanes = lanes;
    this.#kind = kind;
  }

  /** The oldest first. */
  get members(): readonly Waiting[] {
    return this.#members;
  }

  get jobs(): readonly Job<unknown>[] {
    return this.#members.map(({ job }) => job);
  }

  get limited(): boolean {
    return this.#kind !== undefined;
  }

  get joinable(): boolean {
    return this.#members.length === 1 && this.#members[0]?.job.joinable === true;
  }

  takes({ kind }: Job<unknown>): boolean {
    return kind !== undefined && this.#kind === kind;
  }

  /** Adds a job; gives those whose place it takes. */
  add(waiting: Waiting): Waiting[] {
    const { slot = '' } = waiting.job;
    const replaced = this.#members.filter(({ job }) => slot === '' || (job.slot ?? '') === slot);
    this.#members = [...this.#members.filter((member) => !replaced.includes(member)), waiting];
    waiting.group = this;
    return replaced;
  }

  /** Tells everybody what became of the request. */
  end(result: PromiseSettledResult<unknown>): void {
    for (const { settle, fail, waited } of this.#members)
      if (result.status === 'rejected') fail(result.reason);
      else settle({ value: result.value, waited });
  }

  remove(waiting: Waiting): void {
    this.#members = this.#members.filter((member) => member !== waiting);
  }
}
