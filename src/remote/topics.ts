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

  /** A panel wants a beat, and the states of some groups again. */
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

/** A longer or deeper name is refused. Prefix and name together stay below the 200 levels of Mosquitto. */
const LONGEST = 200;
const MOST_LEVELS = 50;

/**
 * Wildcards, what brokers may refuse by closing the connection (MQTT 3.1.1, 1.5.3), and line breaks: `mqtt in` with `#`
 * does not match them.
 */
const REFUSED = /[+#\p{Control}\p{Surrogate}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** Whether a text can be a part of a topic that is published to. */
export const isName = (text: unknown): text is string =>
  typeof text === 'string' &&
  text !== '' &&
  text.length <= LONGEST &&
  text.split('/').length <= MOST_LEVELS &&
  !REFUSED.test(text);

/** Whether a text can be the start of a topic: brokers keep those with `$` for themselves. */
export const isPrefix = (text: unknown): text is string => isName(text) && !text.startsWith('$');
