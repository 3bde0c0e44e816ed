import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { fromMessage, literal, type Message, perform, type Stage } from './stage.js';

/** The hub answers 8 requests in this time. */
const LATENCY_MS = 100;
const IN_FLIGHT = 8;
const target = { engineId: literal(1), nodePath: literal('Mixer_0') };

const setter = (expiry: string) => ({
  id: 'set',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...target, propertyPath: fromMessage('property'), Value: fromMessage('payload') },
  expiry,
});

interface Entry {
  readonly id: number;
  readonly url: string;
  readonly body: { readonly Value: number };
}

describe('many values at once', () => {
  let hub: HostileHub;
  let show: Stage;

  before(async () => {
    hub = await hostileHub((request, response) => {
      const { body } = hub.requests.at(-1) ?? { body: '' };
      const entries = JSON.parse(body || '{}') as Entry[];
      const answer = request.url?.endsWith('/batch')
        ? entries.map(({ id, body: value }) => ({ id, responseCode: 200, responseBody: value }))
        : {};
      setTimeout(() => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      }, LATENCY_MS);
    });
  });
  after(() => hub.close());
  beforeEach(() => {
    hub.requests.length = 0;
  });
  afterEach(() => show.close());

  const ended = () => show.out.length + show.caught.length;

  async function setAll(count: number, expiry: string, config: object = {}): Promise<void> {
    show = await perform({ baseUrl: hub.url, auth: 'none', ...config }, [setter(expiry)]);
    for (let value = 0; value < count; value += 1)
      show.node('set').receive({ _msgid: String(value), property: `P${value}`, payload: value });
    await show.until(() => ended() === count);
  }

  it('expire with a sentence that advises to switch on joining', async () => {
    await setAll(300, '2');
    should(show.caught).not.be.empty();
    // The first 8 do not wait, and the sentence has two digits.
    const fits = show.caught.flatMap(({ error }) => {
      const advice =
        /^Mixer_0 › P\d+ \(.*\): not sent – too late\. Switch on Joining\. .* (\d+) commands waited, and this hub answers about (\d+) in 2 s\.$/.exec(
          error.message,
        );
      if (!advice) return [];
      should(advice[1]).equal('290');
      return [Number(advice[2])];
    });
    // Values that already had a place on a busy machine were late for another reason.
    should(fits.length).be.aboveOrEqual(show.caught.length - IN_FLIGHT);
    // The last requests are answered after the expiry, and a busy machine answers in bursts.
    const answered = show.out.length;
    should(Math.max(...fits)).be.within(0.6 * (answered - IN_FLIGHT), 1.5 * answered);
  });

  it('all arrive with joining', async () => {
    const values = Array.from({ length: 1000 }, (_, value) => value);
    // A slow machine may need longer than 2 s for its own work.
    await setAll(values.length, '25', { joining: 'true' });
    should(show.caught).be.empty();
    const requests = hub.requests.filter(({ method }) => method !== 'GET');
    // Alone, each of them is a request. A full batch has 50.
    should(requests.length).be.belowOrEqual(40);
    const sent = requests.flatMap(({ body }) => JSON.parse(body) as Entry | Entry[]);
    should(sent.map(({ body }) => body.Value).sort((a, b) => a - b)).eql(values);
  });

  it('all arrive as one hub-batch', async () => {
    const values = Array.from({ length: 3000 }, (_, value) => value);
    show = await perform({ baseUrl: hub.url, auth: 'none' }, [
      { id: 'batch', type: 'hub-batch', operation: 'batch', params: { entries: fromMessage('payload') } },
    ]);
    const payload = values.map((value) => ({
      operation: 'setProperty',
      params: { engineId: 1, nodePath: 'Mixer_0', propertyPath: `P${value}`, Value: value },
    }));
    await show.send('batch', { _msgid: 'm', payload });
    should(show.caught).be.empty();
    const batches = hub.requests.filter(({ method }) => method === 'PUT');
    should(batches.length).equal(1);
    const entries = JSON.parse(batches[0]?.body ?? '') as Entry[];
    const sent = entries.map(({ url, body }) => [url.split('/').at(-1), body.Value]);
    should(sent).eql(values.map((value) => [`P${value}`, value]));
    const answers = show.out[0]?.payload as Message[];
    should(answers.map(({ responseCode, responseBody }) => [responseCode, responseBody.Value])).eql(
      values.map((value) => [200, value]),
    );
  });
});
