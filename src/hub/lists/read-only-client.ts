import type { Read } from '../lookup/lookup-cache.js';
import { type Ask, MovedPaths } from '../lookup/moved-paths.js';
import type { Operation } from '../table/operation.js';
import { operations, tableOperation } from '../table/operations.js';
import { Client, type HubAnswer } from '../wire/client.js';
import { badInput } from '../wire/errors.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { type HubSettings, versionBase } from '../wire/settings.js';
import { speaksTls } from './speaks-tls.js';

/** Looks at a hub that nothing is deployed for: reads of the table and nothing else, outside any lane. */
export class ReadOnlyClient {
  readonly #client: Client;
  readonly #timeout: number;
  readonly #where: MovedPaths;
  readonly #closed = new AbortController();
  /** Where its reads go, e.g. `http://hub:8080/api/rest/v1`. */
  readonly base: string;

  /** Each read takes `longest` ms at most, or as long as the settings say. Throws `BAD_INPUT` for settings of no use. */
  constructor(settings: HubSettings, maxTimeout: number) {
    this.#client = new Client(settings);
    this.#timeout = Math.min(settings.timeout, maxTimeout);
    this.#where = new MovedPaths(settings);
    this.base = versionBase(settings.baseUrl);
  }

  /** Answers a read of the table. Throws `BAD_INPUT` for any other operation, and a HubError for a failure. */
  async ask(name: string, params: Params): Promise<HubAnswer> {
    const operation = readOf(name);
    const started = performance.now();
    const send: Ask = (request) => {
      const remainingMs = this.#timeout - Math.floor(performance.now() - started);
      return this.#client.send(request, Math.max(1, remainingMs), this);
    };
    return this.#where.ask(operation, checkParams(operation, params), send);
  }

  /** The same of a read without parameters, under one linear segment and nowhere else, whatever the settings say. */
  async askUnder(linearSegment: string, name: string): Promise<HubAnswer> {
    return this.#client.send(buildRequest(readOf(name), {}, linearSegment), this.#timeout, this);
  }

  /** The same as `ask`, as what reads on behalf of something else wants it. */
  readonly read: Read = async (name, params) => (await this.ask(name, params)).body;

  /** Whether the address begins with http, but its port speaks TLS. */
  async needsHttps(): Promise<boolean> {
    return speaksTls(this.base, this.#closed.signal);
  }

  /** Ends what is under way; no socket is left. */
  close(): void {
    this.#closed.abort();
    this.#client.close();
  }
}

/** A read of the table. Throws `BAD_INPUT` for anything else. */
function readOf(name: string): Operation {
  const operation = tableOperation(name);
  if (operation?.kind === 'read') return operation;
  const options = operations.filter(({ kind }) => kind === 'read').map((each) => each.name);
  throw badInput('operation', name, { key: 'choice', options });
}
