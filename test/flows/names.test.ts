import type { IncomingMessage, ServerResponse } from 'node:http';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { useTimeLapse } from '../time-lapse.js';
import { CueStage, cueOf } from './cue-stage.js';
import { fader } from './event-stage.js';
import { LookStage } from './look-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** One name, as the hub has it and as a file of a Mac has it. */
const NFC = '\u00dcbergabe 日本';
const NFD = ' U\u0308bergabe\u3000日本\u00a0';

/** Two names that nobody can separate by eye. */
const PLAIN = 'Gast 1';
const NO_BREAK = 'Gast\u00a01';

const button: NodeOf = {
  id: 'button',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(514), buttonKey: fromMessage('button') },
};

describe('a name that only looks the same', () => {
  describe('of an item or its button', () => {
    const show = CueStage.forEach();

    beforeEach(() => {
      const [evening] = show.hub.state.playout.rundowns;
      const [opener, anchor, reporter, weather] = evening?.items ?? [];
      if (!opener || !anchor || !reporter || !weather) throw new Error('The simulated rundown has other items');
      const [next] = weather.template.buttons;
      if (!next) throw new Error('The simulated item has no button');
      const labels = [NFC, PLAIN, NO_BREAK];
      const buttons = labels.map((label, index) => ({ ...next, id: `b-${index}`, key: `key${index}`, label }));
      weather.template = { ...weather.template, buttons };
      [opener.name, anchor.name, reporter.name] = [NFC, PLAIN, NO_BREAK];
    });

    /** The item and the button of each press that arrived. */
    const presses = () =>
      show.hub.journal
        .filter(({ method }) => method === 'POST')
        .map(({ path }) => path.replace('/api/rest/v1/playout/rundowns/51/items/', ''));

    it('presses the button of the hub by its key, beside a fader, and none of two', async () => {
      show.stage = await perform({ baseUrl: show.hub.url, auth: 'none' }, [button, { ...fader, wires: [] }]);
      const texts = [NFD, PLAIN, 'key2', 'Gast\u20091', NFC];
      const ended: Message[] = [];
      for (const [index, text] of texts.entries()) {
        show.stage.node('fader').receive({ payload: index / 10 });
        show.stage.node('button').receive({ _msgid: `press ${index}`, button: text });
        const find = () =>
          [...show.stage.caught, ...show.stage.completed].find(({ _msgid }) => _msgid === `press ${index}`);
        await show.stage.until(() => find() !== undefined);
        ended.push(find() ?? {});
      }
      should(presses()).eql(['514/key0', '514/key2', '514/key0']);
      const hub = { code: 'BAD_INPUT', outcome: 'not-sent' };
      for (const index of [1, 3]) {
        should(ended[index]?.hub).match(hub);
        should(ended[index]?.error.message).match(/key1 \(Gast 1\), key2 \(Gast\u00a01\)/);
      }
      await show.stage.until(() => show.values.at(-1) === 0.4);
    });
  });

  describe('of a look or its properties', () => {
    const show = LookStage.forEach();

    beforeEach(() => {
      const [engine] = show.hub.state.engines;
      if (!engine) throw new Error('The simulated hub has no engine');
      Object.assign(engine.host, { displayName: NFC });
    });

    it('is stored, recalled and shown under its first spelling, and a safe property stays safe', async () => {
      const named = (property: string, recall: boolean) => ({ engine: NFD, node: 'Mixer', property, recall });
      const properties = [named('Overlay\u00a0Opacity', true), named('Overlay  Tint', false)];
      const others = [named('Overlay Opacity', true), named('Overlay Tint', false)].map((row) => ({
        ...row,
        engine: NFC,
      }));
      await show.open([show.look('store', [], { properties }), show.look('recall', [], { properties: others })]);
      await show.send('store', { operation: 'store', look: NFC, payload: true });
      const engine = show.hub.state.engines[0]?.host.id;
      const url = `${show.hub.url}/api/rest/v1/engines/${engine}/nodes/Mixer_0/properties`;
      const headers = { 'content-type': 'application/json' };
      const set = (path: string, Value: unknown) =>
        fetch(`${url}/${encodeURIComponent(path)}`, { method: 'PATCH', headers, body: JSON.stringify({ Value }) });
      await set('Overlay//Opacity/0', 0.125);
      await set('Overlay//Tint/0', { x: 0, y: 0, z: 0, w: 1 });
      const before = show.hub.journal.length;

      const recalled = await show.send('recall', { operation: 'recall', look: NFD, payload: true });
      should(recalled.hub).match({ outcome: 'done' });
      should(recalled.payload).have.length(1);
      const sent = show.hub.journal.slice(before).filter(({ method }) => method === 'PATCH');
      should(sent.map(({ path }) => decodeURIComponent(path).split('/properties/')[1])).eql(['Overlay//Opacity/0']);
      const compared = await show.send('recall', { operation: 'compare', look: NFD, payload: true });
      should(compared.payload.map(({ property }: Message) => property)).eql(['Overlay  Tint']);

      const listed = await show.send('store', { operation: 'list' });
      should(listed.payload).eql([NFC]);
      await show.send('store', { operation: 'store', look: NFD, payload: true });
      should((await show.send('store', { operation: 'list' })).payload).eql([NFC]);
    });
  });
});

