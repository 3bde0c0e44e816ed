import { builtinModules } from 'node:module';

const BELOW_RECORDS = 'hub/{complete,lists,lookup,watch,words,wire,table}';
const BELOW_LISTS = 'hub/{lookup,watch,words,wire,table}';
const BELOW_LOOKUP = 'hub/{wire,table}';
const ALL_OF_HUB = ['hub', 'hub/*'];
const ALL_OF_PANELS = ['panels', 'panels/*'];
const FOR_NODES = [...ALL_OF_HUB, ...ALL_OF_PANELS, 'stored', 'looks', 'cues', 'remote', 'saved', 'npm:node-red'];
const FOR_EDITOR = [...ALL_OF_HUB, ...ALL_OF_PANELS, 'recording', 'looks', 'cues', 'saved'];
const FOR_DIALOGS = ['editor/{fields,validate,picking,base}', ...FOR_EDITOR];
const FOR_SECTIONS = ['editor/section', ...FOR_DIALOGS];
const FOR_SIMULATOR = [
  'hub/table',
  'recording',
  'texts',
  'npm:@sinclair/typebox',
  'node:{events,fs,http,net,path,util,timers/promises}',
];

/**
 * The folders of `src/`, each with the only places that it imports from, types included, besides itself: see
 * docs/develop/architecture.md "Folders". `hub` is the files directly in `src/hub/`, `hub/*` is every folder in it. `base` is for all
 * folders.
 */
const IMPORTS = {
  base: ['node:{fs/promises,path}'],

  hub: ['hub/*'],
  'hub/shows': ['hub/{queue,plan,reads,records}', BELOW_RECORDS],
  'hub/queue': ['hub/{plan,reads,records}', BELOW_RECORDS],
  'hub/plan': ['hub/{records}', BELOW_RECORDS],
  'hub/reads': [BELOW_RECORDS],
  'hub/records': [BELOW_RECORDS],
  'hub/complete': [BELOW_LISTS],
  'hub/lists': [BELOW_LISTS, 'npm:@sinclair/typebox', 'node:tls'],
  'hub/lookup': [BELOW_LOOKUP],
  'hub/watch': [BELOW_LOOKUP],
  'hub/words': [BELOW_LOOKUP],
  'hub/wire': ['hub/table', 'npm:@sinclair/typebox', 'npm:axios', 'npm:undici', 'node:*'],
  'hub/table': ['npm:@sinclair/typebox'],

  panels: ['panels/*'],
  'panels/surface': ['panels/{gesture,mapping,recognise}'],
  'panels/recognise': ['panels/gesture'],
  'panels/mapping': ['panels/gesture'],
  'panels/render': ['panels/{gesture,lamp}'],
  'panels/lamp': [],
  'panels/gesture': [],

  remote: ['node:crypto'],

  saved: ['hub/table', 'panels/{gesture,lamp,mapping,render}', 'remote', 'looks'],

  texts: ['hub/table', 'node:fs'],

  recording: [...ALL_OF_HUB, 'texts', 'looks', 'saved', 'npm:@sinclair/typebox', 'node:timers/promises'],

  stored: ['npm:@sinclair/typebox', 'node:{buffer,fs/promises,path,timers/promises}'],

  looks: [...ALL_OF_HUB, 'stored', 'npm:@sinclair/typebox'],

  cues: [...ALL_OF_HUB, 'stored', 'looks', 'saved', 'npm:@sinclair/typebox', 'node:{crypto,fs,os,path}'],

  commands: [
    ...ALL_OF_HUB,
    'saved',
    'recording',
    'texts',
    'simulator',
    'simulator/server',
    'node:{crypto,events,fs,fs/promises,path,readline,stream,tty,util}',
  ],

  nodes: ['nodes/*', ...FOR_NODES, 'node:{path,util}'],
  'nodes/endpoints': [
    'nodes/{desk,registry,surface,look,cues,runtime}',
    ...FOR_NODES,
    'recording',
    'texts',
    'simulator',
    'npm:@sinclair/typebox',
    'npm:express',
    'node:crypto',
  ],
  'nodes/remote': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/control': [
    'nodes/{command,panel,watch,lamp,look,cues,desk,registry,surface,status,runtime,message}',
    ...FOR_NODES,
  ],
  'nodes/command': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/watch': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/panel': ['nodes/{registry,status,runtime,message}', ...FOR_NODES, 'node:util'],
  'nodes/lamp': ['nodes/{registry,status,runtime,message}', ...FOR_NODES, 'node:util'],
  'nodes/look': ['nodes/{desk,registry,status,runtime,message}', ...FOR_NODES, 'node:path'],
  'nodes/cues': ['nodes/{look,desk,registry,status,runtime,message}', ...FOR_NODES, 'node:path'],
  'nodes/desk': ['nodes/{registry,runtime,message}', ...FOR_NODES],
  'nodes/registry': ['nodes/{surface,runtime}', ...FOR_NODES],
  'nodes/surface': ['nodes/runtime', ...FOR_NODES],
  'nodes/status': ['nodes/runtime', ...FOR_NODES],
  'nodes/runtime': ['nodes/message', ...FOR_NODES, 'node:util'],
  'nodes/message': FOR_NODES,
  'nodes/log': [...FOR_NODES, 'node:fs/promises'],

  editor: ['editor/*', ...FOR_EDITOR],
  'editor/tree': ['editor/{cues,canvas,surface}', ...FOR_SECTIONS],
  'editor/looks': ['editor/{cues,journal,desk,canvas}', ...FOR_SECTIONS],
  'editor/control': ['editor/{panel,lamp,operation,surface}', ...FOR_SECTIONS],
  'editor/surface': ['editor/canvas', ...FOR_SECTIONS],
  'editor/cues': ['editor/{operation,desk,canvas}', ...FOR_SECTIONS],
  'editor/desk': ['editor/{section,picking,base}', ...FOR_EDITOR],
  'editor/hub': FOR_SECTIONS,
  'editor/journal': FOR_SECTIONS,
  'editor/panel': FOR_DIALOGS,
  'editor/lamp': FOR_DIALOGS,
  'editor/operation': FOR_DIALOGS,
  'editor/canvas': ['editor/base', ...FOR_EDITOR],
  'editor/section': ['editor/base', ...FOR_EDITOR],
  'editor/fields': ['editor/{validate,picking,base}', ...FOR_EDITOR],
  'editor/validate': ['editor/base', ...FOR_EDITOR, 'remote'],
  'editor/picking': ['editor/base', ...FOR_EDITOR, 'remote'],
  'editor/base': [...FOR_EDITOR, 'npm:@node-red/editor-client'],

  simulator: ['simulator/*', ...FOR_SIMULATOR],
  'simulator/server': ['simulator/{page,picture,recording,behaviour,data,state}', ...FOR_SIMULATOR],
  'simulator/page': ['simulator/{picture,behaviour,data,state}', ...FOR_SIMULATOR],
  'simulator/picture': ['simulator/{behaviour,data,state}', ...FOR_SIMULATOR],
  'simulator/recording': ['simulator/{behaviour,state}', 'hub/{lookup,watch}', ...FOR_SIMULATOR],
  'simulator/behaviour': ['simulator/{data,state}', ...FOR_SIMULATOR],
  'simulator/data': ['simulator/state', ...FOR_SIMULATOR],
  'simulator/state': FOR_SIMULATOR,
};

