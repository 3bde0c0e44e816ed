import { setImmediate as nextPhase } from 'node:timers/promises';
import { type HubClock, systemClock } from '../../base/clock.js';
import { entryFailure, failureOf, isRefusal, isSuccess, type RawAnswer, successBody } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { type SecretPatterns, secretPatterns } from './secrets.js';
import type { HubSettings } from './settings.js';
import { type Exchange, HttpTransport, type Transport } from './transport.js';

/** A success: the body of the hub (JSON, text, or null if it is empty), and the duration of the exchange in ms. */
export interface HubAnswer {
  /** The HTTP status, 200 to 299. */
  readonly statusCode: number;
  /** The parsed JSON, a text, or null for an empty body. */
  readonly body: unknown;
  /** The duration of the exchange in ms. */
  readonly elapsed: number;
}

/** The parsing of a longer answer, in characters, can take more than 10 ms. */
const LONG_ANSWER = 1_000_000;

/**
 * A deadline that is noticed later than `BUSY_MS` passed while this machine was busy or asleep and could not read the answer.
 * The exchange gets the lost time again, at most `CATCH_UP_MS`, because other commands wait for its end. In ms.
 */
const BUSY_MS = 100;
const CATCH_UP_MS = 1000;

/** The settings of the connection. */
export type ClientSettings = Pick<HubSettings, 'baseUrl' | 'headers' | 'secrets' | 'tls'>;

/**
 * Sends single requests to one hub, each at most once. It settles each within its deadline, even if the transport does
 * not, unless this machine was busy.
 */
export class Client {
  readonly #transport: Transport;
  readonly #clock: HubClock;
  readonly #secrets: SecretPatterns;
  /** The exchanges in flight, with their owners. */
  readonly #inFlight = new Map<Exchange, object>();
  #isClosed = false;
  /** The duration of the last exchange in ms. Undefined before the first. */
  latency: number | undefined;

  /** Throws `BAD_INPUT` for unusable settings. */
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
   * Sends a request and reads the whole answer within `timeout` ms. `close` with its owner ends it early. Throws a
   * HubError. Its outcome shows if the command may have been carried out. `start` is called just before the first byte.
   * It returns the deadline in ms from then on, or throws the reason why nothing must be sent. Then `timeout` is only
   * for the connection, and if it is not set, the owner ends this wait. With `endsBeforeExpiry`, a late end of this wait
   * gets no more time: the expiry just after it would come first.
   */
  async send(
    request: WireRequest,
    timeout: number | undefined,
    owner: object,
    start?: () => number,
    endsBeforeExpiry = false,
  ): Promise<HubAnswer> {
    if (this.#isClosed) throw new HubError('CLOSED');
    let started = 0;
    let timer: unknown;
    const endAfter = (ms: number, wait = ms) => {
      this.#clock.clearTimeout(timer);
      const due = this.#clock.now() + wait;
      timer = this.#clock.setTimeout(() => {
        const late = this.#clock.now() - due;
        const hasMoreTime = exchange.isSent || !endsBeforeExpiry;
        if (late > BUSY_MS && hasMoreTime) endAfter(ms, Math.min(late, CATCH_UP_MS));
        else exchange.end(this.#timeoutError(exchange, ms));
      }, wait);
    };
    if (timeout !== undefined) endAfter(timeout);
    const exchange = this.#transport.send(request, () => {
      if (start) endAfter(start());
      started = this.#clock.now();
    });
    this.#inFlight.set(exchange, owner);
    try {
      const answer = await exchange.answer;
      const read = this.#read(answer, this.#clock.now() - started, request);
      if (answer.text.length > LONG_ANSWER) await otherTurn();
      return read;
    } finally {
      this.#clock.clearTimeout(timer);
      this.#inFlight.delete(exchange);
    }
  }

  /** The error for a status outside 2xx, or for a refusal with the status 200, with the body of the hub. */
  failure(statusCode: number, body: unknown): HubError {
    return entryFailure(statusCode, body, this.#secrets);
  }

  /** Ends all exchanges and sockets, or only the exchanges of one owner. */
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

  #read(answer: RawAnswer, elapsed: number, { method, reader }: WireRequest): HubAnswer {
    const { statusCode } = answer;
    this.latency = Math.round(elapsed);
    if (!isSuccess(statusCode)) throw failureOf(answer, this.#secrets);
    const body = reader ? reader.bodyOf(answer) : successBody(answer);
    // The field of a read is data.
    if (method !== 'GET' && isRefusal(body)) throw this.failure(statusCode, body);
    return { statusCode, body, elapsed: Math.round(elapsed) };
  }
}

/** Lets other messages pass between the parsing of a long answer and its use. */
async function otherTurn(): Promise<void> {
  // The first phase belongs to the turn that read the answer.
  await nextPhase();
  await nextPhase();
}
