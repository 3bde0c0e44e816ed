import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { blocksOf } from '../documents/markdown.js';
import { pkg, root } from './package.js';
import { npm, npmIn, ownFolder, tarball } from './packed.js';

/** A program with strict types. Each expected error would be missing if the types were missing. */
const CONSUMER = `import { findOperation, Hub, HubError, type HubSettings, isSkipped, type Result } from '${pkg.name}';
import { type Gesture, recognise } from '${pkg.name}/panels';
import { type Simulator, startSimulator } from '${pkg.name}/simulator';

export async function fade(): Promise<Result | undefined> {
  const simulator: Simulator = await startSimulator({ port: 0 });
  const settings: HubSettings = { baseUrl: simulator.url, dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 };
  const operation = findOperation('setProperty');
  if (!operation) throw new Error('gone');
  const result = await new Hub(settings).run(operation, { engineId: 1 });
  return isSkipped(result) ? undefined : result;
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

/** The programs of the library page in a language. */
const programsIn = (wanted: string): string[] =>
  blocksOf('docs/develop/library.md')
    .filter(({ language }) => language === wanted)
    .map(({ code }) => code);

/** The package as an engineer gets it: packed, and installed into an empty folder without Node-RED. */
describe('the installed library', function () {
  this.timeout(300_000);

  let userDir: string;

  before(() => {
    userDir = ownFolder();
    npm('install', '--prefix', userDir, tarball(), '--prefer-offline', '--no-audit', '--no-fund');
    writeFileSync(join(userDir, 'consumer.ts'), CONSUMER);
  });

  it('needs no Node-RED', () => {
    const program = `const hub = require('${pkg.name}'); const { startSimulator } = require('${pkg.name}/simulator');
      const { recognise } = require('${pkg.name}/panels');
      console.log(hub.operations.length > 50, typeof startSimulator, recognise({ payload: 'OFF' }).pressed,
        require('${pkg.name}/package.json').name)`;
    const output = execFileSync(process.execPath, ['-e', program], { cwd: userDir, encoding: 'utf8' });
    should(output.trim()).equal(`true function false ${pkg.name}`);
  });

  it('loads axios and undici with the first hub, and has each class once', () => {
    const program = `const { Hub, HubError, operations } = require('${pkg.name}'); const path = require('node:path');
      require('${pkg.name}/panels'); require('${pkg.name}/simulator');
      const loaded = () => ['axios', 'undici'].filter((name) =>
        Object.keys(require.cache).some((file) => file.includes(path.join('node_modules', name, '/'))));
      const before = loaded();
      const hub = new Hub({ baseUrl: 'http://127.0.0.1:1', dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 8 });
      hub.run(operations[0], {}).catch((error) => {
        console.log(before.length, loaded().join(), error instanceof HubError, error.constructor.name, /at Hub\\.run .*bundle\\.js:\\d/.test(error.stack));
        hub.close();
      });`;
    const output = execFileSync(process.execPath, ['-e', program], { cwd: userDir, encoding: 'utf8' });
    should(output.trim()).equal('0 axios,undici true HubError true');
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

  it('has complete types for a strict program of TypeScript 5, which may not read `exports`', () => {
    for (const [index, program] of programsIn('ts').entries())
      writeFileSync(join(userDir, `page-${index}.ts`), program);
    const errors = execFileSync(process.execPath, [join(root, 'scripts/types.mjs'), userDir], { encoding: 'utf8' });
    should(errors).equal('');
  });

  it('has types for Node.js, and runs the programs of the library page, with `import` and with `require`', () => {
    const programs = new Map(
      programsIn('ts').flatMap((program, index) => [
        [`program-${index}.mts`, program],
        [`program-${index}.cts`, program],
      ]),
    );
    for (const [index, program] of programsIn('js').entries()) programs.set(`required-${index}.cts`, program);
    for (const [file, text] of programs) writeFileSync(join(userDir, file), text);
    compile('--module', 'nodenext', '--outDir', 'compiled', ...programs.keys(), 'consumer.ts');
    const printed = [...programs.keys()].map((file) =>
      execFileSync(process.execPath, [join(userDir, 'compiled', file.replace(/ts$/, 'js'))], { encoding: 'utf8' }),
    );
    const engines = 'Studio A\nStudio B\nVideo Wall\nArena\n';
    const panel = "35\n{ topic: '/1/led1', payload: 1 }\n";
    should(printed).eql([engines, engines, panel, panel, 'false\n']);
  });

  it('brings the commands, and the simulator as one of them', () => {
    // As `npx -p`: in `npm exec`, `-p` is another option.
    const all = ['--package', pkg.name, '--', 'graphics-hub', '--help'];
    should(npmIn(userDir, 'exec', '--offline', ...all)).containEql('graphics-hub check URL');
    const simulator = ['--package', pkg.name, '--', 'graphics-hub', 'simulate', '--help'];
    should(npmIn(userDir, 'exec', '--offline', ...simulator)).containEql('--port');
  });
});
