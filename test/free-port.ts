import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port below the ephemeral range, so that no other process takes it before the test listens there or while its
 * program is stopped.
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
