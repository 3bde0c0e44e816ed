import { detectHub, type Finding, HubError, type HubSettings, ReadOnlyClient } from '../hub/index.js';
import type { Pace } from '../hub/lists/read-only-client.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import { type SecretPatterns, secretPatterns } from '../hub/wire/secrets.js';
import { TOO_LARGE } from '../hub/wire/transport.js';
import { type CrawledRead, gentlePace, type Settled } from './crawl.js';
import { type Recording, readKey } from './recording.js';

/** ms for one read. */
const TIMEOUT = 15_000;

/** Reads one hub gently: never a command, two requests at once, fewer than 20 a second. */
export class HubReader {
  readonly #settings: HubSettings;
  readonly #pace: Pace;
  readonly #answers = new Map<string, Promise<unknown>>();
  /** The credentials of this hub, in every form in which it may repeat them. */
  readonly credentials: SecretPatterns;
  #client: ReadOnlyClient;

  /** Throws `BAD_INPUT` for unusable settings. */
  constructor(settings: HubSettings, pace: Pace = gentlePace()) {
    this.#settings = settings;
    this.#pace = pace;
    this.credentials = secretPatterns(settings);
    this.#client = this.#connect(settings);
  }

  /**
   * Finds out the revision and the linear segment, and uses them from then on. If the answers are not conclusive, those
   * of the settings are used. Rejects only after `close`.
   */
  async detect(): Promise<{ finding: Finding; hub: Recording['hub'] }> {
    const finding = await detectHub(this.#client);
    const dialect = finding.dialect ?? this.#settings.dialect;
    const linearSegment = finding.linearSegment ?? this.#settings.linearSegment;
    const isEarly = dialect === 2 && (await this.#listsEngines(linearSegment));
    this.#client.close();
    this.#client = this.#connect({ ...this.#settings, dialect, linearSegment });
    return { finding, hub: { dialect, linearSegment, isEarly } };
  }

  /** Asks one read of the table. Never rejects for a failure of the hub. */
  readonly ask = async ({ operation, params }: CrawledRead): Promise<Settled> => {
    try {
      const { body } = await this.#client.ask(operation.name, params);
      return { answer: body };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      const { facts } = error;
      if ('statusCode' in facts && facts.statusCode !== undefined) return { refusal: facts.statusCode };
      return { failure: 'cause' in facts && facts.cause === TOO_LARGE ? 'tooLarge' : error.code };
    }
  };

  /** The answer of a read, asked once. Rejects with a HubError. For lists that many nodes of a flow need. */
  readonly read: SendRead = (operation, params) => {
    const key = readKey({ operation, params });
    const answer = this.#answers.get(key) ?? this.#client.ask(operation, params).then(({ body }) => body);
    this.#answers.set(key, answer);
    return answer;
  };

  /** Ends all requests. */
  close(): void {
    this.#client.close();
  }

  #connect(settings: HubSettings): ReadOnlyClient {
    return new ReadOnlyClient(settings, TIMEOUT, this.#pace);
  }

  /** Revision 2 before build 2.1.0+191 lists linear engines and shows. */
  #listsEngines(linearSegment: string): Promise<boolean> {
    return this.#client.askUnder(linearSegment, 'listLinearEngines').then(
      () => true,
      () => false,
    );
  }
}
