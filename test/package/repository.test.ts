import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';
import { pkg, read, readJson, root } from './package.js';

/** Files that are committed or new. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

const naming = (pattern: RegExp, among = files) => among.filter((file) => pattern.test(read(file)));

describe('the repository', () => {
  it('names no host of a package registry', () => {
    should(naming(/registry\.\w+\.\w+|\bnpmjs\b|\bdeb\.debian\b/)).be.empty();
  });

  it('locks versions, not addresses', () => {
    should(
      naming(
        /"resolved":/,
        files.filter((file) => file.endsWith('package-lock.json')),
      ),
    ).be.empty();
  });

  for (const name of ['axios', 'undici'] as const)
    it(`locks the lowest ${name} that it allows, so the tests of the wire cover it`, () => {
      const { packages } = readJson('package-lock.json');
      should(pkg.dependencies[name]).equal(`^${packages[`node_modules/${name}`].version}`);
    });

  it('names the scope of the package in package.json alone, and in the command that starts the simulator', () => {
    const rooms = files.filter((file) => /^(src|nodes|locales|examples|scripts)\//.test(file));
    should(naming(new RegExp(`(?<!npx -p )${pkg.name}`), rooms)).be.empty();
  });

  it('names the package in each npx command: another owner could register the name of the command alone', () => {
    const texts = files.filter((file) => !file.startsWith('test/'));
    should(naming(/npx (?!-p @)/, texts)).be.empty();
  });

  it('has the files that its documents name', () => {
    const missing = files
      .filter((file) => /^(docs\/.*|CONTRIBUTING)\.md$/.test(file))
      .flatMap((file) => [
        ...read(file).matchAll(/`((?:src|test|docs|nodes|locales|scripts|icons|examples|bench)\/[\w./-]*)`/g),
      ])
      .map(([, path = '']) => path)
      // `nodes/watch` is a folder of src or of test.
      .filter((path) => !/NAME|LANG|Section|^nodes\/[\w-]+$/.test(path) && !existsSync(join(root, path)));
    should(missing).be.empty();
  });

  it('has file names that are valid and unique on Windows', () => {
    const reserved = /(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i;
    should(files.filter((file) => !/^[\w@./-]{1,120}$/.test(file) || reserved.test(file))).be.empty();
    should(new Set(files.map((file) => file.toLowerCase())).size).equal(files.length);
  });
});
