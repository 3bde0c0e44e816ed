/** A wire before the simulator, which can be hostile; loopback only. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Resolves with the wire's port, and `be(mode)`: fine, refuse, reset, deaf (nothing gets through) or cut (half an answer). */
export async function wireTo(port) {
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
    near.on('data', (bytes) => mode !== 'deaf' && far.write(bytes));
    far.on('data', (bytes) => {
      if (mode === 'deaf') return;
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
      // What was swallowed is not to be followed by what comes after it.
      if (next !== 'fine' || before === 'deaf') hangUp();
      if (next === 'refuse') server.close();
      else if (!server.listening) await listen();
    },
  };
}
