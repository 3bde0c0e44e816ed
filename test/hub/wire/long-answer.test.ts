import should from 'should';
import { Client } from '../../../dist/hub/wire/client.js';
import type { Transport } from '../../../dist/hub/wire/transport.js';

describe('the answer to a request', () => {
  for (const [kind, length, order] of [
    ['a short', 999_000, ['answer', 'other work']],
    ['a long', 1_000_001, ['other work', 'answer']],
  ] as const)
    it(`${kind} one is used ${length > 1_000_000 ? 'after other work had its turn' : 'at once'}`, async () => {
      const ended: string[] = [];
      const other = new Promise<void>((resolve) => {
        const transport: Transport = {
          base: 'http://hub',
          send: () => ({ answer: arrive(resolve), isSent: true, end: () => {} }),
          close: () => {},
        };
        const client = new Client({ baseUrl: 'http://hub', headers: {} }, transport);
        const request = { method: 'GET', path: '/engines', json: undefined } as const;
        void client.send(request, 1000, {}).then(({ body }) => {
          should(body).be.a.String().with.length(length);
          ended.push('answer');
        });
      });
      /** The rest of this turn, and a timer or a socket in the next one. */
      async function arrive(resolve: () => void) {
        setImmediate(() =>
          setImmediate(() => {
            ended.push('other work');
            setImmediate(resolve);
          }),
        );
        const text = JSON.stringify('x'.repeat(length));
        return { statusCode: 200, contentType: 'application/json', location: undefined, text };
      }
      await other;
      should(ended).eql(order);
    });

  it('is no longer ended by its client after it has arrived', async () => {
    let ended = 0;
    const answer = async () => ({ statusCode: 200, contentType: 'application/json', location: undefined, text: '[]' });
    const end = () => {
      ended += 1;
    };
    const transport: Transport = {
      base: 'http://hub',
      send: () => ({ answer: answer(), isSent: true, end }),
      close: () => {},
    };
    const client = new Client({ baseUrl: 'http://hub', headers: {} }, transport);
    const owner = {};
    for (let count = 0; count < 3; count += 1)
      await client.send({ method: 'GET', path: '/engines', json: undefined }, 1000, owner);
    client.close(owner);
    client.close();
    should(ended).equal(0);
  });
});
