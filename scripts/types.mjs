/**
 * Checks the types of the package that is installed in a folder: `node scripts/types.mjs FOLDER`. Compiles the programs
 * of the folder with TypeScript 5, and prints the errors in them, in the declarations and in the exports.
 */
import { readdirSync, realpathSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { packageName, readJson } from './project.mjs';
import { exportProblems, ts } from './public-types.mjs';

/** TypeScript writes all paths with slashes. */
const folder = realpathSync(process.argv[2] ?? '.').replaceAll('\\', '/');
const installed = `${folder}/node_modules/${packageName}`;
const isOurs = ({ fileName }) => fileName.startsWith(installed);

const { ModuleKind, ModuleResolutionKind } = ts;

/** The ways in which TypeScript 5 finds the files of a package. The first one reads no `exports`, and attw checks others. */
const RESOLUTIONS = {
  node10: { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 },
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
};

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
};

const consumers = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `${folder}/${file}`);

/** The declarations of TypeScript and Node.js, parsed once for all programs. */
const shared = new Map();

function hostFor(options) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...how) => {
    if (name.startsWith(folder)) return getSourceFile(name, ...how);
    if (!shared.has(name)) shared.set(name, getSourceFile(name, ...how));
    return shared.get(name);
  };
  return host;
}

function programFor(settings) {
  const options = { ...STRICT, ...settings };
  return ts.createProgram(consumers, options, hostFor(options));
}

function sentenceFor({ file, start, messageText }) {
  const line = file.getLineAndCharacterOfPosition(start).line + 1;
  return `${file.fileName.slice(folder.length + 1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
}

const errorsOf = (program) =>
  program
    .getSourceFiles()
    .filter((file) => isOurs(file) || consumers.includes(file.fileName))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(sentenceFor);

let program;
for (const [name, settings] of Object.entries(RESOLUTIONS)) {
  program = programFor(settings);
  for (const error of errorsOf(program)) console.log(`${name}: ${error}`);
}

for (const [name, { types }] of Object.entries(readJson(`${installed}/package.json`).exports)) {
  const entry = types && program.getSourceFile(posix.join(installed, types));
  if (entry) for (const problem of exportProblems(program, entry, isOurs)) console.log(`${name}: ${problem}`);
}
