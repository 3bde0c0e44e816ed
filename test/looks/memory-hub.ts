import { HubError } from '../../dist/hub/wire/errors.js';
import type { WireRequest } from '../../dist/hub/wire/request.js';
import type { Exchange, Transport } from '../../dist/hub/wire/transport.js';
import type { FakeClock } from '../hub/fake-clock.js';
import type { MemoryEngine } from './memory-engine.js';

/** A value that the hub was asked to set. */
export interface Write {
  readonly at: number;
  readonly engine: MemoryEngine;
  /** `NODE/PROPERTY`, by paths. */
  readonly target: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The status of the answer. */
  readonly status: number;
  readonly isLaunching: boolean;
  /** The value before it. */
  readonly before: unknown;
}

/** `lost`: the hub carries it out, but the answer never arrives. `refused`: 422. `fault`: 500, not carried out. */
export type Fault = 'lost' | 'refused' | 'fault';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

interface Entry {
  readonly id: number;
  readonly url: string;
  readonly verb: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A hub in memory, on a test's clock. It carries out a request after half of `latency` ms, and answers after all. */
export class MemoryHub implements Transport {
  readonly base = 'http://hub/api/rest/v1';
  readonly clock: FakeClock;
  readonly engines: MemoryEngine[];
  latency = 4;
  isOnline = true;
  takesBatches = true;
  /** The fault of a request, decided when it is sent. */
  faultOf: (request: WireRequest) => Fault | undefined = () => undefined;
  /** `METHOD path` of each request, decoded. */
  readonly lines: string[] = [];
  readonly writes: Write[] = [];
  /** Commands except values. */
  readonly others: string[] = [];
  underWay = 0;
  mostUnderWay = 0;

  constructor(clock: FakeClock, engines: MemoryEngine[]) {
    this.clock = clock;
    this.engines = engines;
  }

  engine(name: string): MemoryEngine {
    return this.engines.find((each) => each.name === name) as MemoryEngine;
  }

  send(request: WireRequest, start: () => void): Exchange {
    this.lines.push(`${request.method} ${decodeURIComponent(request.path)}`);
    let settle!: (answer: { status: number; body?: unknown }) => void;
    let fail!: (error: HubError) => void;
    const answer = new Promise<Answer>((yes, no) => {
      settle = yes;
      fail = no;
    });
    const end = (error: HubError) => fail(error);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    const leave = () => {
      this.underWay -= 1;
    };
    answer.then(leave, leave);
    if (this.isOnline) start();
    if (this.isOnline) this.#perform(request, settle, fail);
    else this.clock.setTimeout(() => fail(new HubError('HUB_UNREACHABLE')), 1);
    const raw = answer.then(({ status, body }) => ({
      statusCode: status,
      contentType: 'application/json',
      location: undefined,
      text: body === undefined ? '' : JSON.stringify(body),
    }));
    return { answer: raw, isSent: true, end };
  }

  #perform(request: WireRequest, settle: (answer: Answer) => void, fail: (error: HubError) => void): void {
    const fault = this.faultOf(request);
    this.clock.setTimeout(() => {
      if (!this.isOnline) return fail(new HubError('HUB_CONNECTION_LOST'));
      const answer: Answer =
        fault === 'refused' ? { status: 422 } : fault === 'fault' ? { status: 500 } : this.#answer(request);
      if (fault === 'lost') return;
      this.clock.setTimeout(() => {
        if (this.isOnline) settle(answer);
        else fail(new HubError('HUB_CONNECTION_LOST'));
      }, this.latency / 2);
    }, this.latency / 2);
  }

  close(): void {}

  #answer({ method, path, json }: WireRequest): Answer {
    const body = json === undefined ? undefined : JSON.parse(json);
    if (path !== '/batch') return this.#perform1(method, path, body);
    if (!this.takesBatches) return { status: 404 };
    const entries = (body as Entry[]).map(({ id, url, verb, body: part }) => {
      const { status, body: responseBody } = this.#perform1(verb, url, part);
      return { id, responseCode: status, responseBody };
    });
    return { status: 200, body: entries };
  }

  #perform1(method: string, path: string, body: Readonly<Record<string, unknown>> = {}): Answer {
    const [area, id, , nodePath, , propertyPath] = path.slice(1).split('/').map(decodeURIComponent);
    const now = this.clock.now();
    if (area !== 'engines') {
      this.others.push(`${method} ${path}`);
      if (path.endsWith('/launch')) this.engines.find((each) => each.id === Number(id))?.launch();
      return { status: 200, body: 'OK' };
    }
    if (id === undefined) return { status: 200, body: this.engines.map((each) => each.host) };
    const engine = this.engines.find((each) => each.id === Number(id));
    if (!engine) return { status: 404 };
    if (path.split('/').length === 3) return { status: 200, body: engine.host };
    if (nodePath === undefined) return { status: 200, body: engine.listNodes() };
    if (propertyPath === undefined) {
      const properties = engine.listProperties(nodePath, now);
      return properties ? { status: 200, body: properties } : { status: 404 };
    }
    if (method === 'GET') {
      const property = engine.read(nodePath, propertyPath, now);
      return property ? { status: 200, body: property } : { status: 404 };
    }
    const before = engine.read(nodePath, propertyPath, now)?.Value;
    const status = engine.write(nodePath, propertyPath, body, now);
    const { isLaunching } = engine;
    this.writes.push({ at: now, engine, target: `${nodePath}/${propertyPath}`, body, status, isLaunching, before });
    return { status, body: {} };
  }
}
