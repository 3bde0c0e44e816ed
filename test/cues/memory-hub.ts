import { HubError } from '../../dist/hub/wire/errors.js';
import type { WireRequest } from '../../dist/hub/wire/request.js';
import type { Exchange, Transport } from '../../dist/hub/wire/transport.js';
import type { FakeClock } from '../hub/fake-clock.js';

/** `lost`: carried out without an answer. `refused`: 422. `fault`: 500. `reset`: no connection. */
export type Fault = 'lost' | 'refused' | 'fault' | 'reset';

/** A command that reached the hub. */
export interface Sent {
  /** The name in its body, which identifies its step. */
  readonly name: string;
  readonly at: number;
  /** Undefined: no answer. */
  answer?: number;
}

/** A hub in memory, on a test's clock. Its only command is the creation of a rundown. */
export class MemoryHub implements Transport {
  readonly base = 'http://hub/api/rest/v1';
  readonly sent: Sent[] = [];
  readonly #clock: FakeClock;
  isOnline = true;
  /** For the next commands. */
  readonly faults: Fault[] = [];
  /** The times of the next answers in ms. */
  readonly latencies: number[] = [];
  onCommand: (sent: Sent) => void = () => undefined;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  send({ method, json }: WireRequest, start: () => void): Exchange {
    let fail!: (error: HubError) => void;
    let settle!: (status: number) => void;
    const status = new Promise<number>((yes, no) => {
      settle = yes;
      fail = no;
    });
    const answer = status.then((statusCode) => ({
      statusCode,
      contentType: 'application/json',
      location: undefined,
      text: method === 'GET' ? '[]' : '{}',
    }));
    if (this.isOnline && this.faults[0] !== 'reset') start();
    if (method === 'GET') this.#later(4, () => (this.isOnline ? settle(200) : fail(new HubError('HUB_UNREACHABLE'))));
    else this.#command(JSON.parse(json ?? '{}').name, settle, fail);
    return { answer, isSent: true, end: (error) => fail(error) };
  }

  close(): void {}

  #command(name: string, settle: (status: number) => void, fail: (error: HubError) => void): void {
    const fault = this.isOnline ? this.faults.shift() : 'reset';
    const latency = this.latencies.shift() ?? 4;
    if (fault === 'reset') {
      this.#later(1, () => fail(new HubError('HUB_UNREACHABLE')));
      return;
    }
    const sent: Sent = { name, at: this.#clock.now() };
    this.sent.push(sent);
    this.onCommand(sent);
    if (fault === 'lost') return;
    this.#later(latency, () => {
      if (!this.isOnline) return fail(new HubError('HUB_CONNECTION_LOST'));
      sent.answer = fault === 'refused' ? 422 : fault === 'fault' ? 500 : 200;
      settle(sent.answer);
    });
  }

  #later(ms: number, work: () => void): void {
    this.#clock.setTimeout(work, ms);
  }
}
