/**
 * `npm start`: a simulated hub, and a Node-RED with these nodes and the demo flow. Ctrl-C ends both. With `--built`, the
 * last build. With `--fresh`, the demo flow replaces the edited one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildNodes } from './build-nodes.mjs';
import { otherUser, prepareDemo } from './demo.mjs';
import { onShutdown } from './on-shutdown.mjs';
import './project.mjs';

const HOST = '127.0.0.1';

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '1880' },
    'simulator-port': { type: 'string', default: '8090' },
    'user-dir': { type: 'string', default: '.demo' },
    fresh: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    recording: { type: 'string' },
  },
});

/** The wanted port or, if it is in use, a free one. */
async function freePort(wanted, option) {
  const server = createServer();
  const listen = (port) => once(server.listen(port, HOST), 'listening');
  try {
    await listen(Number(wanted));
  } catch (error) {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    await listen(0);
    console.log(`Port ${wanted} is in use; taking ${server.address().port} instead (--${option} chooses another).`);
  }
  const { port } = server.address();
  await once(server.close(), 'close');
  return port;
}

const userDir = resolve(options['user-dir']);
const other = otherUser(userDir);
if (other) {
  console.error(
    `Process ${other} already runs the flow in ${userDir}. End it, or choose another folder with --user-dir.`,
  );
  process.exit(1);
}
console.log('Starts in up to 30 s. Ctrl-C ends it. It keeps your flow. For the first show again: npm start -- --fresh');
if (!options.built && !(await buildNodes())) process.exit(1);

const require = createRequire(import.meta.url);
const { startSimulator } = require('../lib/simulator/index.js');
const { parseRecording } = require('../dist/recording/recording-file.js');

/** The recording in a file. Ends the program with the reason if it cannot be read. */
function readRecording(file) {
  try {
    return parseRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    return process.exit(2);
  }
}

const simulator = await startSimulator({
  host: HOST,
  recording: options.recording && readRecording(options.recording),
  port: await freePort(options['simulator-port'], 'simulator-port'),
});

prepareDemo({ userDir, hubUrl: simulator.url, fresh: options.fresh });
const port = await freePort(options.port, 'port');
const nodeRed = spawn(process.execPath, ['node_modules/node-red/red.js', '--userDir', userDir, '--port', port], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});

/** Longest time for Node-RED to end, in ms. */
const ENDING = 5_000;

onShutdown(() => {
  // On Windows, a signal would end Node-RED before it closes its nodes. Ctrl-C may have ended it already.
  nodeRed.send('shutdown', () => undefined);
  setTimeout(() => nodeRed.kill('SIGKILL'), ENDING).unref();
});
nodeRed.on('exit', async (code) => {
  await simulator.close();
  process.exit(code ?? 1);
});

const editor = `http://${HOST}:${port}/`;
const answers = () =>
  fetch(editor).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await answers())) await sleep(100);
if (options.recording) console.log('The flow may name things that the recording does not have.');
console.log(`Node-RED:   ${editor}\nSimulator:  ${simulator.url}`);
