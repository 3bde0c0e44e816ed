import { type HubClock, systemClock } from '../base/clock.js';
import { entryFailure, failureOf, isSuccess, type RawAnswer, successBody } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { type SecretPatterns, secretPatterns } from './secrets.js';
import type { HubSettings } from './settings.js';
import { type Exchange, HttpTransport, type Transport } from './transport.js';

/** A success: the hub's own body (JSON, text, or null for none) and how long the exchange took in ms. */
export interface HubAnswer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly elapsed: number;
}

/** How one hub is reached. */
export type ClientSettings = Pick<HubSettings, 'baseUrl' | 'headers' | 'secrets' | 'tls'>;

/** Sends single requests to one hub, each at most once, and settles each in time, whatever lies below. */
export class Client {
  readonly #transport: Transport;
  readonly #clock: HubClock;
  readonly #secrets: SecretPatterns;
  /** What is under way, and whose it is. */
  readonly #inFlight = new Map<Exchange, object>();
  #isClosed = false;
  /** How long the last answer took, in ms; undefined before the first. */
  latency: number | undefined;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor(
    settings: ClientSettings,
    transport: Transport = new HttpTransport(settings),
    clock: HubClock = systemClock,
  ) {
    this.#transport = transport;
    this.#clock = clock;
    this.#secrets = secretPatterns(settings);
  }

  /**
   * Sends a request and reads the whole answer within `timeout` ms. Its owner may end it early, see `close`.
   * Throws a HubError, whose outcome tells whether a command may have been carried out.
   */
  async send(request: WireRequest, timeout: number, owner: object): Promise<HubAnswer> {
    if (this.#isClosed) throw new HubError('CLOSED');
    const started = this.#clock.now();
    const exchange = this.#transport.send(request);
    const deadline = this.#clock.setTimeout(() => exchange.end(this.#timeoutError(exchange, timeout)), timeout);
    this.#inFlight.set(exchange, owner);
    try {
      return this.#read(await exchange.answer, this.#clock.now() - started);
    } finally {
      this.#clock.clearTimeout(deadline);
      this.#inFlight.delete(exchange);
    }
  }

  /** The error that a status outside 2xx means, with what the hub said beside it. */
  failure(statusCode: number, body: unknown): HubError {
    return entryFailure(statusCode, body, this.#secrets);
  }

  /** Ends every exchange under way and every socket, or only the exchanges of one owner. */
  close(owner?: object): void {
    for (const [exchange, exchangeOwner] of this.#inFlight)
      if (!owner || exchangeOwner === owner)
        exchange.end(new HubError('CLOSED', {}, { outcome: exchange.isSent ? 'unknown' : 'not-sent' }));
    if (owner) return;
    this.#isClosed = true;
    this.#transport.close();
  }

  #timeoutError({ isSent }: Exchange, timeout: number): HubError {
    if (isSent) return new HubError('HUB_TIMEOUT', { timeout });
    return new HubError('HUB_UNREACHABLE', { url: this.#transport.base, cause: 'ETIMEDOUT' });
  }

  #read(answer: RawAnswer, elapsed: number): HubAnswer {
    const { statusCode } = answer;
    this.latency = Math.round(elapsed);
    if (!isSuccess(statusCode)) throw failureOf(answer, this.#secrets);
    return { statusCode, body: successBody(answer), elapsed: Math.round(elapsed) };
  }
}
