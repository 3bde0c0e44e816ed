import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause, property } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { literal, type Message, type NodeOf, perform, type Stage, timed } from './stage.js';
import { WatchStage, watch } from './watch-stage.js';

describe('watch that has lost the hub', () => {
  useTimeLapse();
  const show = WatchStage.forEach();

  it('reports it once, and once its return with the unchanged value', async () => {
    const { port } = new URL(show.hub.url);
    await show.open([watch('same'), watch('whole', { path: '' })]);
    await show.arrived(2);
    await show.hub.close();
    await show.stage.until(
      () => show.stage.caught.length === 2 && /^hub offline/.test(show.stage.status('same').text ?? ''),
    );
    await pause(2500);
    should(show.stage.caught).have.length(2);
    should(show.stage.caught[0]).match({
      topic: 'getProperty',
      hub: { operation: 'getProperty', area: 'engine-property' },
    });
    should(show.stage.caught[0]?.error.message).match(/repeats the read/);
    show.hub = await startSimulator({ port: Number(port) });
    await show.stage.until(() => show.logOf('same').length > 0 && show.logOf('whole').length > 0);
    await show.stage.until(() => show.stage.status('same').fill === 'green');
    await show.arrived(4);
    await pause(400);
    // Errors for a Catch node are not logged.
    for (const id of ['same', 'whole']) should(show.logOf(id)).eql(['The hub answers again.']);
    should(show.stage.out).have.length(4);
    for (const [before, after] of [
      [0, 2],
      [1, 3],
    ] as const) {
      const { payload } = show.stage.out[before] as Message;
      should(show.stage.out[after]).match({ payload, previous: payload, changed: [] });
    }
  });

  it('sends “unknown” once, and after it the value as a change', async () => {
    await show.open([watch('w', { onLoss: 'unknown' })]);
    await show.arrived(2);
    show.hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
    await show.arrived(4);
    const value = show.stage.out[1]?.payload;
    should(show.stage.out.map(({ payload, previous, changed }) => ({ payload, previous, changed }))).eql([
      { payload: 'unknown', previous: undefined, changed: [''] },
      { payload: value, previous: 'unknown', changed: [''] },
      { payload: 'unknown', previous: value, changed: [''] },
      { payload: value, previous: 'unknown', changed: [''] },
    ]);
    // A lamp takes the message of its watch alone, and shows its time.
    for (const { hub } of show.stage.out) should(hub).match({ config: 'config', watch: 'w', at: Number.isFinite });
  });

  it('sends “unknown” once before the first answer of the hub', async () => {
    show.hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
    await show.open([watch('w', { onLoss: 'unknown' })]);
    await show.arrived(2);
    should(show.stage.out.map(({ payload }) => payload)).eql(['unknown', 1]);
  });
});

describe('a watch that messages start and stop', () => {
  useTimeLapse();
  const show = WatchStage.forEach();
  /** Each test has its own node, since a stopped one stays stopped until Node-RED ends. */
  let id = '';
  beforeEach(function () {
    id = `switched ${this.currentTest?.title}`;
  });
  const send = (wanted: unknown) => show.send(id, { watch: wanted });
  const switched = (fields: object = {}): NodeOf => watch(id, { wires: [['lamp', 'out']], ...fields });
  const quietLamp = lamp({ states: [{ state: 'unknown', blink: false }], wires: [[]] });
  const open = (fields: object = {}, config: object = {}) => show.open([switched(fields), quietLamp], config);
  const lampShows = (text: string) => show.stage.until(() => show.stage.status('lamp').text === text);
  const values = () => show.stage.out.map(({ payload }) => payload);

  it('stops its reads, and begins again', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    const before = show.polls().length;
    await pause(500);
    // One read may be in flight.
    should(show.polls().length).be.belowOrEqual(before + 1);
    should(values()).eql([1]);
    await send('start');
    await show.arrived(2);
    should(values()).eql([1, 1]);
    await show.stage.until(() => show.polls().length > before + 3);
    should(values()).eql([1, 1]);
    should(show.stage.caught).be.empty();
    should(show.logOf(id)).be.empty();
  });

  it('answers a question after a new start with the value that it has read since', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    const body = JSON.stringify({ Value: 0.5 });
    show.hub.trouble({ operation: 'getProperty', delay: 500, body, contentType: 'application/json' });
    await send('start');
    await show.send(id, { topic: 'Übergabe' });
    const answered = show.stage.out.filter(({ topic }) => topic === 'Übergabe');
    should(answered.map(({ payload }) => payload)).eql([0.5]);
  });

  it('shows in its status and its lamp that it is stopped', async () => {
    await open();
    await lampShows('on air');
    await send('stop');
    await lampShows('unknown');
    await show.stage.until(() => show.stage.status(id).text === 'stopped');
    should(show.stage.status(id)).match({ fill: 'grey', shape: 'ring' });
    await send('start');
    await lampShows('on air');
    await show.stage.until(() => show.stage.status(id).text !== 'stopped');
  });

  it('sends unknown at a stop, if nodes that drop repeats follow', async () => {
    await open({ onLoss: 'unknown' });
    await show.stage.until(() => values().at(-1) === 1);
    await send('stop');
    await show.stage.until(() => values().at(-1) === 'unknown');
    should(show.stage.out.at(-1)?.hub).match({ config: 'config', watch: id, at: Number.isFinite });
    await send('stop');
    await send('start');
    await show.stage.until(() => values().at(-1) === 1);
    should(values()).eql(['unknown', 1, 'unknown', 1]);
  });

  it('stays stopped over a deploy', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    await show.stage.close();
    await open();
    const before = show.polls().length;
    await pause(500);
    should(show.polls().length).equal(before);
    await show.stage.until(() => show.stage.status(id).text === 'stopped');
    await send('start');
    await show.arrived(1);
  });

  it('is not stopped if it was removed and comes back', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    await show.stage.node(id).close(true);
    await show.stage.close();
    await open();
    await show.arrived(1);
  });

  it('ends the messages that wait for a value when it is stopped', async () => {
    show.hub.trouble({ operation: 'getProperty', never: true });
    await open();
    const asked: Promise<Message> = show.send(id, {});
    await pause(100);
    show.stage.node(id).receive({ _msgid: 'stop', watch: 'stop' });
    const { error, hub } = await asked;
    should(error.message).match(/the watch is stopped\. .*msg\.watch = "start"/i);
    should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
  });

  it('refuses another word, with the allowed ones', async () => {
    await open();
    await show.arrived(1);
    for (const wrong of ['Start', '', true, 1, null, {}]) {
      const { error, hub } = await send(wrong);
      should(error.message).match(/msg\.watch .*start, stop/i);
      should(hub).match({ code: 'BAD_INPUT' });
    }
    const before = show.polls().length;
    await show.stage.until(() => show.polls().length > before + 3);
  });

  it('keeps the reads of other watches of the same value', async () => {
    await show.open([switched(), watch('other', { params: property, wires: [['lamp']] }), quietLamp]);
    await show.arrived(1);
    await send('stop');
    const before = show.polls().length;
    await show.stage.until(() => show.polls().length > before + 3);
  });

  it('is stopped while the hub is lost, and starts when it is back', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await send('start');
    await show.stage.until(() => show.stage.caught.length > 0);
    const { startSimulator } = await import('../../dist/simulator/index.js');
    show.hub = await startSimulator({ port: Number(port) });
    await show.arrived(2);
    should(values()).eql([1, 1]);
  });
});

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
