import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { LookFile } from '../../dist/looks/look-text.js';
import { looksText } from '../../dist/looks/look-text.js';
import type { StoredError } from '../../dist/stored/stored-error.js';
import { LookFolder, look, problemOf, store } from './look-folder.js';

describe('the file of looks that others change too', () => {
  const disk = LookFolder.forEach();
  const text = () => readFileSync(disk.path, 'utf8');

  const busy = new LookFolder();
  let writing: NodeJS.Timeout;
  let refusal: Promise<unknown>;
  /** This wait takes as long as the other tests together. */
  before(() => {
    busy.folder = mkdtempSync(join(tmpdir(), 'hub-looks-'));
    busy.path = join(busy.folder, 'looks.json');
    const write = () => writeFileSync(`${busy.path}.7c9e6679-7425-40de-944b-e07fc1f90ae7.tmp`, 'x');
    write();
    writing = setInterval(write, 200);
    refusal = problemOf(busy.open().update(store('Day', 1)));
  });
  after(() => {
    clearInterval(writing);
    busy.closeAll();
    rmSync(busy.folder, { recursive: true, force: true });
  });

  it('loses none of 100 updates at once', async () => {
    const [one, other] = [disk.open(), disk.open()];
    const values = Array.from({ length: 100 }, (_, index) => index);
    const all = await Promise.all(values.map((value) => (value % 2 ? one : other).update(store(`L${value}`, value))));
    should(all.map((looks) => looks.size)).eql(values.map((value) => value + 1));
    const looks = await one.read();
    should(values.map((value) => looks.get(`L${value}`))).eql(values.map(look));
    should(readdirSync(disk.folder)).eql(['looks.json']);
  });

  it('is reported as missing if it existed before, until it is back or all users have closed it', async () => {
    await disk.open().update(store('Day', 1));
    const before = text();
    rmSync(disk.path);
    for (const work of [disk.open().read(), disk.open().update(store('Night', 1)), disk.open().update(() => new Map())])
      should(await problemOf(work)).match({ problem: 'missing', facts: { path: disk.path } });
    should(readdirSync(disk.folder)).eql([]);
    writeFileSync(disk.path, before);
    should([...(await disk.open().update(store('Night', 1))).keys()]).eql(['Day', 'Night']);
    rmSync(disk.path);
    const [first] = disk.files;
    disk.closeAll();
    await problemOf(first!.read());
    should([...(await disk.open().read())]).eql([]);
  });

  it('loses none of the updates at once by links and by two paths', async () => {
    const link = join(disk.folder, 'link.json');
    symlinkSync('looks.json', link);
    mkdirSync(join(disk.folder, 'deep'));
    symlinkSync(disk.folder, join(disk.folder, 'deep', 'folder'));
    const all = [disk.path, link, join(disk.folder, 'deep', 'folder', 'looks.json')].map((at) => disk.open(at));
    const values = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(values.map((value) => all[value % 3]?.update(store(`L${value}`, value))));
    should((await disk.open().read()).size).equal(60);
    should(readdirSync(disk.folder).sort()).eql(['deep', 'link.json', 'looks.json']);
    should(lstatSync(link).isSymbolicLink()).be.true();
  });

  it('is not written if the path of another user is a hard link to it', async () => {
    await disk.open().update(store('Day', 1));
    const other = join(disk.folder, 'other.json');
    linkSync(disk.path, other);
    // A backup may be a hard link.
    await disk.open().update(store('Night', 1));
    rmSync(other);
    linkSync(disk.path, other);
    should((await disk.open(other).read()).size).equal(2);
    const before = text();
    for (const [file, facts] of [
      [disk.open(), { path: disk.path, other }],
      [disk.open(other), { path: other, other: disk.path }],
    ] as const)
      should(await problemOf(file.update(store('Late', 1)))).match({ problem: 'hardLink', facts });
    should(text()).equal(before);
    rmSync(other);
    should((await disk.open().update(store('Late', 1))).size).equal(3);
  });

  describe('changed on the disk', function () {
    this.timeout(60_000);
    let news: unknown[];
    let file: LookFile;

    beforeEach(async () => {
      writeFileSync(disk.path, looksText(new Map([['Day', look(1)]])));
      file = disk.open();
      await file.read();
      news = [];
      file.changed.watch((looks) => news.push([...looks.keys()]));
      file.failed.watch((error) => news.push((error as StoredError).problem));
    });
    /** The news within the next seconds. */
    const newsAfter = async (...expected: unknown[]) => {
      for (let waits = 0; news.length < expected.length && waits < 1000; waits += 1) await pause(20);
      should(news.splice(0)).eql(expected);
    };

    it('is read again after a write, also if it was replaced', async () => {
      writeFileSync(disk.path, looksText(new Map([['Night', look(1)]])));
      await newsAfter(['Night']);
      writeFileSync(`${disk.path}.new`, looksText(new Map([['Dawn', look(1)]])));
      renameSync(`${disk.path}.new`, disk.path);
      await newsAfter(['Dawn']);
      // The size stays the same.
      writeFileSync(disk.path, looksText(new Map([['Dawn', look(2)]])));
      await newsAfter(['Dawn']);
      should((await file.read()).get('Dawn')).eql(look(2));
    });

    it('reports once that it is broken or missing, and shows the looks of the next file', async () => {
      writeFileSync(disk.path, '{\n<<<<<<< HEAD');
      await newsAfter('notJson');
      rmSync(disk.path);
      await newsAfter('missing');
      writeFileSync(disk.path, looksText(new Map([['Dawn', look(1)]])));
      await newsAfter(['Dawn']);
    });

    it('shows its looks again after it was broken for a while and is as before', async () => {
      const whole = looksText(new Map([['Dawn', look(1)]]));
      writeFileSync(disk.path, whole);
      await newsAfter(['Dawn']);
      writeFileSync(disk.path, '{');
      await newsAfter('endsEarly');
      writeFileSync(disk.path, whole);
      await newsAfter(['Dawn']);
    });
  });

  it('is written after another process has ended its write, or when that one hangs for 5 s', async function () {
    this.timeout(60_000);
    const fresh = `${disk.path}.7c9e6679-7425-40de-944b-e07fc1f90ae7.tmp`;
    let isDone = false;
    for (const end of [() => rmSync(fresh), () => utimesSync(fresh, 1, 1)]) {
      writeFileSync(fresh, '');
      isDone = false;
      const update = disk
        .open()
        .update(store(`Day ${Date.now()}`, 1))
        .then(() => {
          isDone = true;
        });
      await pause(500);
      should(isDone).be.false();
      end();
      await update;
      should(readdirSync(disk.folder)).eql(['looks.json']);
    }
  });

  // Mocha runs the tests of a suite within another one last.
  describe('and that another process never stops writing', () => {
    it('is refused as busy after a wait of 15 s, and then nothing is written', async function () {
      this.timeout(60_000);
      should(await refusal).match({ problem: 'busy', facts: { path: busy.path, seconds: 15 } });
      should(readdirSync(busy.folder)).eql(['looks.json.7c9e6679-7425-40de-944b-e07fc1f90ae7.tmp']);
    });
  });
});
