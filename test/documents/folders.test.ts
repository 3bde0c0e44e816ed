import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import should from 'should';

const root = join(__dirname, '../..');

/** The folders with code in a folder, with a slash at the end. */
const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => statSync(join(root, folder, name)).isDirectory())
    .flatMap((name) => [`${folder}${name}/`, ...foldersIn(`${folder}${name}/`)]);

describe('the table of folders in docs/develop/architecture.md', () => {
  const text = readFileSync(join(root, 'docs/develop/architecture.md'), 'utf8');
  const table = text.slice(text.indexOf('## Folders'), text.indexOf('## Where to change'));
  /** A row also names the subfolders, without the path. */
  const named = table.split('\n').flatMap((row) => {
    const [first, ...others] = [...row.matchAll(/`([\w/-]+\/)`/g)].map(([, folder]) => folder as string);
    const isRow = row.startsWith('| `src/') && first;
    return isRow ? [first, ...others.map((folder) => (folder.startsWith('src/') ? folder : first + folder))] : [];
  });

  it('has each folder of src once', () => {
    const folders = foldersIn('src/').filter(
      (folder) => !/^src\/(panels\/recognise\/devices|hub\/table\/operations)\/$/.test(folder),
    );
    should(folders.filter((folder) => !named.includes(folder))).be.empty();
    should(named.filter((folder, index) => named.indexOf(folder) !== index)).be.empty();
  });

  it('has no other folder', () => {
    should(named.filter((folder) => !foldersIn('src/').includes(folder))).be.empty();
  });
});

describe('the table of the tests of a node in CONTRIBUTING.md', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, table = ''] = text.match(/^### Where the tests of a node are\n([\s\S]*?)^#/m) ?? [];
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'));

  it('names folders and files with tests', () => {
    const named = [...table.matchAll(/`([\w/-]+)\*?`/g)].map(([, name = '']) => name);
    const places = named.filter((name) => !name.startsWith('hub-'));
    should(places.length).be.above(30);
    should(places.filter((place) => !tests.some((file) => file.startsWith(place)))).be.empty();
  });

  it('has each node that has its own dialog', () => {
    for (const type of ['control', 'surface', 'panel', 'lamp', 'watch', 'look', 'cues', 'remote', 'event', 'config'])
      should(table).containEql(`| \`hub-${type}\` |`);
  });
});
