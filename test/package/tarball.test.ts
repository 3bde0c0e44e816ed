import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { read } from './package.js';
import { npm, tarball, unpack } from './packed.js';

/** The files for Node-RED and for users of the library, and no other files. */
describe('the tarball', () => {
  let folder: string;
  let files: string[];

  before(function () {
    this.timeout(60_000);
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

  it('has the documents that the help links to, in at most 150 kB', () => {
    const pages = those(/^resources\/docs\//);
    should(pages).containEql('resources/docs/live-control.html').and.containEql('resources/docs/recipes/osc.html');
    const sizes = pages.map((file) => statSync(join(folder, file)).size);
    should(sizes.reduce((sum, size) => sum + size, 0)).be.belowOrEqual(150_000);
  });

  it('has no other files', () => {
    should(
      those(
        /^(?!dist\/|examples\/|resources\/|docs\/(operations\.md|openapi\.json)|(README|LICENSE|CHANGELOG|package)\b)/,
      ),
    ).be.empty();
  });

  it('has no source, no map, no unbundled dialog, and no part of a help text', () => {
    should(those(/(?<!\.d)\.ts$|\.map$|tsbuildinfo$|npmignore$/)).be.empty();
    should(those(/^dist\/editor\/|\/parts\/|^dist\/nodes\/locales\/[\w-]+\/openapi\.json$/)).be.empty();
  });

  it('has a package.json that npm does not correct', function () {
    this.timeout(60_000);
    npm('pkg', 'fix', '--prefix', folder);
    should(readFileSync(join(folder, 'package.json'), 'utf8')).equal(read('package.json'));
  });

  it('declares all imports of the exports', () => {
    for (const file of [
      'hub/index',
      'hub/hub',
      'hub/wire/settings',
      'simulator/index',
      'panels/index',
      'panels/gesture',
    ])
      should(files).containEql(`dist/${file}.d.ts`);
  });

  it('declares nothing that no export imports', () => {
    should(
      those(/^dist\/(nodes|saved|plugins)\/.*\.d\.ts$|^dist\/hub\/(queue\/lanes?|complete\/\w+)\.d\.ts$/),
    ).be.empty();
  });
});
