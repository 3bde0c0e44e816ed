import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder of the Node-RED under test. `scripts/test.mjs` may name another one than the installed one. */
export const nodeRedDir = process.env.NODE_RED_DIR ?? dirname(require.resolve('node-red/package.json'));

/** For `helper.init()` of the test helper. */
export const nodeRedMain = require.resolve(nodeRedDir);

/** The script that starts Node-RED. */
export const nodeRedCommand = join(nodeRedDir, 'red.js');

const { version } = require(join(nodeRedDir, 'package.json')) as { version: string };

/** True if this Node-RED copies the code of an error to `msg.error`. Version 4.0 does not. */
export const copiesErrorCode = !version.startsWith('4.0.');

/** A file of the core nodes, for example `network/10-mqtt.js`. */
export const coreNode = (path: string): unknown =>
  require(require.resolve(`@node-red/nodes/core/${path}`, { paths: [nodeRedDir] }));

/** A dependency of the core nodes, for example `mqtt`. It may be installed only for them. */
export const ofCoreNodes = (name: string): unknown =>
  createRequire(require.resolve('@node-red/nodes/package.json', { paths: [nodeRedDir] }))(name);
