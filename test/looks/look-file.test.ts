import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { join } from 'node:path';
import should from 'should';
import type { Looks } from '../../dist/looks/look.js';
import { lookFiles, looksText } from '../../dist/looks/look-text.js';
import { LookFolder, look, problemOf, store } from './look-folder.js';

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

describe('the file of looks', () => {
  const disk = LookFolder.forEach();
  let path: string;
  beforeEach(() => {
    path = disk.path;
  });
  const openFile = (at = path) => disk.open(at);
  const text = () => readFileSync(path, 'utf8');

  it('has no looks before the first store, and is not created by a read', async () => {
    should([...(await openFile().read())]).eql([]);
    should(readdirSync(disk.folder)).eql([]);
  });

  it('is created with its folder, and can be read by its owner only', async () => {
    path = join(disk.folder, 'a', 'b', 'looks.json');
    const looks = await openFile().update(store('Day', 1));
    should([...looks]).eql([['Day', look(1)]]);
    should(text()).equal(looksText(looks));
    should(readdirSync(join(disk.folder, 'a', 'b'))).eql(['looks.json']);
    if (!isWindows) should(statSync(path).mode & 0o777).equal(0o600);
  });

  it('is shared by all users of a path', async () => {
    const [one, other] = [openFile(), openFile(join(disk.folder, '.', 'x', '..', 'looks.json'))];
    should(one).equal(other);
    const sizes: number[] = [];
    const unwatch = other.changed.watch((looks) => sizes.push(looks.size));
    await one.update(store('Day', 1));
    await one.update(store('Night', 1));
    await one.update(store('Night', 1));
    should(sizes).eql([1, 2]);
    unwatch();
  });

  it('leaves no timer behind after its last user has closed it', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    // Mocha starts its own timer after the first turn.
    await Promise.resolve();
    const before = timers();
    const [first, second] = [lookFiles.open(path), lookFiles.open(path)];
    await first.read();
    should(timers()).equal(before + 1);
    first.close();
    should(timers()).equal(before + 1);
    second.close();
    should(timers()).equal(before);
  });

  it('is released when its last user closes it, after its last update', async () => {
    const first = lookFiles.open(path);
    should(lookFiles.open(path)).equal(first);
    first.close();
    const update = first.update(store('Day', 1));
    first.close();
    const next = openFile();
    should(next).equal(first);
    await update;
    await next.read();
    should(openFile()).equal(first);
    disk.closeAll();
    await first.read();
    should(openFile()).not.equal(first);
    should([...(await openFile().read()).keys()]).eql(['Day']);
  });

  it('is created behind a link to a missing file', async () => {
    symlinkSync(join('deep', 'target.json'), path);
    await openFile().update(store('Day', 1));
    should(lstatSync(path).isSymbolicLink()).be.true();
    should(readdirSync(join(disk.folder, 'deep'))).eql(['target.json']);
    should((await openFile().read()).size).equal(1);
  });

  it('is read again after another program has changed it', async () => {
    await openFile().update(store('Day', 1));
    writeFileSync(path, text().replace('"value":1', '"value":2'));
    should((await openFile().read()).get('Day')).eql(look(2));
    should((await openFile().update(store('Night', 3))).get('Day')).eql(look(2));
  });

  it('is not written if nothing changes', async () => {
    const looks = await openFile().update(store('Day', 1));
    const { ino } = statSync(path);
    should(await openFile().update(store('Day', 1))).equal(looks);
    should(await openFile().read()).equal(looks);
    should(statSync(path).ino).equal(ino);
  });

  it('is not written if the change fails or cannot be read again', async () => {
    await openFile().update(store('Day', 1));
    const before = text();
    const failure = new Error('no');
    const throws = () => {
      throw failure;
    };
    should(await problemOf(openFile().update(throws))).equal(failure);
    const twice = (looks: Looks) => new Map([...looks, ['Night', [...look(1), ...look(2)]]]);
    should(await problemOf(openFile().update(twice))).match({ problem: 'sameProperty' });
    should(await problemOf(openFile().update(store('Night', undefined)))).match({ problem: 'wrongField' });
    should(text()).equal(before);
    should((await openFile().update(store('Night', 1))).size).equal(2);
  });

  for (const [name, content, expected] of [
    ['is cut off', '{\n "format": "gra', { problem: 'endsEarly', facts: { line: 2 } }],
    ['is empty', '', { problem: 'endsEarly', facts: { line: 1 } }],
    ['has a conflict of git', '{\n<<<<<<< HEAD\n', { problem: 'notJson', facts: { line: 2, found: '<<<<<<< HEAD' } }],
    ['is no UTF-8', Buffer.from('{\n"format\xff', 'latin1'), { problem: 'notText', facts: { line: 2 } }],
    ['is of another format', '{"format": 1}', { problem: 'wrongField', facts: { line: 1 } }],
  ] as const)
    it(`is refused and never overwritten if it ${name}`, async () => {
      writeFileSync(path, content);
      should(await problemOf(openFile().read())).match(expected);
      should(await problemOf(openFile().read())).match({ facts: { path } });
      should(await problemOf(openFile().update(store('Day', 1)))).match(expected);
      should(await problemOf(openFile().update(() => new Map()))).match(expected);
      should(readFileSync(path).equals(Buffer.from(content))).be.true();
      should(readdirSync(disk.folder)).eql(['looks.json']);
      writeFileSync(path, looksText(new Map([['Fixed', look(1)]])));
      should([...(await openFile().read()).keys()]).eql(['Fixed']);
    });

  it('is refused after it has been broken between two updates', async () => {
    await openFile().update(store('Day', 1));
    const good = text();
    writeFileSync(path, good.slice(0, -5));
    should(await problemOf(openFile().update(store('Night', 1)))).match({ problem: 'endsEarly' });
    should(text()).equal(good.slice(0, -5));
    writeFileSync(path, good);
    should((await openFile().update(store('Night', 1))).size).equal(2);
  });

  it('is refused before it is read if it is too long', async () => {
    writeFileSync(path, '');
    await files.truncate(path, 30e9);
    should(await problemOf(openFile().read())).match({ problem: 'tooLong', facts: { bytes: 30e9, path } });
  });

  it('is refused before it is opened if it is a folder, a pipe or a device', async () => {
    mkdirSync(path);
    should(await problemOf(openFile().read())).match({ problem: 'notFile', facts: { path } });
    should(await problemOf(openFile().update(store('Day', 1)))).match({ problem: 'notFile' });
    if (isWindows) return;
    const pipe = join(disk.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const at of [pipe, '/dev/null']) {
      should(await problemOf(openFile(at).read())).match({ problem: 'notFile', facts: { path: at } });
      should(await problemOf(openFile(at).update(store('Day', 1)))).match({ problem: 'notFile' });
    }
  });

  it('is refused if a part of its path is a file', async () => {
    writeFileSync(path, 'x');
    const inside = openFile(join(path, 'looks.json'));
    should(await problemOf(inside.read())).match({ code: 'ENOTDIR' });
    should(await problemOf(inside.update(store('Day', 1)))).match({ code: 'ENOTDIR' });
    should(text()).equal('x');
  });

  it('keeps its mode', async function () {
    if (isWindows) return this.skip();
    await openFile().update(store('Day', 1));
    for (const mode of [0o664, 0o600, 0o640]) {
      chmodSync(path, mode);
      await openFile().update(store('Day', mode));
      should(statSync(path).mode & 0o777).equal(mode);
    }
  });

  it('stays as it was if its folder or the file is protected', async function () {
    if (isRoot || isWindows) return this.skip();
    await openFile().update(store('Day', 1));
    const before = text();
    for (const [place, mode, usual] of [
      [disk.folder, 0o500, 0o700],
      [path, 0o400, 0o600],
    ] as const) {
      chmodSync(place, mode);
      const error = await problemOf(openFile().update(store('Day', 2)));
      chmodSync(place, usual);
      should(error).match({ code: 'EACCES' });
      should(text()).equal(before);
      should(readdirSync(disk.folder)).eql(['looks.json']);
    }
  });

  it('stays as it was after an error of the disk at each step, and leaves no temporary file', async () => {
    await openFile().update(store('Day', 1));
    const before = text();
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const handle = Object.getPrototypeOf(await files.open(path).then((each) => each.close().then(() => each)));
    for (const [owner, method] of [
      [handle, 'writeFile'],
      [handle, 'sync'],
    ] as const) {
      const original = owner[method];
      owner[method] = () => Promise.reject(full);
      try {
        should(await problemOf(openFile().update(store('Day', 2)))).equal(full);
      } finally {
        owner[method] = original;
      }
      should(text()).equal(before);
      should(readdirSync(disk.folder)).eql(['looks.json']);
    }
    should((await openFile().update(store('Day', 2))).get('Day')).eql(look(2));
  });

  it('loses the temporary files of killed processes at the next write, and no other files', async () => {
    const temporary = (name: string) => `${path}.${name}.tmp`;
    const old = temporary('0f8fad5b-d9cb-469f-a165-70867728950e');
    const own = temporary('mine');
    for (const each of [old, own]) {
      writeFileSync(each, 'x');
      utimesSync(each, 1, 1);
    }
    await openFile().update(store('Day', 1));
    should(readdirSync(disk.folder).sort()).eql(['looks.json', 'looks.json.mine.tmp']);
  });
});
