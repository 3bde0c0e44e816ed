import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { pkg, read, root } from './package.js';
import { npm, tarball, unpack } from './packed.js';

/** The files for Node-RED and for users of the library, and no other files. */
describe('the tarball', () => {
  let folder: string;
  let files: string[];

  before(function () {
    this.timeout(120_000);
    folder = unpack(tarball());
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(folder, file)).isFile())
      .map((file) => file.replaceAll('\\', '/'));
  });

  const those = (pattern: RegExp) => files.filter((file) => pattern.test(file));

  it('has the licence, the changelog, the reference, the examples and the code of the dialogs', () => {
    should(files).containEql('docs/operations.md').and.containEql('docs/openapi.json');
    should(files).containEql('LICENSE').and.containEql('README.md').and.containEql('CHANGELOG.md');
    should(files).containEql('resources/editor.js').and.containEql('resources/sidebar.js');
    should(those(/^examples\/.*\.json$/).length).be.above(10);
  });

  it('has the documents that the help links to', () => {
    should(those(/^resources\/docs\//))
      .containEql('resources/docs/live-control.html')
      .and.containEql('resources/docs/recipes/osc.html');
  });

  it('has at most 1.06 MB packed and 4.2 MB unpacked, with minified code of the dialogs and a compact interface', () => {
    const sizeOf = (some: string[]) => some.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
    should(statSync(tarball()).size).be.belowOrEqual(1_060_000);
    should(sizeOf(files)).be.belowOrEqual(4_200_000);
    should(sizeOf(those(/^resources\/.*\.js$/))).be.belowOrEqual(340_000);
    should(sizeOf(['docs/openapi.json'])).be.belowOrEqual(150_000);
  });

  it('has no code of Node.js in the code of the dialogs and the sidebar', () => {
    for (const file of those(/^resources\/.*\.js$/))
      should(readFileSync(join(folder, file), 'utf8')).not.match(/\bBuffer\b|\bprocess\.|\brequire\(/);
  });

  it('has no other files', () => {
    should(
      those(
        /^(?!lib\/|examples\/|resources\/|docs\/(operations\.md|openapi\.json)|(README|LICENSE|CHANGELOG|package)\b)/,
      ),
    ).be.empty();
  });

  it('has no source, no map, and no part of a help text', () => {
    should(those(/(?<!\.d)\.ts$|\.map$|tsbuildinfo$|npmignore$/)).be.empty();
    should(those(/\/parts\/|\/openapi\.json$/).filter((file) => file !== 'docs/openapi.json')).be.empty();
  });

  it('has the code once, in a bundle, and an entry for each node, library and command', () => {
    const { bin, exports } = pkg;
    const libraries = Object.values<{ default?: string }>(exports).flatMap((each) => each.default ?? []);
    const entries = [...libraries, ...Object.values<string>(bin), ...Object.values<string>(pkg['node-red'].nodes)];
    const code = [...entries.map((file) => file.replace('./', '')), 'lib/bundle.js'];
    should(those(/^lib\/.*\.js$/).sort()).eql(code.sort());
    for (const entry of entries) should(statSync(join(folder, entry)).size).be.below(500, entry);
  });

  it('has a package.json that npm does not correct', function () {
    this.timeout(120_000);
    npm('pkg', 'fix', '--prefix', folder);
    should(readFileSync(join(folder, 'package.json'), 'utf8')).equal(read('package.json'));
  });

  it('has no problem that publint or attw finds', function () {
    this.timeout(120_000);
    const env = { ...process.env, NO_COLOR: '1' };
    const output = (program: string, ...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { encoding: 'utf8', env }).stdout;
    should(output('publint/src/cli.js', 'run', tarball())).endWith('All good!\n');
    const attw = output('@arethetypeswrong/cli/dist/index.js', tarball(), '--no-definitely-typed', '--format', 'json');
    should(JSON.parse(attw).analysis.problems).be.empty();
  });

  it('declares all imports of the exports', () => {
    for (const file of ['hub/index', 'hub/wire/settings', 'simulator/index', 'panels/index', 'panels/gesture/gesture'])
      should(files).containEql(`lib/${file}.d.ts`);
  });

  it('declares nothing that no export imports', () => {
    should(
      those(/^lib\/(nodes|saved|plugins)\/.*\.d\.ts$|^lib\/hub\/(queue\/lanes?|complete\/\w+)\.d\.ts$/),
    ).be.empty();
  });
});
