import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { nodeRedCommand } from './runtime.js';

export interface RealNodeRed {
  readonly url: string;
  /** All that it printed so far. */
  log(): string;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Settings that keep a fresh Node-RED from asking and calling home. */
const SETTINGS = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: 'for tests',
  telemetry: { enabled: false },
  editorTheme: { tours: false },
};

/** How long Node-RED may take to start or to end, in ms; other tests may be running beside. */
const PATIENCE = 60_000;

/** What it prints when its flows run and its editor can be asked for, in whichever order. */
const READY = ['Server now running', 'Started flows'];

/**
 * Starts the Node-RED under test on a user directory, as a process of its own, and waits until it runs its flows.
 * `options` are those of Node.js.
 */
export async function startNodeRed(
  userDir: string,
  settings: object = {},
  options: readonly string[] = [],
): Promise<RealNodeRed> {
  const port = await freePort();
  writeFileSync(join(userDir, 'settings.js'), `module.exports = ${JSON.stringify({ ...SETTINGS, ...settings })};\n`);
  const child = spawn(process.execPath, [...options, nodeRedCommand, '--userDir', userDir, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  const stop = () => end(child);
  for (const deadline = Date.now() + PATIENCE; !READY.every((words) => printed.includes(words)); await sleep(50))
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Node-RED did not start:\n${printed}`);
    }
  return { url: `http://127.0.0.1:${port}`, log: () => printed, stop, kill: () => end(child, 'SIGKILL') };
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  child.kill(signal);
  await exited;
  clearTimeout(kill);
}
