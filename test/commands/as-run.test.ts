import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { asRun } from '../../dist/commands/as-run.js';
import { refusalOf, run, runHere } from './command-line.js';

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

/** Python's reader of CSV, which is strict. */
const READ_CSV = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode('utf-8-sig')
print(json.dumps(list(csv.reader(io.StringIO(text, newline=''), strict=True))))
`;

const HEADING = ['Graphic', 'Show or rundown', 'Date', 'In', 'Out', 'Length', 'Who', 'State', 'UTC offset'];

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

  const table = async (...line: string[]): Promise<string> => (await runHere(asRun, [file(), ...day, ...line])).stdout;

  /** The rows that Python's reader of CSV finds in a table, without the heading. */
  function rowsOf(input: string): string[][] {
    should(input).startWith('\ufeff');
    const read = JSON.parse(execFileSync('python3', ['-c', READ_CSV], { input, encoding: 'utf8' })) as string[][];
    should(read[0]).eql(HEADING);
    return read.slice(1);
  }

  /** The rows without the UTC offset, which depends on the computer. */
  const rows = async (...line: string[]) => rowsOf(await table(...line)).map((cells) => cells.slice(0, -1));

  it('has one row for each time that a graphic was on air', async () => {
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
      play('19:00:00', 4),
      record('20:01:05', 'takeOut', program),
    ]);
    should(await rows()).eql([
      ['Item 1', 'News Show', '2026-11-25', '18:00:00', '18:00:10', '0:00:10', 'Key 1', 'confirmed'],
      ['Item 2', 'News Show', '2026-11-25', '18:00:10', '18:01:30', '0:01:20', 'Key 1', 'confirmed'],
      ['512', '51', '2026-11-25', '18:02:00', '18:02:05', '0:00:05', 'Key 1', 'confirmed'],
      ['next item', '101', '2026-11-25', '18:03:00', '19:00:00', '0:57:00', 'Key 1', 'confirmed'],
      ['Item 4', 'News Show', '2026-11-25', '19:00:00', '20:01:05', '1:01:05', 'Key 1', 'confirmed'],
    ]);
  });

  /** The states of rundown 7 of a show, as its polls have read them. `undefined`: not read. */
  const states = (time: string, items: readonly [number, string][] | undefined, more: object = {}) => ({
    at: new Date(`2026-11-25T${time}`).toISOString(),
    target: { engineId: '101', rundownId: '7' },
    names: { engineId: 'News Show' },
    onAir: items?.map(([id, name]) => ({ id: String(id), name })) ?? null,
    ...more,
  });
  const FIRST = { first: true };
  const BUG: [number, string][] = [[1, 'Bug']];
  const SCORE: [number, string][] = [[4, 'Score']];

  /** Graphic, in, out, who and state of each row. */
  const mainCells = async () =>
    (await rows()).map(([graphic, , , start, end, , who, state]) => [graphic, start, end, who, state]);

  it('follows the states that are read: also of graphics that others played', async () => {
    write([
      states('18:00:00', [], FIRST),
      // Others.
      states('18:00:10', [[1, 'Bug']]),
      states('18:00:20', []),
      // A node. The state follows the command, and the graphic on air beside it stays.
      states('18:01:00', [[1, 'Bug']]),
      play('18:01:10', 2),
      states('18:01:11', [...BUG, [2, 'Title']]),
      record('18:01:20', 'takeItemOut', { ...program, itemId: 2 }),
      states('18:01:21', [[1, 'Bug']]),
      states('18:01:40', []),
      // The state is read before the answer to the command.
      states('18:02:00.050', [[3, 'Lower']]),
      play('18:02:00', 3),
      // The next item gets its name from the state.
      record('18:02:10', 'playNext', program),
      states('18:02:11', [[4, 'Score']]),
      // A second play of the graphic on air changes nothing. The states disprove the unknown out.
      play('18:02:30', 4),
      record('18:02:40', 'takeOut', program, { outcome: 'unknown' }),
      states('18:03:00', []),
      // A command with an unknown outcome is confirmed by the state.
      play('18:04:00', 5, { outcome: 'unknown' }),
      states('18:04:01', [[5, 'Map']]),
      // A second play of a graphic that others have shown for some time.
      states('18:05:00', [[6, 'Clock']]),
      play('18:05:10', 6),
      states('18:05:20', []),
    ]);
    should(await mainCells()).eql([
      ['Bug', '18:00:10', '18:00:20', 'others', 'confirmed'],
      ['Bug', '18:01:00', '18:01:40', 'others', 'confirmed'],
      ['Title', '18:01:10', '18:01:20', 'Key 1', 'confirmed'],
      ['Lower', '18:02:00', '18:02:10', 'Key 1', 'confirmed'],
      ['Score', '18:02:10', '18:03:00', 'Key 1', 'confirmed'],
      ['Map', '18:04:00', '18:05:00', 'Key 1', 'confirmed'],
      ['Clock', '18:05:00', '18:05:20', 'others', 'confirmed'],
    ]);
  });

  it('marks the times in which nobody read the states', async () => {
    write([
      // On air before the first read.
      states('18:00:00', [[1, 'Bug']], FIRST),
      states('18:00:30', []),
      // A deploy is a short pause.
      states('18:01:00', [[2, 'Title']]),
      states('18:01:10', undefined),
      states('18:01:15', [[2, 'Title']], FIRST),
      states('18:01:20', []),
      // The hub is away.
      states('18:02:00', [[3, 'Lower'], ...SCORE]),
      states('18:02:10', undefined),
      states('18:03:00', [...SCORE, [5, 'Map']], FIRST),
      states('18:03:10', []),
      // Node-RED was killed, so no line shows the end of the reads.
      states('18:04:00', [[6, 'Clock']]),
      states('18:04:05', [[6, 'Clock']], FIRST),
      states('18:04:10', []),
      // The hub confirms a command, but no state shows the graphic.
      play('18:05:00', 7),
      record('18:05:10', 'takeOut', program),
      // The hub reports a word that is not described.
      states('18:06:00', [[8, 'Logo']]),
      { ...states('18:06:05', []), onAir: [{ id: '8', name: 'Logo', isUnknown: true }] },
      states('18:06:10', [[9, 'End']]),
      states('18:06:20', undefined),
    ]);
    should(await mainCells()).eql([
      ['Bug', '18:00:00', '18:00:30', 'others', 'unknown'],
      ['Title', '18:01:00', '18:01:20', 'others', 'confirmed'],
      ['Lower', '18:02:00', '18:03:00', 'others', 'unknown'],
      ['Score', '18:02:00', '18:03:10', 'others', 'unknown'],
      ['Map', '18:03:00', '18:03:10', 'others', 'unknown'],
      ['Clock', '18:04:00', '18:04:10', 'others', 'unknown'],
      ['Item 7', '18:05:00', '18:05:10', 'Key 1', 'unknown'],
      ['Logo', '18:06:00', '18:06:10', 'others', 'unknown'],
      ['End', '18:06:10', '', 'others', 'unknown'],
    ]);
  });

  it('counts only confirmed commands, and marks those with an unknown outcome', async () => {
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
    should((await rows()).map(([graphic, , , , out, , , state]) => [graphic, out, state])).eql([
      ['Item 3', '18:00:30', 'unknown'],
      ['Item 4', '18:01:00', 'unknown'],
      ['512', '', 'on air'],
    ]);
  });

  it('reads the older files, and takes the graphics between two times, also over midnight', async () => {
    write([play('17:50:00', 1)], 'as-run.jsonl.2');
    write([play('17:59:00', 2), record('18:05:00', 'takeOut', program)], 'as-run.jsonl.1');
    write([play('18:31:00', 3)], undefined, '{"at": "2026-11-25T');
    const names = async (...line: string[]) => (await rows(...line)).map(([graphic]) => graphic);
    should(await names('--from', '18:00', '--to', '18:30')).eql(['Item 2']);
    should(await names('--to', '18:00')).eql(['Item 1', 'Item 2']);
    should(await names('--from', '22:00', '--to', '2:00')).eql(['Item 3']);
    const { status, stdout } = await run(['as-run', file(), ...day, '--from', '18:10', '--to', '18:20']);
    should([status, stdout.split('\r\n').length]).eql([1, 2]);
  });

  /** A playout item that was on air for some minutes, from a time in UTC. */
  const shown = (time: string, name: string, minutes: number) => {
    const at = Date.parse(time) - 100;
    const fields = { ...press('18:00', 'In'), names: { itemId: name } };
    const target = { ...fields.target, itemId: name };
    return [
      { ...fields, target, at: new Date(at).toISOString() },
      { ...fields, target: { ...target, buttonKey: 'out' }, at: new Date(at + minutes * 60_000).toISOString() },
    ];
  };

  /** Graphic, date, in, out and UTC offset of each row, of a computer in another place. */
  const rowsIn = async (TZ: string, ...line: string[]) => {
    const { stdout } = await run(['as-run', file(), ...line], { TZ });
    // The reader of the output has taken the mark of UTF-8 away.
    return rowsOf(`\ufeff${stdout}`).map(([graphic, , date, start, end, , , , offset]) => [
      graphic,
      date,
      start,
      end,
      offset,
    ]);
  };

  it('takes the graphics until 24:00, the end of the day', async () => {
    write([...shown('2026-11-25T22:50Z', 'Übergabe', 5), ...shown('2026-11-25T23:10Z', '翌日', 5)]);
    const evening = [['Übergabe', '2026-11-25', '23:50:00', '23:55:00', 'UTC+01:00']];
    for (const line of [['--from', '18:00', '--to', '24:00'], ['--to', '24:00:00'], []])
      should(await rowsIn('Europe/Berlin', ...day, ...line)).eql(evening);
    should((await rowsIn('Europe/Berlin', ...day, '--from', '18:00', '--to', '0:30')).length).equal(2);
  });

  it('finds both hours of the night in which clocks go back, each with its offset', async () => {
    for (const [zone, date, from, to, ...graphics] of [
      [
        ...(['Europe/Berlin', '2026-10-25', '2:30', '2:45'] as const),
        '2026-10-25T00:25Z Übergabe 10 02:25:00 02:35:00 UTC+02:00',
        '2026-10-25T00:50Z 両方 20 02:50:00 02:10:00 UTC+02:00',
        '2026-10-25T01:35Z Wetter 5 02:35:00 02:40:00 UTC+01:00',
      ],
      [
        ...(['Australia/Lord_Howe', '2026-04-05', '1:45', '1:50'] as const),
        '2026-04-04T14:46Z Übergabe 2 01:46:00 01:48:00 UTC+11:00',
        '2026-04-04T15:16Z Wetter 2 01:46:00 01:48:00 UTC+10:30',
      ],
      [
        ...(['America/Santiago', '2026-04-04', '23:00', '24:00'] as const),
        '2026-04-05T02:10Z Übergabe 5 23:10:00 23:15:00 UTC-03:00',
        '2026-04-05T03:10Z Wetter 5 23:10:00 23:15:00 UTC-04:00',
      ],
    ] as const) {
      // The night has 25 hours, and these two are just outside.
      const around = [...shown('2026-04-04T14:40Z', '前', 1), ...shown('2026-10-25T01:46Z', '後', 1)];
      const each = graphics.map((graphic) => graphic.split(' '));
      write([...around, ...each.flatMap(([at = '', name = '', minutes]) => shown(at, name, Number(minutes)))]);
      const expected = each.map(([, name, , start, end, offset]) => [name, date, start, end, offset]);
      should(await rowsIn(zone, '--date', date, '--from', from, '--to', to)).eql(expected);
    }
  });

  it('has the whole day in which clocks change, and no more', async () => {
    // In Cairo, the day begins at 1:00.
    for (const [zone, date, ...times] of [
      'Europe/Berlin 2026-10-25 2026-10-24T21:50Z 2026-10-24T22:10Z 2026-10-25T22:50Z 2026-10-25T23:10Z'.split(' '),
      'Europe/Berlin 2026-03-29 2026-03-28T22:50Z 2026-03-28T23:10Z 2026-03-29T21:50Z 2026-03-29T22:10Z'.split(' '),
      'Africa/Cairo 2026-04-24 2026-04-23T21:50Z 2026-04-23T22:10Z 2026-04-24T20:50Z 2026-04-24T21:10Z'.split(' '),
    ] as [string, string, ...string[]][]) {
      write(times.flatMap((at, index) => shown(at, `Ä ${index}`, 5)));
      const names = async (...line: string[]) => (await rowsIn(zone, '--date', date, ...line)).map(([name]) => name);
      should(await names()).eql(['Ä 1', 'Ä 2']);
      should(await names('--to', '24:00')).eql(['Ä 1', 'Ä 2']);
    }
  });

  it('takes a time that clocks skip as the moment at which they go forward', async () => {
    write([
      ...shown('2026-03-29T00:50Z', 'Übergabe', 5),
      ...shown('2026-03-29T01:05Z', 'Wetter', 5),
      ...shown('2026-03-29T01:20Z', '後', 5),
    ]);
    const names = async (...line: string[]) =>
      (await rowsIn('Europe/Berlin', '--date', '2026-03-29', ...line)).map(([name]) => name);
    should(await names('--from', '1:45', '--to', '2:30')).eql(['Übergabe']);
    should(await names('--from', '2:30', '--to', '3:15')).eql(['Wetter']);
    should(await names('--from', '2:15', '--to', '2:45:30')).eql([]);
    // After midnight, on the next day.
    write([...shown('2026-10-25T01:35Z', 'Wetter', 5)]);
    should(await rowsIn('Europe/Berlin', '--date', '2026-10-24', '--from', '23:00', '--to', '2:40')).eql([
      ['Wetter', '2026-10-25', '02:35:00', '02:40:00', 'UTC+01:00'],
    ]);
  });

  it('holds no formula, and keeps every text, also one that a spreadsheet would read as a number or a date', async () => {
    const changed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '2:1', '1/2', '007', '1e5'];
    const kept = ['a,"b"\nc', 'Zoë ü ☃', '12', 'Score 2:1'];
    write([...changed, ...kept].map((name, index) => play(`18:00:${10 + index}`, index, { names: { itemId: name } })));
    should((await rows()).map(([graphic]) => graphic)).eql([...changed.map((name) => `'${name}`), ...kept]);
  });

  it('refuses a wrong line', async () => {
    write([play('18:00:00', 1)]);
    for (const [line, reason] of [
      [['--from', '25:00'], /--from cannot be "25:00"/],
      [['--from', '24:00'], /--from cannot be "24:00"/],
      [['--to', '24:01'], /--to cannot be "24:01"/],
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
