/** A proxy before the simulator that can break the connection. Loopback only. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Resolves with the port, and with `be(mode)`: fine, refuse, reset, swallow (no data passes) or cut (half an answer).
 */
export async function startFaultyProxy(port) {
  let mode = 'fine';
  let listening = 0;
  const pairs = new Set();
  const server = createServer((near) => {
    near.on('error', () => {});
    if (mode === 'reset') return near.resetAndDestroy();
    const far = connect(port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.setNoDelay().on('error', end).on('close', end);
    near.on('data', (bytes) => mode !== 'swallow' && far.write(bytes));
    far.on('data', (bytes) => {
      if (mode === 'swallow') return;
      if (mode !== 'cut') return near.write(bytes);
      near.write(bytes.subarray(0, bytes.length / 2), () => near.resetAndDestroy());
    });
    return undefined;
  });
  const listen = () => once(server.listen(listening, '127.0.0.1'), 'listening');
  const hangUp = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  await listen();
  listening = server.address().port;
  return {
    port: listening,
    async be(next) {
      const before = mode;
      mode = next;
      // Swallowed data must not be followed by later data.
      if (next !== 'fine' || before === 'swallow') hangUp();
      if (next === 'refuse') server.close();
      else if (!server.listening) await listen();
    },
  };
}