describe('a name that does not exist', function () {
  /** The simulator's item 512 has the buttons In and Out. */
  const wave: NodeOf = {
    id: 'a1b2c3d4e5f60718',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params: {
      rundownId: literal(51),
      itemId: { ...literal(512), label: 'Anchor' },
      buttonKey: fromMessage('payload'),
    },
  };

  this.timeout(60_000);
  const show = LookStage.forEach();
  const message = () => String(show.stage.caught.at(-1)?.error.message);
  const shows = (id: string, text: string) => show.stage.until(() => show.stage.status(id).text === text);

  it('begins the reason of a button, is in the status, and the sentence has no id of the node', async () => {
    await show.open([wave]);
    await show.send(wave.id, { payload: 'Wave' });
    should(message()).match(
      /^Anchor › Wave \(127\..*\): not sent – no button "Wave" – choose in \(In\), out \(Out\)\.$/,
    );
    await shows(wave.id, 'no button Wave');
    await show.send(wave.id, { payload: 'Start the whole sequence' });
    await shows(wave.id, 'no button Start the…');
    await show.send(wave.id, { payload: 'In' });
    await show.stage.until(() => /^✓ In/.test(show.stage.status(wave.id).text ?? ''));
  });
});

describe('an id of digits', () => {
  /** A number rounds these two to the ids of other things. */
  const ITEM = '12345678901234567891';
  const RUNDOWN = '9007199254740993';

  /** The answers of the hub, as text, since a number would round the ids. */
  const ANSWERS: Readonly<Record<string, string>> = {
    '/playout/rundowns': `[{"id":${RUNDOWN},"name":"Abend"},{"id":9007199254740992,"name":"日本"}]`,
    [`/playout/rundowns/${RUNDOWN}/items`]: `[{"id": ${ITEM}, "name": "Übergabe"}]`,
    [`/playout/rundowns/${RUNDOWN}/items/${ITEM}`]: `{"id":${ITEM},"buttons":[{"id":${ITEM}1,"label":"Start"}]}`,
  };

  const button = (params: object = {}): NodeOf => ({
    id: 'button',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params: {
      rundownId: { type: 'num', value: RUNDOWN },
      itemId: fromMessage('item'),
      buttonKey: literal('Start'),
      ...params,
    },
  });

  const show = CueStage.forEach();
  let hub: HostileHub;
  /** Commands at the same time: now, and the most so far. */
  let inProgress = 0;
  let most = 0;

  beforeEach(async () => {
    [inProgress, most] = [0, 0];
    hub = await hostileHub((request: IncomingMessage, response: ServerResponse) => {
      const path = (request.url ?? '').replace('/api/rest/v1', '');
      response.writeHead(200, { 'content-type': 'application/json' });
      if (request.method === 'GET') return void response.end(ANSWERS[path] ?? '[]');
      inProgress += 1;
      most = Math.max(most, inProgress);
      // The client may send the next command before this one has ended.
      setTimeout(() => {
        inProgress -= 1;
        response.end('{"success":true}');
      }, 20);
    });
  });
  afterEach(() => hub.close());

  const open = (...parts: NodeOf[]) => show.open({}, {}, parts, { baseUrl: hub.url });

  /** Each command as it was on the wire: method, path, body. */
  const commands = () =>
    hub.requests
      .filter(
        ({ method, body }) => method !== 'GET' && !/^(\[|,?\{"id":\d+,"url":"[^"]*","verb":"GET"\})+\]$/.test(body),
      )
      .map(({ method, url, body }) => `${method} ${url.replace('/api/rest/v1', '')}${body && ` ${body}`}`);

  const send = (id: string, msg: Message) => show.stage.send(id, { _msgid: `message ${JSON.stringify(msg)}`, ...msg });

  it('is sent with the digits of the message, of the dialog and of the answer of the hub', async () => {
    await open(button());
    for (const item of [ITEM, ` ${ITEM} `]) should((await send('button', { item })).hub.outcome).equal('done');
    const path = `POST /playout/rundowns/${RUNDOWN}/items/${ITEM}/${ITEM}1`;
    should(commands()).eql([path, path]);
  });

  it('stays as it was written, also with zeros, and waits for the same id without them', async () => {
    const next = { id: 'next', type: 'hub-linear-play', operation: 'playNext' };
    const params = { engineId: fromMessage('show'), preview: literal('program') };
    await open({ ...next, params });
    for (const shown of ['007', '7', 7]) show.stage.node('next').receive({ show: shown });
    // A node of the cue list may complete a message of its own.
    await show.stage.until(() => commands().length === 3 && inProgress === 0);
    should(most).equal(1);
    should(commands()).eql(['007', '7', '7'].map((each) => `PUT /linear/rundown/${each}/playnext/0`));
  });

  it('is refused as a number that has lost digits, with the field, the value and the way to write it', async () => {
    await open(button());
    for (const item of [Number(ITEM), 2 ** 53, '1e20']) {
      const { error, hub: facts } = await send('button', { item });
      should(facts).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.message).match(/Item must be a whole number up to 9007199254740991, or its digits as text/);
    }
    should((await send('button', { item: Number(ITEM) })).error.message).match(/It is 12345678901234567000\./);
    should(commands()).eql([]);
    await send('button', { item: ITEM });
    should(commands()).have.length(1);
  });

  it('keeps its digits in a body, in a list and in a batch', async () => {
    const load = { id: 'load', type: 'hub-graph', operation: 'loadGraph' };
    const create = { id: 'create', type: 'hub-launcher', operation: 'createLaunchConfig' };
    const batch = { id: 'batch', type: 'hub-batch', operation: 'batch', params: { entries: fromMessage('payload') } };
    await open(
      { ...load, params: { graphId: literal('007'), engineHostId: fromMessage('engine') } },
      { ...create, params: { name: literal('日本'), renderers: fromMessage('payload') } },
      batch,
    );
    await send('load', { engine: RUNDOWN });
    await send('load', { engine: '07' });
    await send('create', { payload: [RUNDOWN, 5, '6'] });
    should((await send('create', { payload: [Number(RUNDOWN)] })).hub).match({ code: 'BAD_INPUT' });
    const entry = { id: 1, operation: 'loadGraph', params: { graphId: RUNDOWN, engineHostId: ITEM } };
    await send('batch', { payload: [entry] });
    should(commands()).eql([
      `POST /graphs/007/load {"engineHostId":${RUNDOWN}}`,
      'POST /graphs/007/load {"engineHostId":7}',
      `POST /launcher/create {"name":"日本","renderers":[${RUNDOWN},5,6]}`,
      `PUT /batch [{"id":1,"url":"/graphs/${RUNDOWN}/load","verb":"POST","body":{"engineHostId":${ITEM}}}]`,
    ]);
  });

  it('is found by its name in a cue, and sent with all digits of the answer', async () => {
    const step = {
      ...{ does: 'command' as const, operation: 'pressItemButton', delay: 0 },
      params: {
        rundownId: { type: 'num', value: '1', label: 'Abend' },
        itemId: { type: 'num', value: '2', label: 'U\u0308bergabe' },
        buttonKey: literal('Start'),
      },
    };
    await show.open({ '10': cueOf('Abend', [step]) }, {}, [], { baseUrl: hub.url });
    await show.send('go');
    should(commands()).eql([`POST /playout/rundowns/${RUNDOWN}/items/${ITEM}/${ITEM}1`]);
  });
});

describe('the id and the name of an item', () => {
  const NAME = 'Übergabe 日本語';

  /** The item and the button were chosen as item 512 and button b-311, when the item had this name. */
  const params = {
    rundownId: literal(51),
    itemId: { ...literal(512), label: NAME },
    buttonKey: literal('b-311'),
  };

  const press: NodeOf = {
    id: 'node',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params,
    wires: [['out']],
  };

  const action = { on: 'press', does: 'command', operation: 'pressItemButton', params };
  const key: NodeOf = {
    ...{ id: 'key', type: 'hub-control', surface: 'streamdeck', control: 'key 3', kind: 'button' },
    ...{ actions: [action], wires: [[], ['answers']] },
  };

  const update: NodeOf = {
    ...{ id: 'fader', type: 'hub-playout-item', operation: 'updateItem', wires: [['out']] },
    params: { ...params, buttonKey: undefined, name: { type: 'msg', value: 'payload' } },
  };

  useTimeLapse();
  const show = CueStage.forEach();
  let round = 0;

  const items = () => show.hub.state.playout.rundowns[0]?.items ?? [];
  const item = (id: number) => {
    const found = items().find((each) => each.id === id);
    if (!found) throw new Error(`The simulated rundown has no item ${id}`);
    return found;
  };
  const named = (id: number, name: string) => Object.assign(item(id), { name });

  /** The items of the presses that arrived. */
  const presses = () =>
    show.hub.journal
      .filter(({ operation }) => operation === 'pressItemButton')
      .map(({ path }) => Number(/items\/(\d+)/.exec(path)?.[1]));

  const open = async () => {
    named(512, NAME);
    const step = { does: 'command' as const, operation: 'pressItemButton', params, delay: 0 };
    const out = ['out', 'answers'].map((id): NodeOf => ({ id, type: 'helper' }));
    await show.open({ '10': cueOf('日本語', [step]) }, {}, [press, key, update, ...out]);
  };

  /** Presses with the node, the key and the cue, one after the other. Returns the failures. */
  async function pressAll(): Promise<Message[]> {
    const before = show.stage.caught.length;
    round += 1;
    await show.stage.send('node', { _msgid: `node ${round}` });
    await show.stage.send('key', { _msgid: `key ${round}`, topic: 3, payload: 1 });
    await show.send('goto', { cue: '10' });
    return show.stage.caught.slice(before);
  }

  /** The lists that were read a moment ago may be used for 1 s. */
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1100));

  it('are sent, if only the id points to an item, and the answer has its new name', async () => {
    await open();
    await pressAll();
    named(512, 'Moderation');
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 512, 512, 512]);
    const renamed = { field: 'itemId', saved: { value: 512, label: NAME }, now: { value: 512, label: 'Moderation' } };
    should(show.stage.received('out')[1]?.hub.renamed).eql([renamed]);
    should(show.stage.received('answers')[1]?.hub.renamed).eql([renamed]);
  });

  it('are sent, if only the name points to an item', async () => {
    await open();
    await pressAll();
    Object.assign(item(512), { id: 599 });
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 599, 599, 599]);
    should(show.stage.received('out')[1]?.hub).match({
      renamed: [{ now: { value: 599, label: NAME } }],
      params: { itemId: 599 },
    });
  });

  it('hold the press if they point to two items, name both, and send again when this is corrected', async () => {
    await open();
    await pressAll();
    named(512, '天気');
    named(513, NAME);
    await wait();
    const failures = await pressAll();
    should(failures.map(({ hub }) => [hub.code, hub.outcome])).eql(Array(3).fill(['BAD_INPUT', 'not-sent']));
    for (const { error } of failures) {
      should(error.message).match(/“Übergabe 日本語” was saved with the id 512/);
      should(error.message).match(/512 is now “天気”.*“Übergabe 日本語” has the id 513/);
    }
    should(presses()).eql([512, 512, 512]);
    named(512, NAME);
    named(513, '天気');
    // A second press without a release counts after 0.3 s.
    await wait();
    should(await pressAll()).eql([]);
    should(presses()).eql([512, 512, 512, 512, 512, 512]);
  });
});

