import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { literal, type NodeOf, perform, type Stage, timed } from './stage.js';
import { WatchStage } from './watch-stage.js';

/** A watch of an item in the running show 101. Item 2012 is a graphic that ends by itself, 2011 is a form. */
const ofItem = (id: string, itemId: number, fields: object = {}): NodeOf => ({
  id,
  name: id,
  type: 'hub-watch',
  operation: 'listLinearItems',
  params: { engineId: literal(101), rundownId: literal(201), item: literal(itemId) },
  interval: '0.1',
  ...fields,
});

const DIALECT_2 = { dialect: '2', linearSegment: 'lino' };

describe('watch of one item of a rundown', () => {
  useTimeLapse();
  describe('in the simulator', () => {
    const show = WatchStage.forEach();

    const open = async (parts: NodeOf[], options: object = {}) => {
      await show.hub.close();
      show.hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort(), ...options });
      await show.open(parts, DIALECT_2);
    };
    const put = async (path: string) => {
      const { status } = await fetch(`${show.hub.url}/api/rest/v1${path}`, { method: 'PUT' });
      should(status).be.within(200, 204);
    };
    const words = (topic: string) =>
      show.stage.out.filter((msg) => msg.topic === topic).map(({ payload }) => payload as string);
    const becomes = (topic: string, word: string) => show.stage.until(() => words(topic).at(-1) === word);

    it('sends its state and row when the state changes', async () => {
      await open([ofItem('w', 2012), ofItem('other', 2014)]);
      await show.arrived(2);
      should(show.stage.out[0]).match({
        payload: 'ready',
        changed: [''],
        item: { id: 2012, name: 'Headlines', status: { program: 'Available', online: true } },
        hub: { operation: 'listLinearItems', params: { engineId: 101, rundownId: 201, itemId: 2012 } },
      });
      await put('/lino/rundown/101/play/2012/1');
      await becomes('w', 'preview');
      await put('/lino/rundown/101/play/2012/0');
      await becomes('w', 'both');
      should(show.stage.out.at(-1)).match({ previous: 'preview', item: { status: { program: 'Playing' } } });
      await put('/lino/rundown/101/out/2012/1');
      await becomes('w', 'program');
      await put('/lino/rundown/101/clear/0');
      await becomes('w', 'ready');
      await pause(300);
      should(words('w')).eql(['ready', 'preview', 'both', 'program', 'ready']);
      should(words('other')).eql(['ready']);
    });

    it('shows the state in the usual colours', async () => {
      await open([ofItem('w', 2012)]);
      const shows = (fill: string, text: string) =>
        show.stage.until(() => show.stage.status('w').fill === fill && show.stage.status('w').text === text);
      await shows('green', 'ready');
      await put('/lino/rundown/101/play/2012/0');
      await shows('red', 'on air');
      await put('/lino/rundown/101/play/2012/1');
      await shows('red', 'on air, preview');
      await put('/lino/rundown/101/clear/0');
      await shows('green', 'preview');
      await put('/lino/rundown/101/201/unload');
      await shows('yellow', 'not loaded');
      await put('/launcher/101/stop');
      await shows('grey', 'show not running');
      await show.hub.close();
      await shows('grey', 'unknown');
    });

    it('reads the rundown once for all watches of its items', async () => {
      const items = [2011, 2012, 2013, 2014];
      const nodes = Array.from({ length: 200 }, (_, index) => ofItem(`w${index}`, items[index % 4] as number));
      const started = Date.now();
      await open(nodes.map((node) => ({ ...node, interval: '0.2' })));
      await show.arrived(200);
      await put('/lino/rundown/101/play/2013/0');
      await show.arrived(250);
      await show.stage.until(() => show.polls('listLinearItems').length >= 6);
      should(show.polls('listLinearItems').length).be.belowOrEqual(2 + (Date.now() - started) / 200);
      should(show.stage.out.slice(200).map(({ payload, item }) => [payload, item.id])).eql(
        Array.from({ length: 50 }, () => ['program', 2013]),
      );
    });

    it('of a stopped show is not a failure, and is read more and more rarely', async () => {
      await open([ofItem('w', 2012)]);
      await becomes('w', 'ready');
      await put('/launcher/101/stop');
      await becomes('w', 'stopped');
      const at = show.polls('listLinearItems').length;
      await pause(2000);
      // 10 reads a second while the show runs.
      should(show.polls('listLinearItems').length - at).be.belowOrEqual(3);
      should(show.stage.out.at(-1)?.item).be.undefined();
      should((await show.send('w', { topic: '' })).payload).equal('stopped');
      should(show.stage.caught).be.empty();
      should(show.logOf('w')).be.empty();
      await put('/launcher/101/launch');
      await becomes('w', 'ready');
    });

    it('is not loaded while its show restarts, and recovers by itself', async () => {
      await open([ofItem('w', 2012)], { restartTime: 1500 });
      await becomes('w', 'ready');
      await put('/launcher/101/launch');
      await becomes('w', 'not loaded');
      await becomes('w', 'ready');
      should(words('w')).eql(['ready', 'not loaded', 'ready']);
      should(show.stage.caught).be.empty();
    });

    it('is unknown with one error while the hub is lost, and recovers when it is back', async () => {
      await open([ofItem('w', 2012)]);
      await becomes('w', 'ready');
      const { port } = new URL(show.hub.url);
      await show.hub.close();
      await becomes('w', 'unknown');
      should((await show.send('w', {})).payload).equal('unknown');
      should(show.stage.caught).have.length(1);
      should(show.stage.caught[0]?.error.message).match(/repeats the read/);
      show.hub = await startSimulator({ dialect: 2, port: Number(port) });
      await becomes('w', 'ready');
      should(show.stage.caught).have.length(1);
    });

    it('of dialect 1 has a limited state', async () => {
      const params = { engineId: literal(101), rundownId: literal(201) };
      await show.open([
        ofItem('there', 2012),
        ofItem('gone', 9),
        ofItem('blank', 0, { params: { ...params, item: literal('') } }),
      ]);
      await show.arrived(3);
      should(words('there')).eql(['unknown']);
      should(words('gone')).eql(['not loaded']);
      should(show.stage.out.find(({ topic }) => topic === 'there')?.item).match({ itemNo: 2012 });
      should(show.stage.out.find(({ topic }) => topic === 'blank')?.payload).be.an.Array();
    });

    it('reports an invalid item', async () => {
      await open([ofItem('w', 0, { params: { ...(ofItem('w', 0).params as object), item: literal('CAM') } })]);
      await show.stage.until(() => timed('bad input').test(show.stage.status('w').text ?? ''));
      should((await show.send('w', {})).error.message).match(/Item .*"CAM"/);
      should(show.stage.caught[0]?.error.message).not.match(/repeats the read/);
      should(show.polls('listLinearItems')).be.empty();
    });
  });

  describe('by the hub’s answer', () => {
    let hub: HostileHub;
    let stage: Stage;
    /** The answer, or a function that gives it for a URL. */
    let rows: unknown;

    beforeEach(async () => {
      const answerTo = (url = ''): unknown => (typeof rows === 'function' ? rows(url) : rows);
      hub = await hostileHub(({ url, method }, response) => {
        const entries = () => JSON.parse(hub.requests.at(-1)?.body ?? '') as { id: string; url: string }[];
        const inBatch = () =>
          entries().map((each) => ({ id: each.id, responseCode: 200, responseBody: answerTo(each.url) }));
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify(method === 'PUT' ? inBatch() : answerTo(url)));
      });
    });
    afterEach(async () => {
      await stage.close();
      await hub.close();
    });

    const status = (program: string, preview: string, online: unknown = true) => ({ program, preview, online });
    const row = (more: object) => [{ id: 1 }, null, { id: 2012, ...more }];
    const cases: [string, unknown, string][] = [
      ['Playing on both', row({ status: status('Playing', 'Playing') }), 'both'],
      ['Playing, though not online', row({ status: status('Playing', 'Unavailable', false) }), 'program'],
      ['Unavailable', row({ status: status('Unavailable', 'Unavailable') }), 'unavailable'],
      ['Unavailable on one output', row({ status: status('Unavailable', 'Available') }), 'ready'],
      ['not online', row({ status: status('Unavailable', 'Unavailable', false) }), 'not loaded'],
      ['Playing in other letters', row({ status: status('PLAYING', 'available') }), 'program'],
      ['a word that is not described', row({ status: status('On Air', 'Available') }), 'unknown'],
      ['a malformed status', row({ status: 'Playing' }), 'unknown'],
      ['an id in text', [{ id: '2012', status: status('Available', 'Playing') }], 'preview'],
      ['not among the others', [{ id: 1 }], 'not loaded'],
      ['an empty list', [], 'unknown'],
      ['no list', { items: [] }, 'unknown'],
    ];
    for (const [name, answer, word] of cases)
      it(name, async () => {
        rows = answer;
        stage = await perform({ baseUrl: hub.url, auth: 'none', ...DIALECT_2 }, [ofItem('w', 2012)]);
        await stage.until(() => stage.out.length > 0);
        should(stage.out[0]?.payload).equal(word);
        should(stage.caught).be.empty();
      });

    it('gives a lamp that is unknown for a word that is not described', async () => {
      const params = { engineId: literal(101), rundownId: literal(201), itemId: literal(2012) };
      const lamp = (id: string): NodeOf => ({ id, type: 'hub-lamp', surface: 'mqtt', control: id, hub: '' });
      const item = (id: string, fields: object) =>
        ofItem(id, 2012, { operation: 'getLinearItem', params, wires: [[`${id} lamp`]], ...fields });
      const itemIs = (program: string) => {
        const here = { id: 2012, status: status(program, 'Available') };
        rows = (url: string) => (url.endsWith('items') ? [here] : here);
      };
      itemIs('Available');
      stage = await perform({ baseUrl: hub.url, auth: 'none', ...DIALECT_2 }, [
        ofItem('state', 2012, { wires: [['state lamp']] }),
        item('row', {}),
        item('word', { path: 'status.program' }),
        ...['state lamp', 'row lamp', 'word lamp'].map(lamp),
      ]);
      const allShow = (text: string) =>
        stage.until(() => ['state lamp', 'row lamp', 'word lamp'].every((id) => stage.status(id).text === text));
      for (const [program, text] of [
        ['Available', 'available'],
        ['On Air', 'unknown'],
        ['PLAYING', 'on air'],
        ['on-air', 'unknown'],
        ['available', 'available'],
      ] as const) {
        itemIs(program);
        await allShow(text);
      }
      should(stage.caught.map(({ error }) => error.message)).matchEach(
        /Payload is "(On Air|on-air)" – choose .*program/,
      );
    });
  });
});
