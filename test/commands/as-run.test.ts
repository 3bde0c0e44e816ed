import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { asRun } from '../../dist/commands/as-run.js';
import { refusalOf, run } from './command-line.js';

/** A record of the as-run file: a command that the hub answered 100 ms later. */
const record = (time: string, operation: string, target: object, more: object = {}) => ({
  at: new Date(`2026-11-25T${time}`).toISOString(),
  node: 'Key 1',
  operation,
  target,
  outcome: 'done',
  elapsed: 100,
  ...more,
});

const program = { engineId: 101, preview: 0 };
const play = (time: string, itemId: number, more?: object) =>
  record(
    time,
    'playItem',
    { ...program, itemId },
    { names: { engineId: 'News Show', itemId: `Item ${itemId}` }, ...more },
  );
const press = (time: string, buttonKey: string, more?: object) =>
  record(time, 'pressItemButton', { rundownId: 51, itemId: 512, buttonKey }, more);

const PROGRAM = join(__dirname, '../../lib/commands/graphics-hub.js');

/** Python's reader of CSV, which is strict. */
const READ_CSV = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode('utf-8-sig')
print(json.dumps(list(csv.reader(io.StringIO(text, newline=''), strict=True))))
`;

describe('graphics-hub as-run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-as-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name = 'as-run.jsonl') => join(folder, name);
  const write = (records: readonly object[], name?: string, end = '') =>
    writeFileSync(file(name), records.map((each) => `${JSON.stringify(each)}\n`).join('') + end);

  const day = ['--date', '2026-11-25'];

  /** The rows that Python's reader of CSV finds in the output, without the heading. */
  function rows(...line: string[]): string[][] {
    const options = { env: { PATH: process.env.PATH, LANG: 'en_US.UTF-8' } };
    const output = execFileSync(process.execPath, [PROGRAM, 'as-run', file(), ...day, ...line], options);
    should(output.subarray(0, 3).toString('hex')).equal('efbbbf');
    const read = JSON.parse(
      execFileSync('python3', ['-c', READ_CSV], { input: output, encoding: 'utf8' }),
    ) as string[][];
    should(read[0]).eql(['Graphic', 'Show or rundown', 'In', 'Out', 'Length', 'Who', 'State']);
    return read.slice(1);
  }

  it('has one row for each time that a graphic was on air', () => {
    write([
      play('18:00:00', 1),
      play('18:00:10', 2),
      record('18:00:12', 'nextItemStep', { ...program, itemId: 2 }),
      play('18:00:15', 3, { target: { ...program, itemId: 3, preview: 1 } }),
      record('18:01:30', 'takeOut', program),
      press('18:02:00', 'In'),
      press('18:02:01', 'in'),
      press('18:02:05', 'out'),
      press('18:02:06', 'Out'),
      record('18:03:00', 'playNext', program),
    ]);
    should(rows()).eql([
      ['Item 1', 'News Show', '2026-11-25 18:00:00', '2026-11-25 18:00:10', '0:00:10', 'Key 1', 'confirmed'],
      ['Item 2', 'News Show', '2026-11-25 18:00:10', '2026-11-25 18:01:30', '0:01:20', 'Key 1', 'confirmed'],
      ['512', '51', '2026-11-25 18:02:00', '2026-11-25 18:02:05', '0:00:05', 'Key 1', 'confirmed'],
      ['next item', '101', '2026-11-25 18:03:00', '', '', 'Key 1', 'on air'],
    ]);
  });

  it('counts only confirmed commands, and marks those with an unknown outcome', () => {
    write([
      play('18:00:00', 1, { outcome: 'refused' }),
      play('18:00:10', 2, { outcome: 'not-sent', code: 'REHEARSAL' }),
      play('18:00:20', 3, { outcome: 'unknown' }),
      record('18:00:30', 'takeOut', program),
      play('18:00:40', 4),
      record('18:00:50', 'takeOut', program, { outcome: 'unknown' }),
      record('18:00:55', 'everythingOut', program, { outcome: 'refused' }),
      record('18:01:00', 'everythingOut', { preview: 0 }),
      press('18:02:00', 'In'),
    ]);
    should(rows().map(([graphic, , , out, , , state]) => [graphic, out?.slice(-8), state])).eql([
      ['Item 3', '18:00:30', 'unknown'],
      ['Item 4', '18:01:00', 'unknown'],
      ['512', '', 'on air'],
    ]);
  });

  it('reads the older files, and takes the graphics between two times, also over midnight', async () => {
    write([play('17:50:00', 1)], 'as-run.jsonl.2');
    write([play('17:59:00', 2), record('18:05:00', 'takeOut', program)], 'as-run.jsonl.1');
    write([play('18:31:00', 3)], undefined, '{"at": "2026-11-25T');
    const names = (...line: string[]) => rows(...line).map(([graphic]) => graphic);
    should(names('--from', '18:00', '--to', '18:30')).eql(['Item 2']);
    should(names('--to', '18:00')).eql(['Item 1', 'Item 2']);
    should(names('--from', '22:00', '--to', '2:00')).eql(['Item 3']);
    const { status, stdout } = await run(['as-run', file(), ...day, '--from', '18:10', '--to', '18:20']);
    should([status, stdout.split('\r\n').length]).eql([1, 2]);
  });

  it('holds no formula, and keeps every text', () => {
    const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a,"b"\nc', 'Zoë ü ☃'];
    write(evil.map((name, index) => play(`18:00:0${index}`, index, { names: { itemId: name } })));
    should(rows().map(([graphic]) => graphic)).eql(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", ...evil.slice(5)]);
  });

  it('refuses a wrong line', async () => {
    write([play('18:00:00', 1)]);
    for (const [line, reason] of [
      [['--from', '25:00'], /--from cannot be "25:00"/],
      [['--to', 'noon'], /--to cannot be "noon"/],
      [['--date', '25.11.2026'], /--date cannot be "25\.11\.2026"/],
      [['--date', '2026-13-01'], /--date cannot be "2026-13-01"/],
      [['other.jsonl'], /at most one/],
      [['--key', 'x'], /--key/],
    ] as const)
      should(await refusalOf(asRun, [file(), ...line])).match(reason);
    should(await refusalOf(asRun, [file('missing')])).match(/missing cannot be read/);
  });
});
