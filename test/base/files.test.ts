import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import should from 'should';
import { builtFile, ignoreMissing, replaceFile, type TemporaryFile } from '../../dist/base/files.js';

describe('the replacement of a file', () => {
  let folder: string;
  let target: string;
  const content = (text: string, mode = 0o644) => ({ bytes: Buffer.from(text), mode });
  const modeOf = (path: string) => statSync(path).mode & 0o777;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-files-'));
    target = join(folder, 'looks.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('writes the bytes with the mode, and leaves no other file', async () => {
    for (const [text, mode] of [
      ['new', 0o640],
      ['other', 0o600],
    ] as const) {
      should(await replaceFile(target, async () => content(text, mode))).be.true();
      should([readFileSync(target, 'utf8'), modeOf(target), readdirSync(folder)]).eql([text, mode, ['looks.json']]);
    }
  });

  it('has an empty temporary file beside it, which only its owner reads, until the content is known', async () => {
    writeFileSync(target, 'old');
    let temporary: TemporaryFile | undefined;
    await replaceFile(target, async (file) => {
      temporary = file;
      should(readdirSync(folder).sort()).eql(['looks.json', basename(file.path)]);
      should(basename(file.path)).match(/^looks\.json\.[\da-f-]{36}\.tmp$/);
      should([readFileSync(file.path, 'utf8'), modeOf(file.path), readFileSync(target, 'utf8')]).eql([
        '',
        0o600,
        'old',
      ]);
      should(await file.modifiedAt()).equal(statSync(file.path).mtimeMs);
      return content('new');
    });
    should(temporary).be.ok();
    should(readFileSync(target, 'utf8')).equal('new');
  });

  it('changes nothing without content, or after a failure', async () => {
    writeFileSync(target, 'old');
    chmodSync(target, 0o600);
    should(await replaceFile(target, async () => undefined)).be.true();
    await should(replaceFile(target, () => Promise.reject(new Error('no content')))).be.rejectedWith('no content');
    should([readFileSync(target, 'utf8'), readdirSync(folder)]).eql(['old', ['looks.json']]);
    await should(replaceFile(join(folder, 'none', 'looks.json'), async () => content('new'))).be.rejectedWith({
      code: 'ENOENT',
    });
  });

  it('is false if another process has deleted the temporary file', async () => {
    const isReplaced = await replaceFile(target, async ({ path }) => {
      rmSync(path);
      return content('new');
    });
    should([isReplaced, readdirSync(folder)]).eql([false, []]);
  });

  it('ignores a missing file and no other error', () => {
    const errorOf = (code: string) => Object.assign(new Error(code), { code });
    should(ignoreMissing(errorOf('ENOENT'))).be.undefined();
    should(() => ignoreMissing(errorOf('EACCES'))).throw('EACCES');
  });
});

describe('a file that the build writes', () => {
  it('is in the folder lib of the package', () => {
    should(builtFile('nodes', 'locales')).equal(join(process.cwd(), 'lib', 'nodes', 'locales'));
  });
});
