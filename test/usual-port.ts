import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The port of a simulator that is started without one, as in the examples. */
export const USUAL_PORT = 8090;

/** A test holds this port while it uses the usual one. If its process dies, the system frees the port. */
const LOCK_PORT = 8089;

/** Longer than the suites of other processes use the usual port, in ms. */
const USUAL_PORT_TIMEOUT = 600_000;

/** Listens on a port. Undefined if it is in use. */
export async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  const isListening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  return (await isListening) ? server : undefined;
}

/** Keeps the usual port free of the other tests during a suite. */
export function useUsualPort(): void {
  let lock: Server | undefined;
  before('the usual port', async function () {
    this.timeout(USUAL_PORT_TIMEOUT);
    for (lock = await listenOn(LOCK_PORT); !lock; lock = await listenOn(LOCK_PORT)) await sleep(200);
  });
  after('free the usual port', () => {
    lock?.close();
  });
}
