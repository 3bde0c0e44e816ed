import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import should from 'should';
import { sortCues } from '../../dist/cues/list.js';
import { type Position, PositionFile, restoredState } from '../../dist/cues/position.js';

const AT_20: Position = { standby: '20', after: null, running: null, hold: null };
const HELD: Position = {
  standby: '20',
  after: null,
  running: '10.5',
  hold: { number: '10', name: 'Anchor', part: 'timeOut', step: 1, outcome: 'refused', reason: 'step' },
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
  afterEach(() => {
    file.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has the last position, also a shorter one after a longer one', () => {
    should(file.read()).equal(undefined);
    file.write(HELD);
    should(file.read()).eql(HELD);
    file.write(AT_20);
    should(file.read()).eql(AT_20);
    should(statSync(path).mode & 0o777).equal(0o600);
  });

  it('covers a longer line of the last run', () => {
    file.write(HELD);
    file.close();
    file.write(AT_20);
    should(new PositionFile(path).read()).eql(AT_20);
  });

  it('is not written again with the same position', () => {
    file.write(AT_20);
    writeFileSync(path, 'other');
    file.write({ ...AT_20 });
    should(readFileSync(path, 'utf8')).equal('other');
    file.write(HELD);
    should(file.read()).eql(HELD);
  });

  it('is not read if it is broken, or holds something else', () => {
    file.write(AT_20);
    const hold = HELD.hold as object;
    for (const text of [
      '',
      '{"standby":"20"',
      'null',
      '[]',
      JSON.stringify({ ...AT_20, standby: 20 }),
      JSON.stringify({ ...AT_20, standby: '020' }),
      JSON.stringify({ ...AT_20, after: 'end' }),
      JSON.stringify({ ...AT_20, running: {} }),
      JSON.stringify({ standby: '20', running: null, hold: null }),
      JSON.stringify({ ...AT_20, hold: undefined }),
      JSON.stringify({ ...AT_20, hold: 'unknown' }),
      JSON.stringify({ ...AT_20, hold: { ...hold, number: 'x' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, name: 7 } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, part: 'step' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, outcome: 'done' } }),
      JSON.stringify({ ...AT_20, hold: { ...hold, reason: 'because' } }),
    ]) {
      writeFileSync(path, text);
      should([text, file.read()]).eql([text, undefined]);
    }
    for (const part of ['steps', 'timeOut'])
      for (const outcome of ['refused', 'not-sent', 'unknown'])
        for (const reason of ['step', 'late', 'restarted', 'rehearsal']) {
          const position = { ...AT_20, hold: { ...hold, part, outcome, reason } };
          writeFileSync(path, JSON.stringify(position));
          should(file.read()).eql(position);
        }
  });
});

describe('the state after a restart', () => {
  const list = sortCues(['10', '20', '30'].map((number) => [number, { name: `cue ${number}`, note: '', steps: [] }]));

  it('has the name and the outcome of the cue that was not answered, before an earlier failure', () => {
    const { hold, results } = restoredState(list, { ...HELD, running: '10' });
    should(hold).eql({ number: '10', name: 'cue 10', part: 'steps', outcome: 'unknown', reason: 'restarted' });
    should([...results]).eql([['10', 'unknown']]);
    should(restoredState(list, { ...AT_20, running: '15' }).hold).match({ number: '15', name: '' });
  });

  it('has an earlier failure', () => {
    const { hold, results, standby } = restoredState(list, { ...HELD, running: null });
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
