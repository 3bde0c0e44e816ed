import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { JsonLines, NotRegularFile } from '../../../dist/nodes/log/json-lines.js';

describe('JSON Lines', () => {
  let folder: string;
  let path: string;
  let writeResults: (Error | undefined)[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-lines-'));
    path = join(folder, 'as-run.jsonl');
    writeResults = [];
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (maxBytes = 1e6, maxOldFiles = 5, at = path) =>
    new JsonLines({ path: at, maxBytes, maxOldFiles }, (error) => writeResults.push(error));
  const read = (file = path) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('are written in order, one value for each line', async () => {
    const lines = open();
    for (let value = 0; value < 1000; value++) lines.write({ value, text: 'two\nlines' });
    await lines.close();
    should(read().map(({ value }) => value)).eql(Array.from({ length: 1000 }, (_, value) => value));
    should(writeResults.every((error) => error === undefined)).be.true();
  });

  it('follow the lines of an earlier run, even if the last one is incomplete', async () => {
    writeFileSync(path, '{"value":1}\n{"val');
    const lines = open();
    lines.write({ value: 2 });
    await lines.close();
    should(readFileSync(path, 'utf8')).equal('{"value":1}\n{"val\n{"value":2}\n');
  });

  it('of two writers share a file, and no line is lost in a rotation', async () => {
    const writers = [open(200, 99), open(200, 99)];
    for (let value = 0; value < 200; value++) {
      writers[value % 2]?.write({ value });
      if (value % 10 === 0) await new Promise(setImmediate);
    }
    await Promise.all(writers.map((each) => each.close()));
    const files = readdirSync(folder).map((name) => join(folder, name));
    for (const file of files) should(statSync(file).size).be.belowOrEqual(200);
    const values = files.flatMap((file) => read(file).map(({ value }) => value as number));
    should(values.sort((one, other) => one - other)).eql(Array.from({ length: 200 }, (_, value) => value));
  });

  it('go into a new file before one gets too large, and the oldest file is deleted', async () => {
    const lines = open(100, 3);
    for (let value = 100; value < 170; value++) lines.write({ value });
    await lines.close();
    should(readdirSync(folder).sort()).eql([0, 1, 2, 3].map((age) => `as-run.jsonl${age ? `.${age}` : ''}`));
    const files = readdirSync(folder).map((name) => join(folder, name));
    for (const file of files) should(statSync(file).size).be.belowOrEqual(100);
    const kept = [...files]
      .reverse()
      .flatMap((file) => read(file))
      .map(({ value }) => value);
    should(kept).eql(Array.from({ length: kept.length }, (_, index) => 170 - kept.length + index));
    should(kept.length).be.aboveOrEqual(22);
  });

  it('delete the old file if no old files are configured', async () => {
    const lines = open(50, 0);
    for (let value = 10; value < 40; value++) lines.write({ value });
    await lines.close();
    should(readdirSync(folder)).eql(['as-run.jsonl']);
    should(read().at(-1)).eql({ value: 39 });
  });

  it('keep the old files while the newest cannot be renamed, as on Windows while another program reads it', async () => {
    const lines = open(50, 3);
    for (let value = 10; value < 30; value++) lines.write({ value });
    await lines.close();
    const before = [1, 2, 3].map((age) => readFileSync(`${path}.${age}`, 'utf8'));
    const { rename } = files;
    files.rename = async (from, to) => {
      if (from === path) throw Object.assign(new Error('it is open'), { code: 'EBUSY' });
      return rename(from, to);
    };
    try {
      for (let value = 30; value < 45; value++) {
        lines.write({ value });
        await lines.close();
      }
    } finally {
      files.rename = rename;
    }
    should(writeResults.at(-1)).match({ code: 'EBUSY' });
    // The first attempt has renamed the older files.
    should([2, 3].map((age) => readFileSync(`${path}.${age}`, 'utf8'))).eql(before.slice(0, 2));
    await lines.close();
    should(writeResults.at(-1)).be.undefined();
    const kept = [3, 2, 1, 0].flatMap((age) => read(age ? `${path}.${age}` : path)).map(({ value }) => value);
    should(kept).eql(Array.from({ length: kept.length }, (_, index) => 45 - kept.length + index));
  });

  it('longer than a file get their own file', async () => {
    const lines = open(20, 9);
    for (const value of ['a', 'long'.repeat(20), 'b', 'c']) lines.write(value);
    await lines.close();
    should([2, 1].map((age) => read(`${path}.${age}`))).eql([['a'], ['long'.repeat(20)]]);
    should(read()).eql(['b', 'c']);
  });

  it('report a write error, and are written when it is resolved', async () => {
    const missing = join(folder, 'missing');
    const at = join(missing, 'as-run.jsonl');
    const lines = open(1e6, 5, at);
    lines.write(1);
    await lines.close();
    should(writeResults).have.length(1);
    should(writeResults[0]).match({ code: 'ENOENT' });
    lines.write(2);
    await lines.close();
    should(writeResults).have.length(2);
    symlinkSync(folder, missing, 'junction');
    lines.write(3);
    await lines.close();
    should(writeResults[2]).be.undefined();
    should(read(at)).eql([1, 2, 3]);
  });

  // Windows does not limit the size of a file.
  (process.platform === 'win32' ? it.skip : it)('are listed once if a full disk takes a part of them', () => {
    const script = join(__dirname, 'lines-on-full-disk.js');
    const count = Number(execFileSync('sh', ['-c', 'ulimit -f 16 && exec "$0" "$@"', process.execPath, script, path]));
    should(count).be.aboveOrEqual(2);
    const files = Array.from({ length: count }, (_, index) => `${path}.full${index}`);
    for (const file of files) should(readFileSync(file, 'utf8')).endWith('\n');
    const values = [...files, path].flatMap((file) => read(file).map(({ value }) => value));
    should(values).eql(Array.from({ length: 1000 }, (_, value) => value));
  });

  it('are not written into a folder, and are written when a file can take its place', async () => {
    mkdirSync(path);
    const lines = open();
    lines.write(1);
    await lines.close();
    should(writeResults[0]).be.instanceof(NotRegularFile);
    rmSync(path, { recursive: true });
    await lines.close();
    should(writeResults[1]).be.undefined();
    should(read()).eql([1]);
  });

  it('are limited in memory while they cannot be written', async () => {
    const missing = join(folder, 'missing');
    const at = join(missing, 'as-run.jsonl');
    const lines = open(1e9, 5, at);
    for (let value = 1; value <= 12_000; value++) lines.write(value);
    await lines.close();
    symlinkSync(folder, missing, 'junction');
    await lines.close();
    should(read(at)).eql(Array.from({ length: 10_000 }, (_, index) => 2001 + index));
  });
});
