import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port below those that a system gives out by itself: nobody else takes it before a program of its own listens there,
 * or while that is away.
 */
export async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}
