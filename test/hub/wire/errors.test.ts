import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import { badInput, HubError, withTexts } from '../../../dist/hub/wire/errors.js';

describe('the error for a wrong value', () => {
  const shown = (value: unknown) => (badInput('x', value, { key: 'number' }).facts as { value: string }).value;

  it('shows each kind of value as a short text', () => {
    const thrower = {
      toJSON() {
        throw new Error('no');
      },
    };
    for (const [value, text] of [
      ['a', '"a"'],
      [1.5, '1.5'],
      [null, 'null'],
      [undefined, 'undefined'],
      [true, 'true'],
      [1n, '1'],
      [() => 1, '[function]'],
      [[1, 'a'], '[1,"a"]'],
      [{ a: 1 }, '{"a":1}'],
      [new Map(), '[object Map]'],
      [new Date(0), '[object Date]'],
      [{ toJSON: () => undefined }, '[object Object]'],
      [thrower, '[object]'],
      ['x'.repeat(100), `"${'x'.repeat(79)}…`],
    ] as const)
      should(shown(value)).equal(text);
  });

  it('has the field and the allowed values, for scripts as one line', () => {
    const error = badInput('Value', 'a', { key: 'number', minimum: 0 });
    should(error.facts).eql({ field: 'Value', value: '"a"', allowed: { key: 'number', minimum: 0 } });
    should(error.message).equal(String.raw`BAD_INPUT field="Value" value="\"a\"" allowed={"key":"number","minimum":0}`);
    should(error.name).equal('HubError');
  });
});

describe('a failure', () => {
  it('has other texts in its facts, and its other facts as they are', () => {
    const error = new HubError('HUB_AUTH', { statusCode: 401, said: 'no' });
    should(withTexts(error, (text) => text.toUpperCase())).eql({
      code: 'HUB_AUTH',
      outcome: 'refused',
      facts: { statusCode: 401, said: 'NO' },
    });
  });

  it('has its place, its facts and its answer, also with another outcome', () => {
    const reply = { statusCode: 422, body: 'no' };
    const error = new HubError('HUB_REJECTED', { statusCode: 422 }, { reply });
    should(error.before('listItems', { rundownId: 1 })).match({
      code: 'HUB_REJECTED',
      outcome: 'not-sent',
      facts: { statusCode: 422, lookUp: 'listItems', lookUpOf: ['rundownId'] },
      reply,
    });
    should(error.with({ entry: 3 })).match({ outcome: 'refused', facts: { statusCode: 422, entry: 3 }, reply });
  });
});

describe('the failure of an entry in a batch', () => {
  const client = new Client({ baseUrl: 'http://hub', headers: { 'X-API-Key': 'rh_very_secret_key' } });
  after(() => client.close());

  it('has the status and the body of its entry, without secrets', () => {
    should(client.failure(422, { error: 'bad rh_very_secret_key' })).match({
      code: 'HUB_REJECTED',
      outcome: 'refused',
      facts: { statusCode: 422, said: 'bad •••' },
      reply: { statusCode: 422, body: { error: 'bad •••' } },
    });
    should(client.failure(404, undefined)).match({
      code: 'HUB_NOT_FOUND',
      facts: { said: '' },
      reply: { statusCode: 404, body: null },
    });
    should(client.failure(302, null)).match({ code: 'HUB_REJECTED', facts: { location: '' } });
    should(client.failure(0, null)).match({ code: 'HUB_BAD_ANSWER', facts: { cause: 'status 0' } });
  });

  it('has a body of up to 65,536 characters', () => {
    const longest = 'x'.repeat(65_534);
    should(client.failure(500, longest).reply?.body).equal(longest);
    should(client.failure(500, `${longest}x`)).match({ facts: { said: '' }, reply: { body: null } });
  });
});

describe('the settings of a connection', () => {
  const refused = (baseUrl: string, headers = {}) => {
    try {
      new Client({ baseUrl, headers }).close();
    } catch (error) {
      return (error as HubError).facts;
    }
    return undefined;
  };

  it('are refused with the field and its rule, and without a user', () => {
    should(refused('ftp://anna:secret@hub')).eql({
      field: 'baseUrl',
      value: '"ftp://…@hub"',
      allowed: { key: 'baseUrl' },
    });
    should(refused('http://hub', { 'X Key': 'a' })).eql({
      field: 'headers',
      value: '"X Key"',
      allowed: { key: 'headerName' },
    });
    should(refused('http://hub', { 'X-Key': 'a\nb' })).eql({
      field: 'X-Key',
      value: '"…"',
      allowed: { key: 'headerValue' },
    });
  });

  it('can have the path of the version in the middle of their address', () => {
    should(refused('http://hub/api/rest/v1/proxy')).be.undefined();
  });
});

describe('the facts of a failure', () => {
  it('are those of its code, otherwise they do not compile', () => {
    const late = new HubError('HUB_TIMEOUT', { timeout: 5000 });
    should(late.is('HUB_TIMEOUT') && 'timeout' in late.facts && late.facts.timeout).equal(5000);
    should(late.is('HUB_AUTH')).be.false();
    // @ts-expect-error A timeout has no status.
    new HubError('HUB_TIMEOUT', { statusCode: 500 });
    // @ts-expect-error A wrong value has the allowed values.
    new HubError('BAD_INPUT', { field: 'Duration', value: '-1' });
    // @ts-expect-error The code is misspelled.
    new HubError('HUB_TIMEDOUT', { timeout: 5000 });
    // @ts-expect-error Rehearsal is an outcome, not a failure.
    new HubError('REHEARSAL');
    // @ts-expect-error Not every failure has a field.
    should(late.facts.field).be.undefined();
  });
});
