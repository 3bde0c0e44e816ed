import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { blocksOf } from '../documents/markdown.js';
import { pkg, root } from './package.js';
import { npm, npmIn, ownFolder, tarball } from './packed.js';

/** A program with strict types. Each expected error would be missing if the types were missing. */
const CONSUMER = `import { findOperation, Hub, HubError, type HubSettings, type Result } from '${pkg.name}';
import { type Gesture, recognise } from '${pkg.name}/panels';
import { type Simulator, startSimulator } from '${pkg.name}/simulator';

export async function fade(): Promise<Result | undefined> {
  const simulator: Simulator = await startSimulator({ port: 0 });
  const settings: HubSettings = { baseUrl: simulator.url, dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 };
  const operation = findOperation('setProperty');
  if (!operation) throw new Error('gone');
  const result = await new Hub(settings).run(operation, { engineId: 1 });
  return typeof result === 'string' ? undefined : result;
}
export const code = (error: unknown): string => (error instanceof HubError ? error.code : '');
export const gesture: Gesture | undefined = recognise({ payload: 'OFF' });
// @ts-expect-error A port is a number.
export const wrong: Promise<Simulator> = startSimulator({ port: 'all' });
// @ts-expect-error There are two dialects.
export const third: HubSettings['dialect'] = 3;
// @ts-expect-error A message is needed.
recognise();
`;

/** The package as an engineer gets it: packed, and installed into an empty folder without Node-RED. */
describe('the installed library', function () {
  this.timeout(300_000);

  let userDir: string;

  before(() => {
    userDir = ownFolder();
    npm('install', '--prefix', userDir, tarball(), '--prefer-offline', '--no-audit', '--no-fund');
  });

  it('needs no Node-RED', () => {
    const program = `const hub = require('${pkg.name}'); const { startSimulator } = require('${pkg.name}/simulator');
      const { recognise } = require('${pkg.name}/panels');
      console.log(hub.operations.length > 50, typeof startSimulator, recognise({ payload: 'OFF' }).pressed,
        require('${pkg.name}/package.json').name)`;
    const output = execFileSync(process.execPath, ['-e', program], { cwd: userDir, encoding: 'utf8' });
    should(output.trim()).equal(`true function false ${pkg.name}`);
  });

  /** Compiles programs in the user directory as a strict engineer does. */
  function compile(...line: string[]) {
    const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const { status, stdout } = spawnSync(process.execPath, [...compiler, ...types, ...line], {
      cwd: userDir,
      encoding: 'utf8',
    });
    should([stdout, status]).eql(['', 0]);
  }

  it('has types for a strict compiler', () => {
    writeFileSync(join(userDir, 'consumer.ts'), CONSUMER);
    for (const options of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']])
      compile('--noEmit', '--module', ...options, 'consumer.ts');
  });

  it('runs the programs of the library page, with `import` and with `require`', () => {
    const [program = '', required = ''] = ['ts', 'js'].map((wanted) =>
      blocksOf('docs/library.md')
        .filter(({ language }) => language === wanted)
        .map(({ code }) => code)
        .join('\n'),
    );
    const programs = { 'program.mts': program, 'program.cts': program, 'required.cts': required };
    for (const [file, text] of Object.entries(programs)) writeFileSync(join(userDir, file), text);
    compile('--module', 'nodenext', '--outDir', 'compiled', ...Object.keys(programs));
    const printed = ['program.mjs', 'program.cjs', 'required.cjs'].map((file) =>
      execFileSync(process.execPath, [join(userDir, 'compiled', file)], { encoding: 'utf8' }),
    );
    const engines = 'Studio A\nStudio B\nVideo Wall\nArena\n';
    should(printed).eql([engines, engines, 'false\n']);
  });

  it('brings the simulator as a command', () => {
    // As `npx -p`: in `npm exec`, `-p` is another option.
    const command = ['--package', pkg.name, '--', 'graphics-hub-simulator', '--help'];
    const output = npmIn(userDir, 'exec', '--offline', ...command);
    should(output).containEql('--port');
  });
});
