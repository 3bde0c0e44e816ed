/** Finds files, exports and dependencies that nothing uses. Exports of the package itself count as used. */
export default {
  entry: [
    // Programs and modules that are loaded by their path.
    'src/{nodes/*,{hub,panels,simulator}/index,commands/graphics-hub}.ts',
    'src/editor/{dialogs,sidebar}.ts',
    'src/simulator/page/page.mjs',
    'scripts/{packed,types,words}.mjs',
    'scripts/reporter.cjs',
    'bench/soak/{hub,wire}.mjs',
    'bench/soak/{lag.cjs,node-red/soak-load.js}',
    'bench/{hub.mjs,node-red/open-handles.cjs,node-red/load.js}',
    'test/**/*.test.ts',
    'test/{cues/play-until-killed,looks/store-{many,until-killed},nodes/log/lines-on-full-disk}.ts',
    'test/{hostile/probe/probe.js,editor/deck-stand-in/streamdeck.js,package/{scorecard.cjs,{midi,stream-deck}-stand-in/index.js},runtimes/stryker/{bundle.mjs,deadline.cjs}}',
  ],
  project: ['{src,test,scripts,bench}/**/*.{ts,mjs,cjs,js}'],
  // The tests import the compiled files in `dist/`.
  compilers: { ts: (text) => text.replaceAll(/(['"](?:\.\.\/)+)dist\//g, '$1src/') },
  // Named in a path or in a setting.
  ignoreDependencies: [
    '@arethetypeswrong/cli',
    '@flowfuse/node-red-dashboard',
    '@node-red/editor-client',
    '@node-red/nodes',
    '@swc/core',
    'dependency-cruiser',
    'publint',
    'tsc-watch',
  ],
  ignoreBinaries: ['img2webp', 'mkfifo', 'mosquitto', 'script'],
  treatConfigHintsAsErrors: true,
};
