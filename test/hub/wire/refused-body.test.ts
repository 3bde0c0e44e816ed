import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { failing } from '../scripted-hub.js';

const KEY = 'rh_very_secret_key';
const LONGEST = 65_536;

describe('the body of a refusal', () => {
  let hub: HostileHub;
  let client: Client;
  let body: string;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(422, { 'Content-Type': 'application/json' }).end(body));
    client = new Client({ baseUrl: hub.url, headers: { 'X-API-Key': KEY } });
  });
  after(async () => {
    client.close();
    await hub.close();
  });

  const refusal = (text: string) => {
    body = text;
    return failing(client.send({ method: 'GET', path: '/engines', json: undefined }, 5000, {}));
  };

  it('is parsed up to 65,536 characters, and a cut text above', async () => {
    const json = (length: number) => JSON.stringify({ error: 'x'.repeat(length - '{"error":""}'.length) });
    should((await refusal(json(LONGEST))).reply?.body).eql(JSON.parse(json(LONGEST)));
    should((await refusal(json(LONGEST + 1))).reply?.body).equal(json(LONGEST + 1).slice(0, LONGEST));
    should((await refusal('y'.repeat(200_000))).reply?.body).equal('y'.repeat(LONGEST));
  });

  it('has no part of a secret at its cut', async () => {
    for (const before of [LONGEST - 1, LONGEST - 10, LONGEST - KEY.length]) {
      const { reply } = await refusal(`${'.'.repeat(before)}${KEY}${'.'.repeat(9000)}`);
      should(reply?.body)
        .be.a.String()
        .and.match(/^\.+•+\.*$/);
      should(String(reply?.body).length).be.belowOrEqual(LONGEST);
    }
  });

  it('is a reason of at most 201 characters in the error', async () => {
    const { facts } = await refusal(JSON.stringify({ error: `no\n such   item ${'x'.repeat(400)}` }));
    should(facts).match({ said: /^no such item x+…$/ });
    should(String((facts as { said: string }).said).length).be.within(200, 202);
    should((await refusal(JSON.stringify({ error: 'x'.repeat(200) }))).facts).match({ said: 'x'.repeat(200) });
  });
});