describe('a number with a decimal comma', () => {
  const setter = (id: string, nodePath: string, propertyPath: string): NodeOf => ({
    id,
    type: 'hub-engine-property',
    operation: 'setProperty',
    delivery: 'inOrder',
    params: {
      engineId: literal(1),
      nodePath: literal(nodePath),
      propertyPath: literal(propertyPath),
      Value: fromMessage('payload'),
      Duration: fromMessage('duration'),
    },
  });
  const opacity = setter('opacity', 'Mixer_0', 'Overlay//Opacity/0');
  const channel = setter('channel', 'Mixer_0', 'Channels//ProgramChannel/0');

  const HINT = /must be a number without separators of thousands, such as 1000, 0\.5 or 0,5\. It is "1,000"\./;

  let hub: Simulator;
  let stage: Stage;

  beforeEach(async () => {
    hub = await startSimulator();
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const open = async (...parts: NodeOf[]) => {
    stage = await perform({ baseUrl: hub.url, auth: 'none', timeout: '2,5' }, parts);
  };
  const bodies = () => hub.journal.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const send = (id: string, msg: Message) => stage.send(id, { _msgid: `m${JSON.stringify(msg)}`, ...msg });

  it('is a number for a property that holds one, and text for a text', async () => {
    await open(opacity, channel);
    await send('opacity', { payload: '0,5', duration: '0,25' });
    await send('channel', { payload: '0,5' });
    await send('channel', { payload: '1,000' });
    await send('opacity', { payload: { x: '0,5' } });
    should(bodies()).eql([
      { Value: 0.5, Duration: 0.25 },
      { Value: '0,5' },
      { Value: '1,000' },
      { Value: { x: '0,5' } },
    ]);
  });

  it('is refused with a hint if it may separate thousands, and nothing is sent', async () => {
    await open(opacity);
    const refused = [{ payload: '1,000' }, { payload: 1, duration: '1,000' }];
    for (const msg of refused) {
      const { error, hub: facts } = await send('opacity', msg);
      should(facts).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(error.message).match(HINT);
    }
    should(bodies()).eql([]);
    await send('opacity', { payload: '0,125' });
    should(bodies()).eql([{ Value: 0.125 }]);
  });
});
