import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { nodeRedCommand } from './runtime.js';

export interface RealNodeRed {
  readonly url: string;
  /** The output so far. */
  log(): string;
  stop(): Promise<void>;
  /** Kills the process, as in a power cut. */
  kill(): Promise<void>;
}

/** No telemetry and no welcome tour. Each dialog opens a code editor, and the light one opens faster. */
const SETTINGS = {
  uiHost: '127.0.0.1',
  flowFile: 'flows.json',
  credentialSecret: 'for tests',
  telemetry: { enabled: false },
  editorTheme: { tours: false, codeEditor: { lib: 'ace' } },
};

/** Core nodes that most tests do not use. */
const UNUSED_NODES = [
  ...['06-httpproxy.js', '10-file.js', '16-range.js', '18-sort.js', '19-batch.js', '21-httpin.js', '22-websocket.js'],
  ...['23-watch.js', '31-tcpin.js', '70-CSV.js', '70-HTML.js', '70-XML.js', '70-YAML.js', '90-exec.js'],
];

/** Settings without unused nodes and the other packages beside Node-RED, so Node-RED and its editor start faster. */
export const FEW_NODES = {
  externalModules: { palette: { allowInstall: false, allowList: ['@graphics-hub/node-red'] } },
  nodesExcludes: UNUSED_NODES,
};

/** Timeout of a start or a stop, in ms. Other tests may run at the same time. */
const TIMEOUT_MS = 120_000;

/** Node-RED prints both lines when it is ready, in any order. */
const READY = ['Server now running', 'Started flows'];

/**
 * Starts the Node-RED under test with a user directory in a new process, and waits until it runs its flows.
 * `options` are command line options of Node.js.
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
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const stop = () => end(child);
  for (const deadline = Date.now() + TIMEOUT_MS; !READY.every((words) => output.includes(words)); await sleep(50))
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`Node-RED did not start:\n${output}`);
    }
  return { url: `http://127.0.0.1:${port}`, log: () => output, stop, kill: () => end(child, 'SIGKILL') };
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const kill = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  child.kill(signal);
  await exited;
  clearTimeout(kill);
}
