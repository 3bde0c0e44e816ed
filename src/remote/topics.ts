/** The MQTT topics of a host and its panels, below one prefix. */
export class Topics {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The heartbeat of the host. Its will has the same topic. */
  get heartbeat(): string {
    return `${this.#prefix}/host`;
  }

  /** A panel asks for a heartbeat and for the states of some groups. */
  get ask(): string {
    return `${this.#prefix}/ask`;
  }

  state = (name: string): string => `${this.#prefix}/state/${name}`;

  command = (name: string): string => `${this.#prefix}/command/${name}`;

  answer = (panel: string): string => `${this.#prefix}/answer/${panel}`;

  /** The parts of a topic below the prefix, or undefined. */
  read(topic: unknown): TopicParts | undefined {
    if (typeof topic !== 'string' || !topic.startsWith(`${this.#prefix}/`)) return undefined;
    const [kind = '', ...name] = topic.slice(this.#prefix.length + 1).split('/');
    return { kind, name: name.join('/') };
  }
}

/** A topic without its prefix: `command/take` is `take`, of the kind `command`. */
export interface TopicParts {
  readonly kind: string;
  readonly name: string;
}

/** A longer or deeper name is refused. Prefix and name together stay below the 200 levels of Mosquitto. */
const LONGEST = 200;
const MOST_LEVELS = 50;

/**
 * Wildcards, characters for which a broker may close the connection (MQTT 3.1.1, 1.5.3), and line breaks, which `mqtt in`
 * with `#` does not match.
 */
const REFUSED = /[+#\p{Control}\p{Surrogate}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** True for text that can be a part of a topic. */
export const isName = (text: unknown): text is string =>
  typeof text === 'string' &&
  text !== '' &&
  text.length <= LONGEST &&
  text.split('/').length <= MOST_LEVELS &&
  !REFUSED.test(text);

/** True for text that can be the start of a topic. Topics with `$` are reserved for brokers. */
export const isPrefix = (text: unknown): text is string => isName(text) && !text.startsWith('$');

/** Maximum life of a command, in ms. */
export const LONGEST_LIFE = 60_000;
