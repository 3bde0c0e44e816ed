import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const out: NodeOf = {
  id: 'empty',
  type: 'hub-linear-play',
  operation: 'everythingOut',
  params: { engineId: literal(5), preview: fromMessage('output') },
};
const show: NodeOf = { id: 'show', type: 'hub-linear-play', operation: 'getShow', params: { engineId: literal(5) } };

const playing = (id: number, itemType: string) => ({
  id,
  itemType,
  name: `Item ${id}`,
  status: { program: 'Playing' },
});

/** The answers of a hub without `clear`, with a form and a graphic on program. */
const ANSWERS: Record<string, unknown> = {
  '/lino/shows': [{ id: 5, name: 'Evening', started: true, loadedRundownsInfo: [{ id: 1 }] }],
  '/launcher': [],
  '/lino/rundown/5/1/items': [playing(101, 'md'), playing(102, 'vs')],
  '/lino/rundown/5/out/101/0': null,
};

describe('a composite operation in a flow', () => {
  let hub: HostileHub;
  let stage: Stage;
  let answers: Record<string, unknown>;
  /** Is called before the hub answers a request with this path. */
  let onRequest: (path: string) => Promise<unknown> | undefined = () => undefined;

  before(async () => {
    hub = await hostileHub(async ({ url = '' }, response) => {
      const path = url.replace('/api/rest/v1', '');
      await onRequest(path);
      response.writeHead(path in answers ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answers[path] ?? null));
    });
    answers = {};
    stage = await perform({ baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino' }, [
      ...[out, show, { id: 'event', type: 'hub-event', wires: [[]] }],
    ]);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  it('lists its steps in the message', async () => {
    answers = { '/lino/rundown/5/clear/0': null };
    const msg = await stage.send('empty', { _msgid: 'clear', output: 'program', other: 'kept' });
    should(stage.caught).be.empty();
    should(stage.out.at(-1)).match({
      payload: [{ operation: 'clearOutput', params: { engineId: 5, preview: 0 }, outcome: 'done', statusCode: 200 }],
      ...{ statusCode: 200, other: 'kept' },
      hub: { operation: 'everythingOut', area: 'linear-play', outcome: 'done' },
    });
    should(msg._msgid).equal('clear');
  });

  it('gives an error with all steps if one of them failed, and no output message', async () => {
    answers = ANSWERS;
    const outs = stage.out.length;
    await stage.send('empty', { _msgid: 'items', output: 'program' });
    const [msg = {}] = stage.caught.splice(0);
    should(stage.out).have.length(outs);
    should(msg).match({ hub: { operation: 'everythingOut', outcome: 'not-sent' } });
    should(msg.payload).have.length(2);
    should(msg.payload).match([
      { operation: 'takeItemOut', params: { itemId: 101 }, outcome: 'done', statusCode: 200 },
      { operation: 'takeItemOut', params: { itemId: 102 }, outcome: 'not-sent' },
    ]);
    should(msg.error.message).containEql('takeItemOut 102 (–)').and.not.containEql('takeItemOut 101');
  });

  it('takes nothing more out when a rehearsal begins in its middle, and names the items that stayed', async () => {
    answers = { ...ANSWERS, '/lino/rundown/5/1/items': [101, 103, 104].map((id) => playing(id, 'md')) };
    for (const id of [103, 104]) answers[`/lino/rundown/5/out/${id}/0`] = null;
    const rehearse = (payload: boolean) => stage.send('event', { _msgid: `rehearsal ${payload}`, payload });
    const requests = hub.requests.length;
    onRequest = (path) => (path.includes('/out/103') ? rehearse(true) : undefined);
    stage.node('empty').receive({ _msgid: 'rehearsed', output: 'program' });
    await stage.until(() => stage.caught.length > 0);
    onRequest = () => undefined;
    await rehearse(false);
    const [msg = {}] = stage.caught.splice(0);
    const taken = () => hub.requests.slice(requests).flatMap(({ url }) => url.match(/out\/\d+/)?.[0] ?? []);
    should(taken()).eql(['out/101', 'out/103']);
    should(msg).match({ hub: { operation: 'everythingOut', outcome: 'not-sent' } });
    should(msg.payload.map((step: Message) => [step.params.itemId, step.outcome])).eql([
      ...[
        [101, 'done'],
        [103, 'done'],
        [104, 'not-sent'],
      ],
    ]);
    should(msg.error.message).match(/partly done\. .*Not done: takeItemOut 104 /);
    await stage.send('empty', { _msgid: 'again', output: 'program' });
    should(taken()).eql(['out/101', 'out/103', 'out/101', 'out/103', 'out/104']);
  });

  it('reports that it sent nothing since the items are unreadable', async () => {
    answers = { ...ANSWERS, '/lino/rundown/5/1/items': [{ id: 101, itemType: 'md', status: 'Playing' }] };
    const outs = stage.out.length;
    await stage.send('empty', { _msgid: 'unusable', output: 'program' });
    const [msg = {}] = stage.caught.splice(0);
    should(stage.out).have.length(outs);
    should(msg).match({ hub: { operation: 'everythingOut', code: 'HUB_BAD_ANSWER', outcome: 'not-sent' } });
    should(msg.error.message).match(
      /^Everything out .*not sent – unreadable answer\. Check the hub\. .*“List Linear items”/,
    );
  });

  it('reads a show in one message', async () => {
    answers = { ...ANSWERS, '/launcher': [{ id: 5, mode: 'Broadcast', running: true }] };
    await stage.send('show', { _msgid: 'show' });
    should(stage.out.at(-1)).match({
      payload: { id: 5, name: 'Evening', mode: 'Broadcast', running: true, rundowns: [1] },
      hub: { operation: 'getShow', outcome: 'done' },
    });
  });
});
