import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { failing } from '../scripted-hub.js';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('the answer of a hub with nested values', () => {
  let hub: HostileHub;
  let client: Client;
  let answer: { status: number; type: string | undefined; body: string };

  before(async () => {
    hub = await hostileHub((_, response) => {
      response.writeHead(answer.status, answer.type ? { 'Content-Type': answer.type } : {}).end(answer.body);
    });
    client = new Client({ baseUrl: hub.url, headers: {} });
  });

  after(async () => {
    client.close();
    await hub.close();
  });

  const send = (body: string, type?: string, status = 200) => {
    answer = { status, type, body };
    return client.send({ method: 'GET', path: '/engines', json: undefined }, 5000, {});
  };

  for (const type of ['application/json', 'text/plain', undefined]) {
    it(`has up to 100 levels (${type})`, async () => {
      for (const body of [lists(100), objects(100), `[[],${objects(99)}]`])
        should(JSON.stringify((await send(body, type)).body)).equal(body);
    });

    it(`is unreadable if it has more (${type})`, async () => {
      for (const body of [lists(101), objects(101), `[[],${objects(100)}]`, lists(100_000)])
        should(await failing(send(body, type))).match({
          code: 'HUB_BAD_ANSWER',
          outcome: 'unknown',
          facts: { cause: 'levels', levels: 100 },
        });
    });
  }

  it('is a refusal by its status, with the body as text if it has more', async () => {
    should(await failing(send(objects(101), 'application/json', 422))).match({
      code: 'HUB_REJECTED',
      outcome: 'refused',
      reply: { body: objects(101) },
    });
  });
});
