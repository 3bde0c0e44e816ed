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
    ...['hostile/', 'hub/wire/', 'nodes/endpoints/', 'simulator/server/', 'world/mqtt', 'world/osc', 'world/remote.'],
    // The sidebar of Node-RED 5 covers more of a flow.
    'editor/starts',
    ...['package/editor-endpoints', 'package/installed', 'package/recipes.'],
  ],
  exceptions: [
    // The texts of failures, and requests of other clients.
    ...['hostile/secrets', 'hub/wire/request', 'hub/wire/secrets', 'simulator/server/foreign'],
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

/** Tests that need only compiled sources: no Node-RED, no texts, no page of the simulator. */
const LIBRARY = {
  paths: ['base/', 'cues/', 'hub/', 'looks/', 'panels/', 'remote/', 'saved/', 'stored/'],
  exceptions: [],
};

/** These run on one of the two versions. */
const ON_EITHER = ['editor/', 'flows/', 'world/'];

/** About how long a test takes in s, beside others on two cores. The others take USUAL_COST. Each run prints its slowest files. */
const COSTS = new Map(
  Object.entries({
    100: ['package/start'],
    60: ['package/library', 'package/recipes'],
    40: ['looks/large-recall', 'flows/examples', 'package/installed', 'simulator/page/page'],
    25: [
      'hostile/lifecycle',
      'simulator/page/browser',
      'world/remote-room',
      'recording/record',
      'cues/model',
      'commands/as-run',
      'looks/model',
      'hub/hub-properties',
    ],
    15: [
      'commands/simulate',
      'hostile/faults',
      'flows/hostile-depth',
      'flows/remote',
      'recording/wire-faults',
      'flows/look-presses',
      'looks/look-file-killed',
      'world/remote',
    ],
  }).flatMap(([cost, names]) => names.map((name) => [`${name}.test.js`, Number(cost)])),
);
const USUAL_COST = 1;

const isIn = (file, paths) => paths.some((path) => file.startsWith(path));
/** The test of a suite for a file, such as `hub/explained.test.js`. */
const fileOf =
  ({ paths, exceptions }) =>
  (file) =>
    isIn(file, paths) && !isIn(file, exceptions);

export const isUnitTest = fileOf(UNIT);
export const isLibraryTest = fileOf(LIBRARY);
export const isCentral = fileOf(CENTRAL);
export const runsOnBoth = (file) => isCentral(file) || fileOf(ON_BOTH)(file);
export const runsOnEither = (file) => isIn(file, ON_EITHER) && !runsOnBoth(file);

export const costOf = (file) => COSTS.get(file) ?? USUAL_COST;

/** The entries of the suites that name no test of these: it was renamed or deleted. */
export const unusedEntries = (tests) =>
  [UNIT, ON_BOTH, CENTRAL, LIBRARY]
    .flatMap(({ paths, exceptions }) => [...paths, ...exceptions])
    .filter((path) => !tests.some((file) => file.startsWith(path)));
