import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

/** Every answer takes this long. A press expires after 2 s. */
const SLOW_MS = 3000;

/** The same for many presses in a row, in half of the time: the expiry in s, and the time of an answer in ms. */
const SHORT = { expiry: '1', delay: 1500 };

const playoutItem = (id: string, rundownId: number, itemId: number): NodeOf => ({
  id,
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(rundownId), itemId: literal(itemId), buttonKey: fromMessage('payload') },
});

const linearItem: NodeOf = {
  id: 'linear',
  type: 'hub-linear-play',
  operation: 'pressLinearButton',
  params: {
    ...{ engineId: literal(101), rundownId: literal(201), itemId: literal(2011) },
    buttonKey: fromMessage('payload'),
  },
};

/** The labels of the presses of each node, in their order. */
const LABELS = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'In' : 'Out'));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a slow hub', () => {
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;

  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const open = async (parts: NodeOf[], dialect: 1 | 2 = 1, config: object = {}, delay = SLOW_MS) => {
    hub = await startSimulator({ dialect });
    hub.trouble({ delay });
    const own = {
      baseUrl: hub.url,
      auth: 'none',
      dialect: String(dialect),
      linearSegment: dialect === 1 ? 'linear' : 'lino',
    };
    stage = await perform({ ...own, ...config }, parts);
  };

  const lines = (method: string) =>
    hub.journal
      .filter((entry) => entry.method === method)
      .map(({ path }) => `${method} ${path.replace('/api/rest/v1', '')}`);

  const one = playoutItem('one', 51, 512);
  const revisions: [1 | 2, NodeOf, string][] = [
    [1, playoutItem('other', 52, 522), 'POST /playout/rundowns/52/items/522'],
    [2, linearItem, 'POST /lino/rundown/101/201/items/2011/buttons'],
  ];
  for (const [dialect, other, otherPath] of revisions)
    it(`of revision ${dialect} gets 20 of 20 presses of In and Out by their labels, each once`, async () => {
      const presses = [one, other].map((node) => ({ ...node, expiry: SHORT.expiry }));
      await open(presses, dialect, {}, SHORT.delay);
      // The items are read at the start.
      await pause(SHORT.delay + 2000);
      await Promise.all(
        [one, other].map(async ({ id }) => {
          for (const [index, payload] of LABELS.entries()) {
            const _msgid = `${id} ${index}`;
            stage.node(id).receive({ _msgid, payload });
            await stage.until(() => [...stage.completed, ...stage.caught].some((msg) => msg._msgid === _msgid));
          }
        }),
      );
      should(stage.caught.map(({ error }) => error.message)).be.empty();
      for (const path of ['POST /playout/rundowns/51/items/512', otherPath]) {
        const sent = lines('POST').filter((line) => line.startsWith(path));
        should(sent).eql(LABELS.map((label) => `${path}/${label.toLowerCase()}`));
      }
    });

  it('gets no press of an item that it has not described yet, and the error names the read', async () => {
    await open([one]);
    const { error, hub: fields } = await stage.send('one', { _msgid: '1', payload: 'In' });
    should(fields).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(error.message).match(
      /too late\. Send it again\. It waited 2\d\d\d ms, and the hub had not answered a read\./,
    );
    should(error.message).match(/The node reads “Get item” \(Rundown 51, Item 512\) before it sends the command\./);
    should(lines('POST')).be.empty();
  });

  it('gets no press that waited behind another one, or for a free request, and the error shows the reason', async () => {
    const next = (id: string, engineId: unknown): NodeOf => ({
      ...{ id, type: 'hub-linear-play', operation: 'playNext' },
      params: { engineId: literal(engineId), preview: literal('program') },
    });
    await open([next('a', 101), next('b', 102)], 1, { maxInFlight: '1' });
    for (const [_msgid, id] of Object.entries(['a', 'a', 'b'])) stage.node(id).receive({ _msgid, payload: 1 });
    await stage.until(() => stage.caught.length + stage.completed.length === 3);
    const sentences = stage.caught.map(({ error, _msgid }) => [
      _msgid,
      error.message.match(/It w.*? ms[^[]*/)?.[0].trim(),
    ]);
    should(Object.fromEntries(sentences)).match({
      1: /^It waited 2\d\d\d ms for earlier commands to the same target\.$/,
      2: /^It was queued for 2\d\d\d ms\.$/,
    });
  });

  it('is read no more after the nodes were closed', async () => {
    await open([one, playoutItem('other', 52, 522)]);
    await pause(500);
    should(hub.journal).not.be.empty();
    await stage.node('one').close();
    await stage.node('other').close();
    const before = lines('GET')
      .concat(lines('PUT'))
      .filter((line) => /items|batch/.test(line));
    await pause(11_000);
    should(
      lines('GET')
        .concat(lines('PUT'))
        .filter((line) => /items|batch/.test(line)),
    ).eql(before);
  });
});
