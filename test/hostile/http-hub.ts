import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A hub with scripted answers, on a free port. `connections` counts all its sockets. */
export interface HostileHub {
  readonly url: string;
  readonly requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[];
  readonly connections: number;
  close(): Promise<void>;
}

/** `host` is the address of the server. */
export async function hostileHub(answer: RequestListener, host = '127.0.0.1'): Promise<HostileHub> {
  const requests: HostileHub['requests'] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, host), 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
