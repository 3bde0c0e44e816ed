import { type Clock, realClock } from '../base/clock.js';
import { failureOf, failureWithin, isSuccess, type RawAnswer, successBody } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { type SecretTexts, secretTexts } from './secrets.js';
import type { HubSettings } from './settings.js';
import { type Exchange, HttpTransport, type Transport } from './transport.js';

/** A success: the hub's own body (JSON, text, or null for none) and how long the exchange took in ms. */
export interface Answer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly elapsed: number;
}

/** How one hub is reached. */
export type ClientSettings = Pick<HubSettings, 'baseUrl' | 'headers' | 'secrets' | 'tls'>;

/** Sends single requests to one hub, each at most once, and settles each in time, whatever lies below. */
export class Client {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #secrets: SecretTexts;
  readonly #inFlight = new Set<UnderWay>();
  #closed = false;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor(settings: ClientSettings, transport: Transport = new HttpTransport(settings), clock: Clock = realClock) {
    this.#transport = transport;
    this.#clock = clock;
    this.#secrets = secretTexts(settings);
  }

  /**
   * Sends a request and reads the whole answer within `timeout` ms. Its owner may end it early, see `close`.
   * Throws a HubError, whose outcome tells whether a command may have been carried out.
   */
  async send(request: WireRequest, timeout: number, owner: object): Promise<Answer> {
    if (this.#closed) throw new HubError('CLOSED');
    const started = this.#clock.now();
    const underWay = new UnderWay(this.#transport.send(request), owner);
    const late = () =>
      underWay.end(
        underWay.sent
          ? new HubError('HUB_TIMEOUT', { timeout })
          : new HubError('HUB_UNREACHABLE', { url: this.#transport.base, cause: 'ETIMEDOUT' }),
      );
    const deadline = this.#clock.setTimeout(late, timeout);
    this.#inFlight.add(underWay);
    try {
      return this.#read(await underWay.answer, this.#clock.now() - started);
    } finally {
      this.#clock.clearTimeout(deadline);
      this.#inFlight.delete(underWay);
    }
  }

  /** The error that a status outside 2xx means, with what the hub said beside it. */
  failure(statusCode: number, body: unknown): HubError {
    return failureWithin(statusCode, body, this.#secrets);
  }

  /** Ends every exchange under way and every socket, or only the exchanges of one owner. */
  close(owner?: object): void {
    for (const underWay of [...this.#inFlight])
      if (!owner || underWay.owner === owner)
        underWay.end(new HubError('CLOSED', {}, { outcome: underWay.sent ? 'unknown' : 'not-sent' }));
    if (owner) return;
    this.#closed = true;
    this.#transport.close();
  }

  #read(answer: RawAnswer, elapsed: number): Answer {
    const { statusCode } = answer;
    if (!isSuccess(statusCode)) throw failureOf(answer, this.#secrets);
    return { statusCode, body: successBody(answer), elapsed: Math.round(elapsed) };
  }
}

/** An exchange that ends with its answer, or when it is told to: it does not wait for the socket to agree. */
class UnderWay {
  readonly answer: Promise<RawAnswer>;
  readonly #exchange: Exchange;
  #fail: (error: HubError) => void = () => {};

  constructor(
    exchange: Exchange,
    readonly owner: object,
  ) {
    this.#exchange = exchange;
    this.answer = new Promise((settle, fail) => {
      this.#fail = fail;
      exchange.answer.then(settle, fail);
    });
  }

  /** Whether there was a connection to go out on. */
  get sent(): boolean {
    return this.#exchange.sent;
  }

  end(error: HubError): void {
    this.#fail(error);
    this.#exchange.end();
  }
}
