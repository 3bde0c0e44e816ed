/** Under which topics a host and its panels speak, all below one prefix. */
export class Topics {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The host lives: its time and its run. A broker publishes its will here. */
  get beat(): string {
    return `${this.#prefix}/host`;
  }

  /** A panel lacks states and wants all of them told anew. */
  get ask(): string {
    return `${this.#prefix}/ask`;
  }

  state = (name: string): string => `${this.#prefix}/state/${name}`;

  command = (name: string): string => `${this.#prefix}/command/${name}`;

  answer = (panel: string): string => `${this.#prefix}/answer/${panel}`;

  /** What a topic is for; undefined: it is none of these. */
  read(topic: unknown): Place | undefined {
    if (typeof topic !== 'string' || !topic.startsWith(`${this.#prefix}/`)) return undefined;
    const [kind = '', ...name] = topic.slice(this.#prefix.length + 1).split('/');
    return { kind, name: name.join('/') };
  }
}

/** A topic without its prefix: `command/take` is `take`, of the kind `command`. */
export interface Place {
  readonly kind: string;
  readonly name: string;
}

/** Longer names are nobody's. */
const LONGEST = 200;

/** Whether a text can be (a part of) a topic that is published to: wildcards and lone surrogates cannot. */
export const isName = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length <= LONGEST && !/[+#\0]/.test(text) && !LONE.test(text);

const LONE = /\p{Surrogate}/u;
