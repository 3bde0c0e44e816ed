import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { failing } from '../scripted-hub.js';

/** The content type, the body and its value. */
const successes: [string | undefined, string, unknown][] = [
  ['text/html; charset=utf-8', '{"name":"Übergabe"}', { name: 'Übergabe' }],
  ['text/plain', '{"success":true}', { success: true }],
  ['text/plain', '\n [{"id":1}]', [{ id: 1 }]],
  ['application/octet-stream', '[]', []],
  [undefined, '{"id":1}', { id: 1 }],
  ['text/plain', '[ OK ] 日本語', '[ OK ] 日本語'],
  ['text/plain', '{broken', '{broken'],
  ['text/html', 'OK', 'OK'],
  ['text/plain', '12', '12'],
  ['text/plain', '"quoted"', '"quoted"'],
  ['application/json', '12', 12],
];

describe('the body of an answer', () => {
  let hub: HostileHub;
  let client: Client;
  let status: number;
  let type: string | undefined;
  let body: string;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(status, type ? { 'Content-Type': type } : {}).end(body));
    client = new Client({ baseUrl: hub.url, headers: {} });
  });
  after(async () => {
    client.close();
    await hub.close();
  });

  const send = (method: 'GET' | 'POST', ...answer: [number, string | undefined, string]) => {
    [status, type, body] = answer;
    return client.send({ method, path: '/engines', json: undefined }, 5000, {});
  };

  for (const [contentType, text, value] of successes)
    it(`${JSON.stringify(text)} of type ${contentType} is ${typeof value === 'string' ? 'text' : 'JSON'}`, async () => {
      should((await send('POST', 200, contentType, text)).body).eql(value);
    });

  it('is a page of any type if it begins with <', async () => {
    for (const contentType of ['text/html', 'text/plain', 'application/json', undefined])
      should(await failing(send('POST', 200, contentType, ' <!doctype html><p>login'))).match({
        code: 'HUB_BAD_ANSWER',
        outcome: 'unknown',
        facts: { cause: 'HTML' },
      });
  });

  it('refuses a command and gives the reason in JSON of any type', async () => {
    should(await failing(send('POST', 200, 'text/html', '{"success":false,"error":"日本語"}'))).match({
      outcome: 'refused',
      facts: { said: '日本語' },
    });
    should(await failing(send('POST', 422, 'text/html', '{"error":"no"}'))).match({ facts: { said: 'no' } });
    should(await failing(send('POST', 422, 'text/html', 'no such item'))).match({ facts: { said: 'no such item' } });
    should(await failing(send('POST', 502, 'text/plain', '<html>proxy'))).match({ facts: { said: 'HTML' } });
  });
});
