import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { ofCoreNodes } from '../runtime.js';

/** Debian puts daemons where not every user looks. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** Whether Debian's `mosquitto` is installed. */
const hasBroker = spawnSync('mosquitto', ['-h'], { env: { PATH } }).error === undefined;

/** In CI a missing broker would hide the tests that want one; only on Windows there is none to install. */
export const mayLackBroker = !hasBroker && (!process.env.CI || process.platform === 'win32');

/** A client as Node-RED itself uses it. */
interface Client {
  publishAsync(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<unknown>;
  subscribeAsync(topic: string): Promise<unknown>;
  on(event: 'message', hear: (topic: string, payload: Buffer) => void): void;
  endAsync(force?: boolean): Promise<void>;
}

/** A real broker on a free port of this machine. */
export interface Broker {
  readonly port: number;
  /** Publishes with quality 1: it resolves when the broker has it. */
  publish(topic: string, payload: string, options?: { retain?: boolean }): Promise<void>;
  /** All that a new subscriber gets at once and from then on, in this order. */
  subscribe(topic: string): Promise<readonly string[]>;
  /** From now on it does nothing, though its connections stand; until it goes on. */
  freeze(): void;
  thaw(): void;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** `port`: where one was that is no more. */
export async function startBroker(port?: number): Promise<Broker> {
  const there = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'hub-broker-'));
  const settings = join(folder, 'mosquitto.conf');
  writeFileSync(settings, `listener ${there} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
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
      const heard: string[] = [];
      subscribers.push(subscriber);
      subscriber.on('message', (_, payload) => heard.push(payload.toString()));
      await subscriber.subscribeAsync(topic);
      return heard;
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
