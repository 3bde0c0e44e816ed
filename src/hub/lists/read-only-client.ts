import tls from 'node:tls';
import type { SendRead } from '../lookup/look-ups.js';
import { type Ask, MovedPaths } from '../lookup/moved-paths.js';
import { findTableOperation, type Operation, type OperationName, operations } from '../table/operations.js';
import { Client, type HubAnswer } from '../wire/client.js';
import { badInput, withWholeTimeout } from '../wire/errors.js';
import { buildRequest, checkParams, type Params } from '../wire/request.js';
import { type HubSettings, versionBase } from '../wire/settings.js';

/** Sends a request now, or later if too many were sent before. */
export type Pace = <T>(send: () => Promise<T>) => Promise<T>;

const atOnce: Pace = (send) => send();

/** Reads a hub before its configuration is deployed. It sends only reads of the table, outside all lanes. */
export class ReadOnlyClient {
  readonly #client: Client;
  readonly #timeout: number;
  readonly #pace: Pace;
  readonly #where: MovedPaths;
  readonly #closed = new AbortController();
  /** Example: `http://hub:8080/api/rest/v1`. */
  readonly base: string;

  /**
   * The timeout of each read is `maxTimeout` ms, or that of the settings if it is shorter. Throws `BAD_INPUT` for
   * unusable settings.
   */
  constructor(settings: HubSettings, maxTimeout: number, pace: Pace = atOnce) {
    this.#client = new Client(settings);
    this.#pace = pace;
    this.#timeout = Math.min(settings.timeout, maxTimeout);
    this.#where = new MovedPaths(settings);
    this.base = versionBase(settings.baseUrl);
  }

  /** Answers a read of the table. Throws `BAD_INPUT` for any other operation, and a HubError for a failure. */
  async ask(name: OperationName, params: Params): Promise<HubAnswer> {
    const operation = readOf(name);
    const started = performance.now();
    const send: Ask = (request) => {
      const remainingMs = this.#timeout - Math.floor(performance.now() - started);
      return this.#pace(() => this.#client.send(request, Math.max(1, remainingMs), this));
    };
    try {
      return await this.#where.ask(operation, checkParams(operation, params), send);
    } catch (error) {
      throw withWholeTimeout(error, this.#timeout);
    }
  }

  /** The same for a read without parameters, only under this linear segment. */
  async askUnder(linearSegment: string, name: OperationName): Promise<HubAnswer> {
    const request = buildRequest(readOf(name), {}, linearSegment);
    return this.#pace(() => this.#client.send(request, this.#timeout, this));
  }

  /** The same as `ask`, with the signature that lists need. */
  readonly read: SendRead = async (name, params) => (await this.ask(name, params)).body;

  /** True if the address begins with http, but its port uses TLS. */
  async needsHttps(): Promise<boolean> {
    return speaksTls(this.base, this.#closed.signal);
  }

  /** Ends all requests. No socket is left over. */
  close(): void {
    this.#closed.abort();
    this.#client.close();
  }
}

/** A read of the table. Throws `BAD_INPUT` for other names. */
function readOf(name: OperationName): Operation {
  const operation = findTableOperation(name);
  if (operation?.kind === 'read') return operation;
  const options = operations.filter(({ kind }) => kind === 'read').map((each) => each.name);
  throw badInput('operation', name, { key: 'choice', options });
}

/** A TLS port answers a handshake within this time, in ms. */
const MAX_WAIT_MS = 1000;

/** True if a plain http address leads to a TLS port. The test ends after 1 s, or when the signal is aborted. */
async function speaksTls(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:' || signal.aborted) return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = tls.connect({ host, port: Number(port) || 80, rejectUnauthorized: false });
  const close = () => socket.destroy();
  const timeout = setTimeout(close, MAX_WAIT_MS);
  signal.addEventListener('abort', close);
  try {
    return await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(true));
      socket.on('error', () => resolve(false)).once('close', () => resolve(false));
    });
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', close);
    close();
  }
}
