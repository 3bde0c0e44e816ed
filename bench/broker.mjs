/** A real MQTT broker, and a proxy that can cut the connection to it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Debian installs daemons in a folder that is not on every user's path. */
const env = { PATH: `${process.env.PATH}:/usr/sbin` };

/** True if Debian's `mosquitto` is installed. */
export const hasBroker = spawnSync('mosquitto', ['-h'], { env }).error === undefined;

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Starts the broker. Returns a function that kills it without a shutdown, like a power cut. */
export async function startBroker(port) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-bench-broker-'));
  writeFileSync(
    join(folder, 'mosquitto.conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`,
  );
  const broker = spawn('mosquitto', ['-c', join(folder, 'mosquitto.conf')], { env, stdio: 'ignore' });
  const atExit = () => broker.kill('SIGKILL');
  process.once('exit', atExit);
  while (!(await answers(port))) await pause(25);
  return async () => {
    const exited = once(broker, 'exit');
    broker.kill('SIGKILL');
    await exited;
    process.off('exit', atExit);
    rmSync(folder, { recursive: true, force: true });
  };
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref().on('connect', () => socket.destroy());
  });

/** A proxy to a port that can cut the network: connections stay open, and data is delayed until the restore. */
export async function startProxy(to) {
  const sockets = new Set();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from);
      from.on('data', (data) => into.write(data));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      if (isCut) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const each = (what) => {
    for (const socket of sockets) socket[what]();
  };
  return {
    port: server.address().port,
    cut() {
      isCut = true;
      each('pause');
    },
    restore() {
      isCut = false;
      each('resume');
    },
  };
}
