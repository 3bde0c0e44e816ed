import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Folder of the Node-RED under test: the installed one, unless `scripts/test.mjs` names another. */
export const nodeRedDir = process.env.NODE_RED_DIR ?? dirname(require.resolve('node-red/package.json'));

/** What `helper.init()` of the test helper takes. */
export const nodeRedMain = require.resolve(nodeRedDir);

/** What `node` starts as a real Node-RED. */
export const nodeRedCommand = join(nodeRedDir, 'red.js');

/** A file of core's nodes, e.g. `network/10-mqtt.js`. */
export const coreNode = (path: string): unknown =>
  require(require.resolve(`@node-red/nodes/core/${path}`, { paths: [nodeRedDir] }));

/** A package that core's nodes use, e.g. `mqtt`: it may lie with them alone. */
export const ofCoreNodes = (name: string): unknown =>
  createRequire(require.resolve('@node-red/nodes/package.json', { paths: [nodeRedDir] }))(name);
