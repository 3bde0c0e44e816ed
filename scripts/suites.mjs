/**
 * Where each test runs. An entry is a folder of `test`, or the beginning of a file in it. A test belongs to a suite if one of
 * its `paths` matches, and none of its `exceptions`.
 */

/** The tests of `npm run test:unit`: fast ones, without Node-RED, a browser or a broker. */
const UNIT = {
  paths: ['cues/', 'hub/', 'looks/', 'nodes/', 'panels/', 'remote/', 'simulator/'],
  exceptions: [
    // Random lives of a hub, random hands, recordings, large looks, and files that several processes write: they take more
    // than half of the time.
    ...['hub/complete/labels-properties', 'hub/complete/slow-reads-properties', 'hub/hub-properties'],
    ...[
      'hub/queue/lanes-parts',
      'hub/queue/lanes-places',
      'hub/queue/lanes-properties',
      'nodes/panel/encoder-properties',
    ],
    ...['panels/device-hands-properties', 'panels/panel-hands-properties', 'panels/presses-properties'],
    ...['panels/recognise-properties', 'remote/agreement'],
    ...[
      'cues/cue-killed',
      'cues/model',
      'looks/large-recall',
      'looks/look-file',
      'looks/look-text-properties',
      'looks/model',
      'nodes/lamp-validity',
      'nodes/lamp-wirings',
      'nodes/remote-memory',
    ],
    // Servers.
    ...['nodes/endpoints/', 'simulator/answers', 'simulator/page/', 'simulator/recording/', 'simulator/server/'],
  ],
};

/** The tests of Node-RED, or of sockets, streams and timers of Node.js. The others give the same result on both versions. */
const ON_BOTH = {
  paths: [
    ...['hostile/', 'hub/wire/', 'nodes/endpoints/', 'simulator/server/', 'world/'],
    // The sidebar of Node-RED 5 covers more of a flow.
    'editor/starts',
    ...['package/editor-endpoints', 'package/installed', 'package/recipes.', 'package/saved-defaults'],
  ],
  exceptions: [
    // Requests of other clients.
    ...['hub/wire/request', 'simulator/server/foreign', 'world/remote-room'],
    // Answers of the simulated hub.
    ...['simulator/server/checks', 'simulator/server/journal', 'simulator/server/table'],
  ],
};

/** Flows of the central nodes, with their failures. They run on all versions, also on Node-RED 4.0, the oldest supported one. */
const CENTRAL = {
  paths: [
    ...['flows/batch', 'flows/engine-property', 'flows/everything-out', 'flows/lamp.', 'flows/panel.'],
    ...['flows/sentence', 'flows/watch.'],
  ],
  exceptions: [],
};

const isIn = (file, paths) => paths.some((path) => file.startsWith(path));
/** The test of a suite for a file, such as `hub/hub.test.js`. */
const fileOf =
  ({ paths, exceptions }) =>
  (file) =>
    isIn(file, paths) && !isIn(file, exceptions);

export const isUnitTest = fileOf(UNIT);
export const isCentral = fileOf(CENTRAL);
export const runsOnBoth = (file) => isCentral(file) || fileOf(ON_BOTH)(file);
/** These run on one of the two versions. */
export const runsOnEither = (file) => isIn(file, ['editor/', 'flows/']) && !runsOnBoth(file);

/** These wait for real time for 25 s or more, so their processes start first. */
export const isSlow = (file) =>
  isIn(file, ['commands/record.', 'flows/examples.', 'package/outage.', 'package/recipes.']);
