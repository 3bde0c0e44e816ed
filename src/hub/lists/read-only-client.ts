import type { Read } from '../lookup/lookup-cache.js';
import { findOperation, operations } from '../table/operations.js';
import { type Answer, Client } from '../wire/client.js';
import { badInput } from '../wire/errors.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import type { HubSettings } from '../wire/settings.js';

/** Looks at a hub that nothing is deployed for: reads of the table and nothing else, outside any lane. */
export class Visit {
  readonly #settings: HubSettings;
  readonly #client: Client;
  readonly #timeout: number;

  /** Each read takes `longest` ms at most, or as long as the settings say. Throws `BAD_INPUT` for settings of no use. */
  constructor(settings: HubSettings, longest: number) {
    this.#settings = settings;
    this.#client = new Client(settings);
    this.#timeout = Math.min(settings.timeout, longest);
  }

  /** Answers a read of the table. Throws `BAD_INPUT` for any other operation, and a HubError for a failure. */
  async ask(name: string, params: Params, linearSegment = this.#settings.linearSegment): Promise<Answer> {
    const operation = findOperation(name);
    if (operation?.kind !== 'read') {
      const options = operations.filter(({ kind }) => kind === 'read').map((each) => each.name);
      throw badInput('operation', name, { key: 'choice', options });
    }
    const request = buildRequest(operation, checkParams(operation, params), linearSegment);
    return this.#client.send(request, this.#timeout, this);
  }

  /** The same, as what reads on behalf of something else wants it. */
  readonly read: Read = async (name, params) => (await this.ask(name, params)).body;

  /** Ends what is under way; no socket is left. */
  close(): void {
    this.#client.close();
  }
}
