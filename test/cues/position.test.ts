import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { sortCues } from '../../dist/cues/list.js';
import { type Position, PositionFile, restoredState, unreadState } from '../../dist/cues/position.js';
import { StoredError } from '../../dist/stored/stored-error.js';

const AT_20: Position = { standby: '20', after: null, running: [], hold: null };
const HELD: Position = {
  standby: '20',
  after: null,
  running: ['10.5'],
  hold: { number: '10', name: 'Übergabe 日本語 🎬', part: 'timeOut', step: 1, outcome: 'refused', reason: 'step' },
};

describe('the file of a position', () => {
  let folder: string;
  let path: string;
  let file: PositionFile;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hub-position-'));
    path = join(folder, 'cues', 'Show.position');
    file = new PositionFile(path);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has the last position in one line, also a shorter one after a longer one', () => {
    should(file.read()).equal(undefined);
    file.write(HELD);
    should(file.read()).eql(HELD);
    file.write(AT_20);
    should(file.read()).eql(AT_20);
    should(readFileSync(path, 'utf8')).equal(`${JSON.stringify(AT_20)}\n`);
    should(statSync(path).mode & 0o777).equal(0o600);
  });

  it('has the last position of two processes, also if one of them repeats its own', () => {
    const other = new PositionFile(path);
    for (const [writer, position] of [
      [file, HELD],
      [other, AT_20],
      [other, HELD],
      [file, AT_20],
      [other, AT_20],
      [file, HELD],
      [other, AT_20],
      [file, HELD],
    ] as const) {
      writer.write(position);
      should(new PositionFile(path).read()).eql(position);
    }
  });

  it('is its first line, since a kill can leave the rest of a longer one behind it', () => {
    file.write(HELD);
    const rest = readFileSync(path).subarray(JSON.stringify(AT_20).length + 1);
    writeFileSync(path, `${JSON.stringify(AT_20)}\n${rest}`);
    should(file.read()).eql(AT_20);
  });

  it('is not written again with the same position', () => {
    file.write(AT_20);
    const before = statSync(path, { bigint: true }).mtimeNs;
    file.write({ ...AT_20 });
    should(statSync(path, { bigint: true }).mtimeNs).equal(before);
  });

  it('is an error of the disk if it is a folder', () => {
    mkdirSync(path, { recursive: true });
    should(() => file.read()).throw(StoredError, { problem: 'disk' });
    should(() => file.write(AT_20)).throw(StoredError, { problem: 'disk' });
  });

  it('is an error if it is broken, or holds something else', () => {
    file.write(AT_20);
    const hold = HELD.hold as object;
    for (const text of [
      '',
      '\n',
      '{"standby":"20"',
      'null',
      '[]',
      JSON.stringify({ ...AT_20, standby: 20 }),
      JSON.stringify({ ...AT_20, standby: '020' }),
      JSON.stringify({ ...AT_20, after: 'end' }),
      JSON.stringify({ ...AT_20, running: {} }),
      JSON.stringify({ ...AT_20, running: null }),
      JSON.stringify({ ...AT_20, running: [null] }),
      JSON.stringify({ ...AT_20, running: ['020'] }),
      JSON.stringify({ standby: '20', running: [], hold: null }),
      JSON.stringify({ ...AT_20, hold: undefined }),
      JSON.stringify({ ...AT_20, hold: 'unknown' }),
      JSON.stringify({ ...AT_20, hold: { ...hold, number: 'x' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, number: null } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, name: 7 } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, part: 'step' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, outcome: 'done' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, reason: 'because' } }),
    ]) {
      writeFileSync(path, text);
      should(() => file.read()).throw(StoredError, { problem: 'position' });
    }
    for (const part of ['steps', 'timeOut'])
      for (const outcome of ['refused', 'not-sent', 'unknown'])
        for (const reason of ['step', 'late', 'restarted', 'deployed', 'rehearsal', 'unread']) {
          const position = { ...AT_20, hold: { ...hold, part, outcome, reason } };
          writeFileSync(path, JSON.stringify(position));
          should(file.read()).eql(position);
        }
  });
});

describe('the state after a restart', () => {
  const list = sortCues(['10', '20', '30'].map((number) => [number, { name: `cue ${number}`, note: '', steps: [] }]));

  it('has the name and the outcome of the cue that was not answered, before an earlier failure', () => {
    const { hold, results } = restoredState(list, { ...HELD, running: ['10'] });
    should(hold).eql({ number: '10', name: 'cue 10', part: 'steps', outcome: 'unknown', reason: 'restarted' });
    should([...results]).eql([['10', 'unknown']]);
    should(restoredState(list, { ...AT_20, running: ['15'] }).hold).match({ number: '15', name: '' });
  });

  it('has the result of a cue whose follow-on was dropped', () => {
    const { step: _, ...late } = HELD.hold!;
    const hold = { ...late, outcome: 'not-sent', reason: 'late' } as const;
    should([...restoredState(list, { ...AT_20, hold }).results]).eql([['10', 'done']]);
  });

  it('holds on the first cue if its position cannot be read, unless the list is empty', () => {
    const { standby, hold, isRestarted } = unreadState(list);
    should(standby).equal('10');
    should(hold).eql({ number: '10', name: 'cue 10', part: 'steps', outcome: 'unknown', reason: 'unread' });
    should(isRestarted).be.false();
    should(unreadState(new Map()).hold).equal(undefined);
  });

  it('has an earlier failure', () => {
    const { hold, results, standby } = restoredState(list, { ...HELD, running: [] });
    should(hold).eql(HELD.hold);
    should([...results]).eql([['10', 'failed']]);
    should(standby).equal('20');
    should(restoredState(list, AT_20).results.size).equal(0);
  });

  it('is at the end, if all following cues were deleted', () => {
    const deleted = restoredState(list, { ...AT_20, standby: '40' });
    should([deleted.standby, deleted.after]).eql([undefined, '40']);
    const ended = restoredState(list, { ...AT_20, standby: null, after: '30' });
    should([ended.standby, ended.after]).eql([undefined, '30']);
    const added = restoredState(list, { ...AT_20, standby: null, after: '20' });
    should([added.standby, added.after]).eql(['30', undefined]);
    should(restoredState(list, { ...AT_20, standby: null }).standby).equal('10');
  });
});
