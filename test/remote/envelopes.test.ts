import should from 'should';
import type { Fields } from '../../dist/base/values.js';
import {
  type Command,
  isOtherVersion,
  readAnswer,
  readCommand,
  readHeartbeat,
  readState,
  seal,
  sealState,
  senderOf,
} from '../../dist/remote/envelopes.js';

const RUN = 'host-run';
const DIGESTS: readonly string[] = Array(32).fill('da39a3ee');

/** The fields with one of them replaced, once for each wrong value. */
const withWrong = (fields: Fields, wrong: Readonly<Record<string, readonly unknown[]>>): Fields[] =>
  Object.entries(wrong).flatMap(([name, values]) => values.map((value) => ({ ...fields, [name]: value })));

const VERSIONS = [undefined, 0, 2, '1'];
const IDS = [undefined, 12345678, ['12345678'], 'a'.repeat(7), 'a'.repeat(65), 'host run', ' host-run', 'host-run '];
const TIMES = [undefined, '5', Number.NaN, Number.POSITIVE_INFINITY];
const COUNTS = [undefined, '5', -1, 0.5];

describe('a heartbeat', () => {
  const beat: Fields = { version: 1, run: RUN, at: 5, steady: 6, digests: DIGESTS };

  it('has the run, both clocks and the digests', () => {
    should(readHeartbeat(beat)).eql({ run: RUN, at: 5, steady: 6, digests: DIGESTS });
    should(JSON.parse(seal({ run: RUN, at: 5, steady: 6, digests: DIGESTS }))).eql(beat);
  });

  it('is not read with a wrong field', () => {
    for (const fields of withWrong(beat, {
      version: VERSIONS,
      run: IDS,
      at: TIMES,
      steady: TIMES,
      digests: [
        undefined,
        DIGESTS.slice(1),
        [...DIGESTS, 'da39a3ee'],
        { length: 32 },
        ...['da39a3e', 'da39a3eee', 'xda39a3ee', 'da39a3eg'].map((digest) => [...DIGESTS.slice(1), digest]),
      ],
    }))
      should(readHeartbeat(fields)).be.undefined();
  });

  it('comes from another version if it has an id and another number', () => {
    for (const other of [{ version: 2 }, { version: 0 }]) should(isOtherVersion({ ...beat, ...other })).be.true();
    for (const same of [{}, { version: '2' }, { version: -1 }, { version: 2, run: 'x' }])
      should(isOtherVersion({ ...beat, ...same })).be.false();
  });
});

describe('a state of a host', () => {
  it('has its message in the field `message`', () => {
    const update = { run: RUN, serial: 0, message: { payload: 'program' } };
    const sealed = { version: 1, run: RUN, serial: 0, message: { payload: 'program' } };
    should(JSON.parse(sealState(update))).eql(sealed);
    should(readState(sealed)).eql(update);
    for (const fields of withWrong(sealed, {
      version: VERSIONS,
      run: IDS,
      serial: COUNTS,
      message: [undefined, [], 'x'],
    }))
      should(readState(fields)).be.undefined();
  });
});

describe('a command of a panel', () => {
  const command: Command = {
    id: 'command-1',
    from: 'panel-run',
    to: RUN,
    steady: 5,
    life: 60_000,
    msg: { payload: 1 },
  };
  const fields: Fields = { version: 1, ...command };

  it('has its times and its message', () => {
    should(JSON.parse(seal(command))).eql(fields);
    should(readCommand(fields)).eql(command);
    should(readCommand({ ...fields, life: 0.5, other: 1 })).eql({ ...command, life: 0.5 });
    should(readCommand({ ...fields, copy: true })).eql({ ...command, copy: true });
    for (const copy of ['true', 1, false, null, {}]) should(readCommand({ ...fields, copy })).eql(command);
  });

  it('is not read with a wrong field, but its sender is', () => {
    for (const wrong of withWrong(fields, {
      version: VERSIONS,
      id: IDS,
      from: IDS,
      to: IDS,
      steady: TIMES,
      life: [...TIMES, 0, -1, 60_001],
      msg: [undefined, [], 'x'],
    }))
      should(readCommand(wrong)).be.undefined();
    should(senderOf({ ...fields, msg: 5 })).eql({ id: 'command-1', from: 'panel-run' });
    for (const wrong of withWrong(fields, { id: IDS, from: IDS })) should(senderOf(wrong)).be.undefined();
  });
});

describe('the answer to a command', () => {
  const answer: Fields = { version: 1, id: 'command-1', outcome: 'refused' };
  const facts = { code: 'HUB_NOT_FOUND', reason: 'expired', sentence: 'x'.repeat(2000), statusCode: 404 };
  const result = { payload: null, hub: { operation: 'playItem' } };

  it('has the outcome, and the facts that the host knows', () => {
    for (const outcome of ['done', 'none', 'not-sent', 'refused', 'unknown'])
      should(readAnswer({ ...answer, outcome })).eql({ id: 'command-1', outcome });
    const full = { id: 'command-1', outcome: 'refused', ...facts, ...result };
    should(readAnswer({ version: 1, ...full, other: 1 })).eql(full);
  });

  it('is not read with a wrong field', () => {
    for (const wrong of withWrong(answer, { version: VERSIONS, id: IDS, outcome: [undefined, '', 'doing', ['done']] }))
      should(readAnswer(wrong)).be.undefined();
  });

  it('is read without wrong facts', () => {
    const texts = [5, ['x'], 'x'.repeat(2001)];
    for (const wrong of withWrong(answer, {
      code: texts,
      reason: texts,
      sentence: texts,
      statusCode: COUNTS,
      payload: [undefined],
      hub: [undefined, 'x', []],
    }))
      should(readAnswer(wrong)).eql({ id: 'command-1', outcome: 'refused' });
  });
});
