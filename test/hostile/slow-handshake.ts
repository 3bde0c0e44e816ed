import { connect, createServer, type Server, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { type Act, answer, certificates, fine, HostileHub, JSON_TYPE, type RawRequest } from './hub.js';

/** A hub that does everything, also a batch. */
const fineHub: Act = (socket, request) => {
  if (!request.path.endsWith('/batch')) return fine(socket, request);
  const entries = JSON.parse(request.body) as { id: number }[];
  const answers = entries.map(({ id }) => ({ id, responseCode: 200, responseBody: {} }));
  socket.write(answer('200 OK', JSON_TYPE, JSON.stringify(answers)));
};

/** A hub over TLS whose handshakes take some time. */
export class SlowHandshake {
  readonly #hub: HostileHub;
  readonly #proxy: Server;
  readonly #sockets = new Set<Socket>();
  readonly #near = new Set<Socket>();

  private constructor(hub: HostileHub, proxy: Server) {
    this.#hub = hub;
    this.#proxy = proxy;
  }

  /** `delay`: the time of the next handshake in ms. */
  static async open(delay: () => number, act: Act = fineHub): Promise<SlowHandshake> {
    const hub = await HostileHub.open(act, { tls: certificates.good });
    const proxy = createServer((near) => {
      const far = connect(hub.port, '127.0.0.1');
      for (const socket of [near, far]) {
        slow.#sockets.add(socket);
        socket.on('error', () => {});
      }
      slow.#near.add(near);
      near.on('close', () => {
        slow.#near.delete(near);
        far.destroy();
      });
      far.on('close', () => near.destroy());
      far.pipe(near);
      // Read at once: the end of a socket that nobody reads is not noticed.
      const held = near.pipe(new PassThrough());
      setTimeout(() => held.pipe(far), delay()).unref();
    });
    const slow = new SlowHandshake(hub, proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return slow;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#proxy.address() as { port: number }).port}`;
  }

  /** The connections of the node that are open. */
  get openSockets(): number {
    return this.#near.size;
  }

  /** Ends all connections. */
  hangUp(): void {
    for (const near of this.#near) near.destroy();
  }

  /** The requests that arrived. */
  get requests(): readonly RawRequest[] {
    return this.#hub.requests;
  }

  /** The values that arrived, in order. A batch is a list of values. */
  get values(): unknown[] {
    return this.#hub.requests
      .filter(({ line }) => /^P/.test(line))
      .map(({ body }) => {
        const { Value, ...entries } = JSON.parse(body);
        return (
          Value ?? Object.values(entries as Record<string, { body: { Value: unknown } }>).map((each) => each.body.Value)
        );
      });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#proxy.close(resolve));
    await this.#hub.close();
  }
}