/** The pattern of the files that a place of the table names, as dependency-cruiser resolves them. */
function filesOf(place) {
  const pattern = place.replaceAll('{', '(').replaceAll('}', ')').replaceAll(',', '|');
  if (place === 'node:*') return `^(${builtinModules.join('|')})$`;
  if (place.startsWith('node:')) return pattern.replace(/^node:(.*)/, '^$1$');
  if (place.startsWith('npm:')) return pattern.replace(/^npm:(.*)/, '(^|/)node_modules/(@types/)?$1/');
  return place.includes('/') ? `^src/${pattern.replace('*', '[^/]+')}/` : `^src/${place}/[^/]+$`;
}

const ROWS = Object.keys(IMPORTS);

/** The other rows of the table that a row may import from. */
const rowsBelow = (row) =>
  ROWS.filter(
    (other) => other !== row && IMPORTS[row].some((place) => new RegExp(filesOf(place)).test(`src/${other}/a.ts`)),
  );

/** Throws if rows may import from each other, also by way of others: imports lead only downwards. */
function checkDownwards(row, way = [], checked = new Set()) {
  if (way.includes(row))
    throw new Error(`Imports lead in a circle: ${[...way.slice(way.indexOf(row)), row].join(' → ')}`);
  if (checked.has(row)) return;
  for (const below of rowsBelow(row)) checkDownwards(below, [...way, row], checked);
  checked.add(row);
}

const checked = new Set();
for (const row of ROWS) checkDownwards(row, [], checked);

export default {
  forbidden: [
    ...Object.entries(IMPORTS).map(([folder, places]) => ({
      name: `src/${folder} imports only from ${places.length > 0 ? places.join(', ') : 'itself'}`,
      severity: 'error',
      from: { path: filesOf(folder) },
      // The name of the package is for every folder, as `base`.
      to: { pathNot: ['^package\\.json$', ...['base', folder, ...places].map(filesOf)] },
    })),
    {
      name: 'each folder of src has a row in .dependency-cruiser.mjs',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(IMPORTS).map(filesOf) },
      to: {},
    },
    { name: 'no import leads back to its own file', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    // It reads imports of types too. TypeScript 7 offers no parser to other programs.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
  },
};
