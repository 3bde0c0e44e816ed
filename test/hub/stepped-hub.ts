import { type CallOptions, Hub } from '../../dist/hub/hub.js';
import type { Operation } from '../../dist/hub/table/operation.js';
import { findOperation } from '../../dist/hub/table/operations.js';
import type { RawAnswer } from '../../dist/hub/wire/answer.js';
import { type Code, HubError } from '../../dist/hub/wire/errors.js';
import type { Params, WireRequest } from '../../dist/hub/wire/request.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import type { Exchange, Transport } from '../../dist/hub/wire/transport.js';
import { FakeClock } from './fake-clock.js';

/** One request that went out, for a test to answer or to leave in silence. */
export class Asked {
  /** `METHOD /path`, decoded. */
  readonly line: string;
  readonly body: unknown;
  /** Whether it is neither answered nor broken off. */
  open = true;
  #settle: (answer: RawAnswer) => void = () => {};
  #fail: (error: HubError) => void = () => {};
  readonly exchange: Exchange;

  constructor({ method, path, json }: WireRequest) {
    this.line = `${method} ${decodeURIComponent(path)}`;
    this.body = json === undefined ? undefined : JSON.parse(json);
    const answer = new Promise<RawAnswer>((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
    });
    this.exchange = {
      answer,
      isSent: true,
      end: (error) => this.#end(error),
    };
  }

  answer(body: unknown, statusCode = 200): void {
    this.open = false;
    const text = body === undefined ? '' : JSON.stringify(body);
    this.#settle({ statusCode, contentType: 'application/json', location: undefined, text });
  }

  fail(code: Code): void {
    this.#end(new HubError(code));
  }

  #end(error: HubError): void {
    this.open = false;
    this.#fail(error);
  }
}

/** A client of a hub whose answers and whose time are steps of a test. */
export class SteppedHub {
  readonly clock = new FakeClock();
  readonly asked: Asked[] = [];
  readonly hub: Hub;
  /** What is done with each request as it goes out. */
  onSend: (asked: Asked) => void = () => {};

  constructor(settings: Partial<HubSettings> = {}) {
    const transport: Transport = {
      base: 'http://hub/api/rest/v1',
      send: (request) => {
        const asked = new Asked(request);
        this.asked.push(asked);
        this.onSend(asked);
        return asked.exchange;
      },
      close: () => {},
    };
    const defaults = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 500, maxInFlight: 8 } as const;
    const { clock } = this;
    this.hub = new Hub({ baseUrl: 'http://hub', ...defaults, ...settings }, { clock, transport });
  }

  /** Requests that wait for their answers, the oldest first. */
  get open(): Asked[] {
    return this.asked.filter(({ open }) => open);
  }

  /** What went out, or only that of one method. */
  lines(method = ''): string[] {
    return this.asked.map(({ line }) => line).filter((line) => line.startsWith(method));
  }

  run(name: string, params: Params, options: CallOptions = {}) {
    return this.hub.run(findOperation(name) as Operation, params, options);
  }

  /** Lets all that is due happen, as far as it needs no time. */
  settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms, this.settle);
  }

  /** Answers the oldest request that begins so. */
  async answer(line: string, body: unknown = {}, status = 200): Promise<void> {
    const asked = this.open.find((each) => each.line.startsWith(line));
    if (!asked) throw new Error(`${line} is not under way, but: ${this.open.map((each) => each.line).join(', ')}`);
    asked.answer(body, status);
    await this.settle();
  }
}
