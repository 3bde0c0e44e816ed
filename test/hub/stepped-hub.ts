import should from 'should';
import { type CallOptions, Hub } from '../../dist/hub/hub.js';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import type { RawAnswer } from '../../dist/hub/wire/answer.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { Params, WireRequest } from '../../dist/hub/wire/request.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import type { Exchange, Transport } from '../../dist/hub/wire/transport.js';
import { FakeClock } from './fake-clock.js';

/** One request that was sent, or waits for its connection. A test answers it, or leaves it open. */
export class SteppedRequest {
  /** `METHOD /path`, decoded. */
  readonly line: string;
  readonly body: unknown;
  /** True until it is answered or ended. */
  open = true;
  #settle: (answer: RawAnswer) => void = () => {};
  #fail: (error: HubError) => void = () => {};
  readonly exchange: { -readonly [Name in keyof Exchange]: Exchange[Name] };

  readonly #start: () => void;

  constructor({ method, path, json }: WireRequest, start: () => void) {
    this.#start = start;
    this.line = `${method} ${decodeURIComponent(path)}`;
    this.body = json === undefined ? undefined : JSON.parse(json);
    const answer = new Promise<RawAnswer>((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
    });
    this.exchange = { answer, isSent: false, end: (error) => this.#end(error) };
  }

  /** It has a connection. Returns false if it must not be sent. */
  start(): boolean {
    try {
      this.#start();
      this.exchange.isSent = true;
    } catch (error) {
      this.#end(error as HubError);
    }
    return this.exchange.isSent;
  }

  answer(body: unknown, statusCode = 200): void {
    this.open = false;
    const text = body === undefined ? '' : JSON.stringify(body);
    this.#settle({ statusCode, contentType: 'application/json', location: undefined, text });
  }

  fail(...failure: ConstructorParameters<typeof HubError>): void {
    this.#end(new HubError(...failure));
  }

  #end(error: HubError): void {
    this.open = false;
    this.#fail(error);
  }
}

/** A client, and a hub whose answers and time are steps of a test. */
export class SteppedHub {
  clock!: FakeClock;
  requests!: SteppedRequest[];
  hub!: Hub;
  /** True: requests wait for a connection until a test starts them. */
  isConnecting!: boolean;
  /** Is called with each request when it is sent. */
  onSend!: (request: SteppedRequest) => void;

  constructor(settings: Partial<HubSettings> = {}) {
    this.restart(settings);
  }

  /** A new client and hub for each test of a suite. No test may leave a timer behind. */
  static forSuite(settings?: Partial<HubSettings>): SteppedHub {
    const stage = new SteppedHub(settings);
    beforeEach(() => stage.restart(settings));
    afterEach(async () => {
      stage.hub.close();
      await stage.settle();
      should(stage.clock.timers).equal(0);
    });
    return stage;
  }

  /** Starts a new client and hub at time 0. */
  restart(settings: Partial<HubSettings> = {}): void {
    this.clock = new FakeClock();
    this.requests = [];
    this.isConnecting = false;
    this.onSend = () => {};
    const transport: Transport = {
      base: 'http://hub/api/rest/v1',
      send: (wireRequest, start) => {
        const request = new SteppedRequest(wireRequest, start);
        if (!this.isConnecting && !request.start()) return request.exchange;
        this.requests.push(request);
        this.onSend(request);
        return request.exchange;
      },
      close: () => {},
    };
    const defaults = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 500, maxInFlight: 8 } as const;
    const { clock } = this;
    this.hub = new Hub({ baseUrl: 'http://hub', ...defaults, ...settings }, { clock, transport });
  }

  /** Requests that wait for their answers, the oldest first. */
  get open(): SteppedRequest[] {
    return this.requests.filter(({ open }) => open);
  }

  /** The requests so far, or only those of one method. */
  lines(method = ''): string[] {
    return this.requests.map(({ line }) => line).filter((line) => line.startsWith(method));
  }

  run(name: string, params: Params, options: CallOptions = {}) {
    return this.hub.run(findOperation(name) as Operation, params, options);
  }

  /** Waits for all effects that take no time. */
  settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, this.settle);
  }

  /** Answers the oldest request with this beginning. */
  async answer(line: string, body: unknown = {}, status = 200): Promise<void> {
    const request = this.open.find((each) => each.line.startsWith(line));
    if (!request) throw new Error(`${line} is not under way, but: ${this.open.map((each) => each.line).join(', ')}`);
    request.answer(body, status);
    await this.settle();
  }
}
