import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { ofCoreNodes } from '../runtime.js';

/** Debian installs daemons in a folder that is not on every user's path. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** True if Debian's `mosquitto` is installed. */
const hasBroker = spawnSync('mosquitto', ['-h'], { env: { PATH } }).error === undefined;

/** In CI, a missing broker must not hide tests. Windows has no broker to install. */
export const mayLackBroker = !hasBroker && (!process.env.CI || process.platform === 'win32');

/** The client library of Node-RED. */
interface Client {
  publishAsync(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<unknown>;
  subscribeAsync(topic: string): Promise<unknown>;
  on(event: 'message', hear: (topic: string, payload: Buffer) => void): void;
  endAsync(force?: boolean): Promise<void>;
}

/** A real broker on a free port of this machine. */
export interface Broker {
  readonly port: number;
  /** Publishes with quality 1. Resolves when the broker has the message. */
  publish(topic: string, payload: string, options?: { retain?: boolean }): Promise<void>;
  /** All messages for a new subscriber, retained and later ones, in order. */
  subscribe(topic: string): Promise<readonly string[]>;
  /** Stops the process. Its connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Kills it without a shutdown, like a power cut. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** `port`: the port of an earlier broker. `options`: more lines of its configuration. */
export async function startBroker(port?: number, options = ''): Promise<Broker> {
  const there = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'hub-broker-'));
  const settings = join(folder, 'mosquitto.conf');
  writeFileSync(settings, `listener ${there} 127.0.0.1\nallow_anonymous true\npersistence false\n${options}\n`);
  const broker = spawn('mosquitto', ['-c', settings], { env: { PATH }, stdio: 'ignore' });
  await listening(there, broker);
  const client = await clientOf(there);
  const subscribers: Client[] = [];
  const end = async (signal: NodeJS.Signals) => {
    await Promise.all([client, ...subscribers].map((each) => each.endAsync(true)));
    const exited = once(broker, 'exit');
    broker.kill(signal);
    await exited;
    rmSync(folder, { recursive: true });
  };
  return {
    port: there,
    publish: async (topic, payload, options) => {
      await client.publishAsync(topic, payload, { qos: 1, ...options });
    },
    subscribe: async (topic) => {
      const subscriber = await clientOf(there);
      const received: string[] = [];
      subscribers.push(subscriber);
      subscriber.on('message', (_, payload) => received.push(payload.toString()));
      await subscriber.subscribeAsync(topic);
      return received;
    },
    freeze: () => broker.kill('SIGSTOP'),
    thaw: () => broker.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  };
}

async function clientOf(port: number): Promise<Client> {
  const mqtt = ofCoreNodes('mqtt') as { connectAsync(url: string): Promise<Client> };
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
}

async function listening(port: number, broker: ChildProcess): Promise<void> {
  for (let tries = 0; broker.exitCode === null && tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('mosquitto does not listen');
}
