import fc from 'fast-check';
import should from 'should';
import type { CommandRecord } from '../../../dist/hub/records/as-run.js';
import { Journal } from '../../../dist/hub/records/journal.js';
import { LastMinute } from '../../../dist/hub/records/last-minute.js';
import { shortJson } from '../../../dist/hub/records/short-json.js';
import { findOperation } from '../../../dist/hub/table/operations.js';

describe('the short text of a value', () => {
  it('is its JSON, as far as it fits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 200 }), (value, most) => {
        // Negative zero is 0 in JSON.
        const json = JSON.stringify(value);
        const whole = JSON.stringify(JSON.parse(json));
        const text = shortJson(JSON.parse(json), most);
        if (whole.length <= most) should(text).equal(whole);
        else should(text).equal(`${Buffer.from(whole.slice(0, most)).toString()}…`);
      }),
    );
  });

  it('reads nothing beyond that', () => {
    let looked = 0;
    const row = Object.defineProperty({}, 'x', { enumerable: true, get: () => ++looked });
    should(shortJson(Array(100_000).fill(row), 40)).equal('[{"x":1},{"x":2},{"x":3},{"x":4},{"x":5}…');
    should(looked).be.below(8);
  });

  it('is possible for missing values', () => {
    should([undefined, null].map((value) => shortJson(value, 9))).eql(['undefined', 'null']);
  });
});

describe('a journal', () => {
  const ended = (params: object): CommandRecord => ({
    at: 1,
    owner: {},
    command: findOperation('setProperty')!,
    params: { ...params },
    outcome: 'done',
    elapsed: 1,
  });

  it('contains no part of a secret at any cut', () => {
    const secret = fc.stringMatching(/^[A-Z0-9]{12,40}$/);
    // Without characters of the secret, so that every rest of one is found.
    const around = fc.array(fc.constantFrom('-', 'secret'), { maxLength: 300, size: 'max' });
    fc.assert(
      fc.property(secret, around, fc.boolean(), (key, parts, isText) => {
        const journal = new Journal();
        journal.addSecrets({ headers: { 'X-Key': key } });
        const text = parts.map((part) => (part === 'secret' ? key : part)).join('-');
        journal.add(ended({ nodePath: text, Value: isText ? text : [text] }), 'node');
        const [row] = journal.rowsAfter(0);
        should(row).be.ok();
        for (const text of [row?.value ?? '', row?.target.nodePath ?? '']) {
          should(text).not.match(/[A-Z0-9]/);
          should(text.length).be.belowOrEqual(161);
        }
      }),
    );
  });

  it('keeps nothing that a flow may still change', () => {
    const journal = new Journal();
    const Value = { x: 1 };
    journal.add(ended({ Value }), 'node');
    Value.x = 2;
    should(journal.rowsAfter(0).map(({ value }) => value)).eql(['{"x":1}']);
  });

  it('contains no secret that was changed since', () => {
    const journal = new Journal();
    journal.addSecrets({ headers: { 'X-Key': 'first_secret_key' } });
    journal.add(ended({ Value: 'first_secret_key' }), 'node');
    journal.addSecrets({ headers: { 'X-Key': 'other' }, secrets: ['second_secret_key'] });
    journal.add(ended({ Value: 'second_secret_key' }), 'node');
    should(journal.rowsAfter(0).map(({ value }) => value)).eql(['•••', '•••']);
  });
});

describe('the number of failures within the last minute', () => {
  it('is counted to the second, and decreases', () => {
    const failed = new LastMinute();
    for (const at of [0, 500, 1000, 59_999]) failed.add(at);
    should([59_999, 60_000, 61_000, 119_000, 120_000].map((now) => failed.count(now))).eql([4, 2, 1, 0, 0]);
    failed.add(200_000);
    should(failed.count(200_000)).equal(1);
  });
});
