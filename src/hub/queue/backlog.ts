/** The state of the backlog when a command arrived. */
export interface Arrival {
  /** Commands that no longer waited. */
  readonly gone: number;
  readonly answered: number;
}

/** The commands that competed for the hub while one of them waited. Rounded to two digits. */
export interface Competition {
  /** Commands that waited, without superseded ones. */
  readonly waiting: number;
  /** Commands that the hub answered. */
  readonly fit: number;
}

/** Counts the commands of a hub. Example: 3,000 commands arrive at once, and 2,300 are sent before the others expire. */
export class Backlog {
  /** Commands that arrived and were not superseded. */
  #wanted = 0;
  /** Commands that were sent or dropped. */
  #gone = 0;
  #answered = 0;

  arrive(): Arrival {
    this.#wanted += 1;
    return { gone: this.#gone, answered: this.#answered };
  }

  supersede(): void {
    this.#wanted -= 1;
  }

  leave(): void {
    this.#gone += 1;
  }

  answer(): void {
    this.#answered += 1;
  }

  /** The competition since an arrival. */
  since({ gone, answered }: Arrival): Competition {
    return { waiting: rounded(this.#wanted - gone), fit: rounded(this.#answered - answered) };
  }
}

const rounded = (count: number): number => Number(count.toPrecision(2));
