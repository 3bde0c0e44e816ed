/** Runs the demo for development. It restarts when you save a source, dialog, translation, icon or example. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { onShutdown } from './on-shutdown.mjs';
import './project.mjs';

const WATCHED = ['nodes', 'plugins', 'locales', 'icons', 'examples', 'src/editor', 'src/simulator/page'];

/** An editor writes a file in several steps. After this pause in ms, the file is complete. */
const SETTLED = 200;

let demo;
async function stop() {
  if (!demo || demo.exitCode !== null || demo.signalCode !== null) return;
  const exited = once(demo, 'exit');
  demo.disconnect();
  await exited;
}

async function restart(options) {
  await stop();
  const { status } = spawnSync(process.execPath, ['scripts/assets.mjs'], { stdio: 'inherit' });
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  if (status === 0) demo = spawn(process.execPath, ['scripts/start.mjs', '--built', ...options], { stdio });
}

/** One restart at a time. The edited demo flow is kept, unless an example was saved. */
let restarted = Promise.resolve();
const queueRestart = (folder) => {
  restarted = restarted.then(() => restart(folder === 'examples' ? ['--fresh'] : []));
};

const isWindows = process.platform === 'win32';

// A separate process group, so that the script can end it together with the compiler.
const compiler = spawn(process.execPath, ['node_modules/tsc-watch/dist/lib/tsc-watch.js', '--noClear', '--build'], {
  detached: !isWindows,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
compiler.on('message', (message) => message === 'success' && queueRestart('src'));

let settling;
for (const folder of WATCHED.filter(existsSync))
  watch(folder, { recursive: true }, (_, file) => {
    // The compiler reports it.
    if (file?.endsWith('.ts')) return;
    clearTimeout(settling);
    settling = setTimeout(queueRestart, SETTLED, folder);
  });

onShutdown(async () => {
  if (isWindows) spawnSync('taskkill', ['/pid', compiler.pid, '/T', '/F']);
  else process.kill(-compiler.pid);
  await restarted.then(stop);
  process.exit();
});
