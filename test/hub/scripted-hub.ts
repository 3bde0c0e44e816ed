import type { IncomingMessage } from 'node:http';
import should from 'should';
import { type CallOptions, Hub } from '../../dist/hub/hub.js';
import type { Watcher } from '../../dist/hub/reads/read.js';
import { findOperation, type Operation } from '../../dist/hub/table/operations.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import type { Params } from '../../dist/hub/wire/request.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';

/** The answer after `delay` ms: JSON, raw text, or no answer. */
export type Reply = { status?: number; body?: unknown; delay?: number; raw?: string; silent?: true };

const BASE = '/api/rest/v1';

/** A hub with an answer for each `METHOD /path` below the version base, and a client of it. */
export class ScriptedHub {
  /** A function is called for each request, with its body. */
  script: Record<string, Reply | ((body: unknown) => Reply)> = {};

  wire!: HostileHub;
  hub!: Hub;

  /** A new hub and client for each test of a suite, without answers. */
  static forSuite(settings?: Partial<HubSettings>): ScriptedHub {
    const stage = new ScriptedHub();
    beforeEach(() => stage.#start(settings));
    afterEach(() => stage.close());
    return stage;
  }

  static async open(settings?: Partial<HubSettings>): Promise<ScriptedHub> {
    const stage = new ScriptedHub();
    await stage.#start(settings);
    return stage;
  }

  async #start(settings: Partial<HubSettings> = {}): Promise<void> {
    this.script = {};
    this.wire = await hostileHub((request, response) => {
      const { status = 200, body, delay = 0, raw, silent } = this.#replyTo(request);
      if (raw) request.socket.write(raw);
      if (raw || silent) return;
      const timer = setTimeout(() => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(body === undefined ? '' : JSON.stringify(body));
      }, delay);
      response.on('close', () => clearTimeout(timer));
    });
    const defaults = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 2000, maxInFlight: 8 } as const;
    this.hub = new Hub({ baseUrl: this.wire.url, ...defaults, ...settings });
  }

  #replyTo({ method, url = '' }: IncomingMessage): Reply {
    const unknown = { status: 404, body: { error: 'unknown' } };
    const reply = this.script[`${method} ${decodeURIComponent(url).replace(BASE, '')}`] ?? unknown;
    return typeof reply === 'function' ? reply(JSON.parse(this.wire.requests.at(-1)?.body || 'null')) : reply;
  }

  run(name: string, params: Params, options: CallOptions = {}) {
    return this.hub.run(findOperation(name) as Operation, params, options);
  }

  watch(name: string, params: Params, interval: number, watcher: Watcher): () => void {
    return this.hub.reads.watch(findOperation(name) as Operation, params, interval, watcher);
  }

  /** The requests so far: `METHOD /path`, and the body if it has one. */
  sent(method?: string): [string, ...unknown[]][] {
    return this.wire.requests
      .filter((request) => !method || request.method === method)
      .map(({ method: verb, url, body }) => [
        `${verb} ${decodeURIComponent(url).replace(BASE, '')}`,
        ...(body ? [JSON.parse(body)] : []),
      ]);
  }

  async close(): Promise<void> {
    this.hub.close();
    await this.wire.close();
  }
}

/** The HubError of a call that must fail. */
export async function failing(promise: Promise<unknown>): Promise<HubError & { readonly facts: Params }> {
  const result = await promise.catch((error) => error);
  should(result).be.instanceof(HubError);
  return result as HubError & { readonly facts: Params };
}

/** Waits until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}
