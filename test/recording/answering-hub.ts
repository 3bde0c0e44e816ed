import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const BASE = '/api/rest/v1/';

/** A hub that only answers reads, by the decoded segments of their paths. A number is the status of a refusal. */
export class AnsweringHub {
  readonly #server: Server;
  /** The methods of all requests. */
  readonly methods = new Set<string>();
  /** The most requests that were in flight at the same time. */
  mostInFlight = 0;

  /** Each answer takes `delay` ms. */
  constructor(answers: ReadonlyMap<string, unknown>, delay = 0) {
    let inFlight = 0;
    this.#server = createServer(async (request, response) => {
      this.methods.add(request.method ?? '');
      inFlight += 1;
      this.mostInFlight = Math.max(this.mostInFlight, inFlight);
      if (delay > 0) await pause(delay);
      inFlight -= 1;
      const segments = (request.url ?? '').slice(BASE.length).split('/').map(decodeURIComponent);
      const answer = answers.get(segments.join('|')) ?? 404;
      response.statusCode = typeof answer === 'number' ? answer : 200;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(typeof answer === 'number' ? { error: 'refused' } : answer));
    });
  }

  /** Its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
