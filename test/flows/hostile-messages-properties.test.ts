import { createRequire } from 'node:module';
import fc from 'fast-check';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { nodeRedMain } from '../runtime.js';
import { anything, isSame } from './hostile-values.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** A text with a code. */
type Failure = Readonly<string> & { readonly code?: string };

/** Called at each `done`. A Catch node would miss messages that Node-RED cannot copy. */
type OnComplete = (ended: { node: { id: string }; error?: Failure }) => void;
const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
  hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
};

const target = { engineId: literal(1), nodePath: literal('N'), propertyPath: literal('P') };
const setter: NodeOf = {
  id: 'value',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...target, Value: fromMessage('payload') },
  delivery: 'inOrder',
};

/** Nodes that use the payload as a value, a part of a path, a number or a list, or not at all. */
const parts: NodeOf[] = [
  setter,
  { ...setter, id: 'path', params: { ...target, nodePath: fromMessage('payload'), Value: literal(1) } },
  { ...setter, id: 'deep', params: { ...target, Value: fromMessage('payload.a.0["b c"].__proto__') } },
  { ...setter, id: 'nothing', operation: 'getProperty', params: target },
  { id: 'number', type: 'hub-launcher', operation: 'launch', params: { configID: fromMessage('payload') } },
  { id: 'list', type: 'hub-batch', operation: 'batch', params: { entries: fromMessage('payload') } },
  { ...setter, id: 'lost', hub: 'gone' },
];

/** Unusual message objects. */
const wraps: Readonly<Record<string, (msg: Message) => Message>> = {
  plain: (msg) => msg,
  sealed: Object.seal,
  frozen: Object.freeze,
  proxied: (msg) => new Proxy(msg, {}),
  'without a prototype': (msg) => Object.assign(Object.create(null), msg),
  'with odd fields': (msg) =>
    Object.assign(msg, JSON.parse('{"__proto__":1}'), { hub: 7, statusCode: {}, topic: Symbol('t') }),
};

/** True for the values of a release, as a value or as text. */
const isRelease = (payload: unknown): boolean =>
  typeof payload === 'string'
    ? /^\s*(off|false|no|released?)\s*$/i.test(payload) || (payload.trim() !== '' && Number(payload) === 0)
    : payload === 0 || payload === false;

describe('a message with any content', function () {
  this.timeout(120_000);

  let hub: HostileHub;
  let stage: Stage;
  const ends = new Map<string, (Failure | undefined)[]>();
  const endsOf = (id: string) => ends.get(id)?.length ?? 0;

  before(async () => {
    hooks.add('onComplete.hostile', ({ node, error }) => {
      ends.set(node.id, [...(ends.get(node.id) ?? []), error]);
    });
    hub = await hostileHub((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"ok":true}'),
    );
    stage = await perform({ baseUrl: hub.url, auth: 'none', rate: '100000' }, parts);
  });
  after(async () => {
    hooks.remove('*.hostile');
    await stage.close();
    await hub.close();
  });

  let messages = 0;
  /** Sends a message and waits for its end. Returns the error, if any, and the requests. */
  async function pass(id: string, msg: Message) {
    const [ended, asked] = [endsOf(id), hub.requests.length];
    messages += 1;
    stage.node(id).receive(msg);
    await stage.until(() => endsOf(id) > ended);
    await new Promise(setImmediate);
    should(endsOf(id)).equal(ended + 1, 'done once');
    // Probes of the connection and reads of the property do not count.
    const isProbe = ({ url }: { url: string }) => url.endsWith('/engines');
    const sent = hub.requests
      .slice(asked)
      .filter((request) => request.method !== 'GET' || (id === 'nothing' && !isProbe(request)));
    return { error: ends.get(id)?.[ended], sent };
  }

  function check(id: string, payload: unknown, { error, sent }: Awaited<ReturnType<typeof pass>>) {
    if (error) {
      should(error.code).equal('BAD_INPUT');
      should(String(error)).not.be.empty();
      should(sent).be.empty();
      if (id !== 'lost') should(String(error)).match(/Value|Node|Configuration|Requests|payload/i);
      return;
    }
    should(id).not.equal('lost');
    if (sent.length === 0) {
      // A release runs no trigger.
      should(isRelease(payload)).be.true();
      should(['number', 'list']).containEql(id);
      return;
    }
    should(sent).have.length(1);
    const [{ method = '', url = '', body = '' } = {}] = sent;
    should(`${method} ${url}`).match(/^(GET|PATCH|PUT) \/api\/rest\/v1\/[!-~]+$/);
    if (id === 'value') should(isSame(JSON.parse(body).Value, payload)).equal(true, `sent ${body}`);
    if (id === 'path')
      should(url.split('/').map(decodeURIComponent).slice(5)).eql(['1', 'nodes', String(payload), 'properties', 'P']);
    if (id === 'number') should(decodeURIComponent(url)).equal(`/api/rest/v1/launcher/${String(payload)}/launch`);
  }

  it('is refused with a clear error or sent unchanged, and the next message works', async () => {
    const wrapNames = fc.constantFrom(...Object.keys(wraps));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parts.map(({ id }) => id)),
        wrapNames,
        anything,
        async (id, wrapName, make) => {
          const payload = make();
          const msg = wraps[wrapName]?.({ _msgid: String(messages), payload }) as Message;
          check(id, payload, await pass(id, msg));
          const { error, sent } = await pass('value', { _msgid: 'next', payload: 0.5 });
          should(error).be.undefined();
          should(sent.map(({ body }) => body)).eql(['{"Value":0.5}']);
        },
      ),
      { numRuns: 400 },
    );
    should(({} as Record<string, unknown>).x).be.undefined();
  });

  it('that throws when it is read is refused as a list, before its descriptions are read', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    check('list', proxy, await pass('list', { _msgid: 'revoked', payload: proxy }));
    should((await pass('value', { _msgid: 'next', payload: 0.5 })).error).be.undefined();
  });

  it('with 10 MB is sent unchanged, and the next message works', async () => {
    const payload = { text: 'x'.repeat(10 * 2 ** 20) };
    const { error, sent } = await pass('value', { _msgid: 'big', payload });
    should(error).be.undefined();
    should(sent[0]?.body.length).equal(JSON.stringify({ Value: payload }).length);
    check('value', 0.5, await pass('value', { _msgid: 'next', payload: 0.5 }));
  });
});
