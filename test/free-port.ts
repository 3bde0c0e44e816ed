import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for each port that a process of the tests uses, because a program listens there only after a second. */
const RESERVED = join(tmpdir(), 'graphics-hub-test-ports');

const own = new Set<string>();
process.once('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

/**
 * A free port below the ephemeral range, so that no other process takes it before the test listens there or while its
 * program is stopped.
 */
export async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  if (!reserve(port)) return freePort();
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}

/** False if another test has it, in this process or in one that runs beside it. */
function reserve(port: number): boolean {
  const file = join(RESERVED, String(port));
  mkdirSync(RESERVED, { recursive: true });
  try {
    writeFileSync(file, '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  own.add(file);
  return true;
}
