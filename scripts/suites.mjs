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
    60: [
      ...['editor/axe', 'editor/examples', 'editor/pickers', 'editor/starts', 'flows/examples', 'looks/large-recall'],
      ...['package/library', 'package/recipes', 'package/start', 'simulator/page/browser'],
    ],
    40: [
      ...[
        'editor/areas',
        'editor/control',
        'editor/cues-dialog',
        'editor/cues-sidebar',
        'editor/fit',
        'editor/hostile',
      ],
      ...['editor/hub-config', 'editor/journal', 'editor/keys', 'editor/look', 'editor/recipes', 'editor/sidebar-add'],
      ...[
        'editor/saved-agreement',
        'editor/sidebar-tree',
        'flows/load',
        'package/editor-endpoints',
        'package/installed',
      ],
    ],
    30: [
      ...['commands/as-run', 'cues/cue-killed', 'cues/model', 'editor/connection', 'editor/field-errors'],
      ...['editor/operator-page', 'flows/devices', 'hostile/lifecycle', 'nodes/lamp-validity', 'recording/wire-faults'],
      ...['world/remote', 'world/remote-room'],
    ],
    20: [
      ...['commands/diff', 'editor/browse', 'editor/hub-checks', 'editor/hubs', 'editor/looks-sidebar'],
      ...[
        'editor/panel-learn',
        'editor/renames',
        'editor/set-up',
        'editor/sidebar',
        'editor/sidebar-add-control',
        'editor/special-fields',
      ],
      ...['flows/contract', 'hostile/faults', 'looks/look-file-processes', 'nodes/endpoints/almost-empty-lists'],
      ...['nodes/lamp-wirings', 'recording/recording-file'],
    ],
    10: [
      ...['commands/check', 'commands/large-hubs', 'commands/record', 'commands/simulate', 'documents/commands'],
      ...['flows/engine-property', 'flows/hostile-messages', 'flows/remote', 'hub/beside-a-feed', 'hub/hub-properties'],
      ...['hub/reads/model', 'looks/look-file-shared', 'looks/model', 'package/tarball', 'package/types'],
      ...['recording/record', 'recording/strange-hubs', 'simulator/recording/served', 'world/devices'],
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
    .filter((path) => !tests.some((file) => file.startsWith(path)))
    .concat([...COSTS.keys()].filter((file) => !tests.includes(file)));
