import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const isWindows = process.platform === 'win32';
const inFolder5 = `test/runtimes/node-red-5/node_modules/node/bin/node${isWindows ? '.exe' : ''}`;
const isOld = process.versions.node.localeCompare('22.9', 'en', { numeric: true }) < 0;

/** The Node-REDs under test: their folders and their Node.js. Node-RED 5 needs 22.9 or later, which its folder has. */
export const runtimes = {
  4: { folder: '.', node: process.execPath },
  5: { folder: 'test/runtimes/node-red-5', node: isOld ? resolve(inFolder5) : process.execPath },
  '4.0': { folder: 'test/runtimes/node-red-4.0', node: process.execPath },
};

/** Runs npm in a folder. Resolves with true if it succeeds. */
async function npm(cwd, stdio, ...args) {
  const [status] = await once(spawn('npm', args, { cwd, stdio, shell: isWindows }), 'exit');
  return status === 0;
}

/** True if the folder contains the versions of its package.json, and all that they need. */
const isComplete = (folder) => npm(folder, 'ignore', 'ls', '--all');

/** Installs a Node-RED on first use, and after its version has changed. Resolves with true if it succeeds. */
export async function install({ folder }) {
  if (folder === '.' || (await isComplete(folder))) return true;
  const isInstalled = await npm(folder, 'inherit', 'install', '--prefer-offline');
  if (isInstalled && (await isComplete(folder))) return true;
  console.error(
    `${folder} has other versions than its package.json: delete its node_modules, and run the tests again.`,
  );
  return false;
}
