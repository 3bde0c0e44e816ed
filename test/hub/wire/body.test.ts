import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import { answer, HostileHub, writes } from '../../hostile/hub.js';
import { failing } from '../scripted-hub.js';

const KEY = 'rh_very_secret_key';
/** The longest body of a refusal, in characters. */
const LONGEST = 65_536;
const JSON_TYPE = 'application/json';

const typed = (type: string | undefined): Record<string, string> =>
  type === undefined ? {} : { 'Content-Type': type };
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('the body of an answer', () => {
  let hub: HostileHub;
  let client: Client;

  before(async () => {
    hub = await HostileHub.open(() => {});
    client = new Client({ baseUrl: hub.url, headers: { 'X-API-Key': KEY } });
  });
  after(async () => {
    client.close();
    await hub.close();
  });

  const send = (status: number, headers: Record<string, string>, body: string | Buffer) => {
    hub.act = writes(answer(`${status} Odd`, headers, body));
    return client.send({ method: 'POST', path: '/engines', json: undefined }, 5000, {});
  };
  const read = async (type: string | undefined, body: string) => (await send(200, typed(type), body)).body;
  const refusal = (body: string, status = 422, type: string | undefined = JSON_TYPE) =>
    failing(send(status, typed(type), body));

  it('is JSON or text by its type and its first character', async () => {
    for (const [type, text, value] of [
      [`${JSON_TYPE}; charset=utf-8`, '{"a":[1]}', { a: [1] }],
      [JSON_TYPE, '12', 12],
      [JSON_TYPE, '', null],
      ['text/html; charset=utf-8', '{"name":"Übergabe"}', { name: 'Übergabe' }],
      ['text/plain', '\n [{"id":1}]', [{ id: 1 }]],
      ['application/octet-stream', '[]', []],
      [undefined, '{"id":1}', { id: 1 }],
      [undefined, 'OK', 'OK'],
      [undefined, '', null],
      ['text/plain', '[ OK ] 日本語', '[ OK ] 日本語'],
      ['text/plain', '{broken', '{broken'],
      ['text/html', 'OK', 'OK'],
      ['text/plain', '12', '12'],
      ['text/plain', '"quoted"', '"quoted"'],
      // A byte order mark is left out at the start only.
      [JSON_TYPE, '\uFEFF{"a":"\uFEFF"}', { a: '\uFEFF' }],
      ['text/plain', 'a\uFEFF', 'a\uFEFF'],
    ] as const)
      should([type, text, await read(type, text)]).eql([type, text, value]);
  });

  it('has the type of the first of two headers', async () => {
    hub.act = writes(
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n12',
    );
    should((await client.send({ method: 'GET', path: '/engines', json: undefined }, 5000, {})).body).equal('12');
  });

  it('is read in each encoding', async () => {
    const json = '{"a":"ä"}';
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(json)],
      ['x-gzip', gzipSync(json)],
      ['GZIP', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['deflate', deflateRawSync(json)],
      ['br', brotliCompressSync(json)],
      ['identity', Buffer.from(json)],
      ['my-gzip', Buffer.from(json)],
    ] as const)
      should([encoding, (await send(200, { 'Content-Encoding': encoding }, bytes)).body]).eql([encoding, { a: 'ä' }]);
  });

  it('is a page of any type if it begins with <', async () => {
    for (const type of ['text/html', 'text/plain', JSON_TYPE, undefined])
      should(await failing(send(200, typed(type), ' <!doctype html><p>login'))).match({
        code: 'HUB_BAD_ANSWER',
        outcome: 'unknown',
        facts: { cause: 'HTML' },
      });
  });

  for (const type of [JSON_TYPE, 'text/plain', undefined])
    it(`has up to 100 levels, and is unreadable if it has more (${type})`, async () => {
      for (const body of [lists(100), objects(100), `[[],${objects(99)}]`])
        should(JSON.stringify(await read(type, body))).equal(body);
      for (const body of [lists(101), objects(101), `[[],${objects(100)}]`, lists(100_000)])
        should(await failing(send(200, typed(type), body))).match({
          code: 'HUB_BAD_ANSWER',
          outcome: 'unknown',
          facts: { cause: 'levels', levels: 100 },
        });
    });

  it('of a failure gives its reason, in JSON or text of any type', async () => {
    for (const [status, type, body, said, whole] of [
      [401, JSON_TYPE, '{"error":"  why\\n not "}', 'why not', { error: '  why\n not ' }],
      [403, 'text/plain', 'module', 'module', 'module'],
      [409, JSON_TYPE, '', '', null],
      [409, JSON_TYPE, 'null', '', null],
      [409, JSON_TYPE, '{"error":null}', '', { error: null }],
      [409, JSON_TYPE, '{"error":{"a":1}}', '{"a":1}', { error: { a: 1 } }],
      [409, JSON_TYPE, '7', '7', 7],
      [409, undefined, 'a < b', 'a < b', 'a < b'],
      [422, 'text/html', '{"error":"日本語"}', '日本語', { error: '日本語' }],
      [422, 'text/html', 'no such item', 'no such item', 'no such item'],
      [500, 'text/html', '<html>proxy', 'HTML', '<html>proxy'],
      [502, undefined, '<html>proxy', 'HTML', '<html>proxy'],
    ] as const) {
      const { facts, reply } = await refusal(body, status, type ?? '');
      should(facts).eql({ statusCode: status, said });
      should(reply).eql({ statusCode: status, body: whole });
    }
    should(await failing(send(200, typed('text/html'), '{"success":false,"error":"日本語"}'))).match({
      outcome: 'refused',
      facts: { said: '日本語' },
    });
    should((await refusal(objects(101))).reply?.body).equal(objects(101));
  });

  it('of a refusal is parsed up to 65,536 characters, and is a cut text above', async () => {
    const json = (length: number) => JSON.stringify({ error: 'x'.repeat(length - '{"error":""}'.length) });
    should((await refusal(json(LONGEST))).reply?.body).eql(JSON.parse(json(LONGEST)));
    should((await refusal(json(LONGEST + 1))).reply?.body).equal(json(LONGEST + 1).slice(0, LONGEST));
    should((await refusal('y'.repeat(200_000))).reply?.body).equal('y'.repeat(LONGEST));
  });

  it('of a refusal has no part of a secret at its cut', async () => {
    for (const before of [LONGEST - 1, LONGEST - 10, LONGEST - KEY.length]) {
      const { reply } = await refusal(`${'.'.repeat(before)}${KEY}${'.'.repeat(9000)}`);
      should(reply?.body)
        .be.a.String()
        .and.match(/^\.+•+\.*$/);
      should(String(reply?.body).length).be.belowOrEqual(LONGEST);
    }
  });

  it('of a refusal is a reason of at most 201 characters in the error', async () => {
    const { said } = (await refusal(JSON.stringify({ error: `no\n such   item ${'x'.repeat(400)}` }))).facts;
    should(said).match(/^no such item x+…$/);
    should(String(said).length).be.within(200, 202);
    should((await refusal(JSON.stringify({ error: 'x'.repeat(200) }))).facts.said).equal('x'.repeat(200));
  });
});
