import { builtinModules } from 'node:module';

const BELOW_RECORDS = 'hub/{complete,lists,lookup,watch,words,wire,table}';
const BELOW_LISTS = 'hub/{lookup,watch,words,wire,table}';
const BELOW_LOOKUP = 'hub/{wire,table}';
const ALL_OF_HUB = ['hub', 'hub/*'];
const ALL_OF_PANELS = ['panels', 'panels/*'];
const FOR_NODES = [...ALL_OF_HUB, ...ALL_OF_PANELS, 'stored', 'looks', 'cues', 'remote', 'saved', 'npm:node-red'];
const FOR_EDITOR = [...ALL_OF_HUB, ...ALL_OF_PANELS, 'recording', 'looks', 'cues', 'saved'];
const FOR_SIDEBAR = ['editor/{dialogs,fields,validate,tree,picking,base}', ...FOR_EDITOR];
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
  'hub/shows': ['hub/{queue,reads,records}', BELOW_RECORDS],
  'hub/queue': ['hub/{reads,records}', BELOW_RECORDS],
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
  'panels/recognise': ['panels'],
  'panels/mapping': ['panels'],
  'panels/render': ['panels', 'panels/lamp'],
  'panels/lamp': [],

  remote: ['node:crypto'],

  saved: ['hub/{table,base}', 'panels', 'panels/{lamp,render}', 'remote', 'looks', 'cues'],

  texts: ['hub/table', 'node:fs'],

  recording: [...ALL_OF_HUB, 'texts', 'looks', 'saved', 'npm:@sinclair/typebox', 'node:timers/promises'],

  stored: ['node:{buffer,fs/promises,path,timers/promises}'],

  looks: [...ALL_OF_HUB, 'stored', 'npm:@sinclair/typebox'],

  cues: [...ALL_OF_HUB, 'stored', 'looks', 'saved', 'npm:@sinclair/typebox', 'node:{fs,os,path}'],

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
    'nodes/{registry,look,cues,runtime}',
    ...FOR_NODES,
    'recording',
    'texts',
    'simulator',
    'npm:@sinclair/typebox',
    'npm:express',
    'node:crypto',
  ],
  'nodes/remote': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/control': ['nodes/{command,panel,watch,lamp,look,cues,registry,status,runtime,message}', ...FOR_NODES],
  'nodes/command': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/watch': ['nodes/{registry,status,runtime,message}', ...FOR_NODES],
  'nodes/panel': ['nodes/{registry,status,runtime,message}', ...FOR_NODES, 'node:util'],
  'nodes/lamp': ['nodes/{registry,status,runtime,message}', ...FOR_NODES, 'node:util'],
  'nodes/look': ['nodes/{registry,status,runtime,message}', ...FOR_NODES, 'node:path'],
  'nodes/cues': ['nodes/{look,registry,status,runtime,message}', ...FOR_NODES, 'node:path'],
  'nodes/registry': ['nodes/runtime', ...FOR_NODES],
  'nodes/status': ['nodes/runtime', ...FOR_NODES],
  'nodes/runtime': ['nodes/message', ...FOR_NODES, 'node:util'],
  'nodes/message': FOR_NODES,
  'nodes/log': [...FOR_NODES, 'node:fs/promises'],

  editor: ['editor/*'],
  'editor/sidebar': ['editor/sidebar/*', ...FOR_SIDEBAR],
  'editor/sidebar/hubs': ['editor/sidebar/{journal,base}', ...FOR_SIDEBAR],
  'editor/sidebar/tree': ['editor/sidebar/{canvas,cues,base}', ...FOR_SIDEBAR],
  'editor/sidebar/looks': ['editor/sidebar/{canvas,cues,journal,base}', ...FOR_SIDEBAR],
  'editor/sidebar/cues': ['editor/sidebar/{canvas,base}', ...FOR_SIDEBAR],
  'editor/sidebar/keys': ['editor/sidebar/base', ...FOR_SIDEBAR],
  'editor/sidebar/canvas': FOR_SIDEBAR,
  'editor/sidebar/journal': ['editor/sidebar/base', ...FOR_SIDEBAR],
  'editor/sidebar/base': FOR_SIDEBAR,
  'editor/dialogs': ['editor/{fields,validate,tree,picking,base}', ...FOR_EDITOR],
  'editor/fields': ['editor/{validate,picking,base}', ...FOR_EDITOR],
  'editor/validate': ['editor/base', ...FOR_EDITOR, 'remote'],
  'editor/tree': ['editor/{picking,base}', ...FOR_EDITOR],
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
