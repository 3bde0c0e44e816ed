import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause, setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { useTimeLapse } from '../time-lapse.js';
import { fader } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, logOf, type Message, type NodeOf, perform, type Stage } from './stage.js';
import { watch } from './watch-stage.js';

/** Every answer takes this long. A press expires after 2 s. */
const SLOW_MS = 3000;

const playoutItem = (id: string, rundownId: number, itemId: number): NodeOf => ({
  id,
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(rundownId), itemId: literal(itemId), buttonKey: fromMessage('payload') },
});

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
});

describe('the order of commands', () => {
  const onShow = (id: string, operation: string, more: object): NodeOf => ({
    id,
    type: 'hub-linear-play',
    operation,
    expiry: '30',
    params: { engineId: literal(101), preview: literal('program'), ...more },
  });

  describe('two nodes of one linear engine', () => {
    let hub: Simulator;
    let stage: Stage;

    before(async () => {
      hub = await startSimulator();
      stage = await perform({ baseUrl: hub.url, auth: 'none' }, [
        onShow('play', 'playItem', { itemId: literal(2011) }),
        onShow('away', 'takeOut', {}),
        onShow('other', 'takeOut', { engineId: literal(102) }),
      ]);
    });

    after(async () => {
      await stage.close();
      await hub.close();
    });

    const commands = () =>
      hub.journal
        .filter(({ method }) => method === 'PUT')
        .map(({ operation, params }) => `${operation} ${params.engineId}`);

    it('keep their order on the wire, also when the first answer is slow, and hold up nobody else', async () => {
      hub.trouble({ operation: 'playItem', delay: 1500 });
      stage.node('play').receive({ _msgid: '1', payload: 1 });
      stage.node('away').receive({ _msgid: '2', payload: 1 });
      await stage.send('other', { _msgid: '3', payload: 1 });
      // Each has its own connection, and a new one waits before its first byte.
      await stage.until(() => commands().length >= 2);
      should(commands().sort()).eql(['playItem 101', 'takeOut 102']);
      await stage.until(() => stage.completed.length === 3);
      should(commands().slice(2)).eql(['takeOut 101']);
      should(hub.state.linear.engines[0]?.outputs[0]?.playing).be.null();
      const waited = stage.out.find(({ _msgid }) => _msgid === '2')?.hub.waited;
      should(waited).be.aboveOrEqual(200);
    });
  });

  describe('two configurations of one hub', () => {
    it('give a warning with the address, since the order is kept within one of them', async () => {
      const auth = 'none';
      const second = (id: string, baseUrl: string) => ({ id, type: 'hub-config', baseUrl, auth });
      const configs = [second('other', 'http://127.0.0.2:8090'), second('first', 'http://127.0.0.1:8090')];
      const stage = await perform({ baseUrl: 'http://127.0.0.1:8090/', auth }, [], {}, { configs });
      const warnings = ['other', 'first', 'config'].map((id) => logOf(id).filter((line) => /same address/.test(line)));
      await stage.close();
      should(warnings.map(({ length }) => length)).eql([0, 0, 1]);
      should(warnings[2]?.[0]).containEql('(http://127.0.0.1:8090/api/rest/v1)');
    });
  });
});

describe('many failures', () => {
  /** The hub does not exist, and bad input fails before it is asked. */
  const config = { baseUrl: 'http://127.0.0.1:9', auth: 'none' };

  const bad = { ...fader, id: 'bad', params: { ...property, engineId: literal(''), Value: fromMessage('payload') } };

  /** More than the limit of 1000 waiting errors. */
  const MESSAGES = 1500;

  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));

  /** The errors of single messages, and the numbers in the reports about the others. */
  function split(caught: readonly Message[]): { errors: Message[]; unreported: number[] } {
    return {
      errors: caught.filter(({ hub }) => hub.unreported === undefined),
      unreported: caught.flatMap(({ hub }) => hub.unreported ?? []),
    };
  }

  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

  const idOf = ({ _msgid }: Message): string => _msgid;

  /** Memory of Node-RED in MB. It needs 50 without the messages. */
  const HEAP = 160;

  /** Messages with a text of 32 kB, which need the whole memory if they all wait. Node-RED copies a text without work. */
  const LARGE_MESSAGES = 5000;

  const at = { z: 'tab', x: 100, y: 100 };

  /** Counts the errors and the numbers in the reports, and logs when each message has ended. */
  const COUNT = `
  const { hub, error } = msg;
  const ended = (context.get('ended') ?? 0) + (hub.unreported ?? 1);
  context.set('ended', ended);
  if (ended === ${LARGE_MESSAGES}) node.warn('all ended');`;

  const SEND = `
  let count = 0;
  const sending = setInterval(() => {
    for (let each = 0; each < 200; each += 1)
      node.send({ payload: Buffer.alloc(32_000, 'x').toString('latin1') });
    count += 200;
    if (count === ${LARGE_MESSAGES}) clearInterval(sending);
  }, 10);`;

  describe('a node whose messages fail faster than errors can be sent', () => {
    let show: Stage;

    beforeEach(async () => {
      show = await perform(config, [bad, { ...bad, id: 'press' }]);
    });
    afterEach(() => show.close());

    async function failAll(): Promise<void> {
      for (const _msgid of ids(MESSAGES)) show.node('bad').receive({ _msgid, payload: 1 });
      await show.until(() => split(show.caught).errors.length + show.completed.length >= MESSAGES);
      await show.until(() => sum(split(show.caught).unreported) === show.completed.length);
    }

    it('reports at least the last hundred errors one by one, and the number of the others', async () => {
      await failAll();
      const { errors, unreported } = split(show.caught);
      should(errors.length).be.within(100, MESSAGES - 1);
      should(errors.slice(-100).map(idOf)).eql(ids(MESSAGES).slice(-100));
      should(sum(unreported)).equal(MESSAGES - errors.length);
      const report = show.caught.find(({ hub }) => hub.unreported) as Message;
      should(report.error.message).equal(
        `Too many messages fail. The errors of ${report.hub.unreported} messages were not reported.`,
      );
      should(report.error.source.id).equal('bad');
    });

    it('does not push out the errors of another node', async () => {
      for (const _msgid of ids(MESSAGES)) {
        show.node('bad').receive({ _msgid, payload: 1 });
        if (Number(_msgid) % 100 === 0) show.node('press').receive({ _msgid: `press ${_msgid}` });
      }
      await show.until(() => show.caught.length + show.completed.length >= MESSAGES + MESSAGES / 100);
      await show.until(() => sum(split(show.caught).unreported) === show.completed.length);
      const presses = show.caught.map(idOf).filter((id) => id?.startsWith('press'));
      should(presses).eql(ids(MESSAGES / 100).map((hundred) => `press ${Number(hundred) * 100}`));
    });
  });

  describe(`a Node-RED with ${HEAP} MB and 20,000 failing messages a second`, function () {
    this.timeout(240_000);
    const userDir = mkdtempSync(join(tmpdir(), 'hub-failures-'));
    let nodeRed: RealNodeRed;

    before(async () => {
      const flow = [
        { id: 'tab', type: 'tab', label: 'Show' },
        { id: 'config', type: 'hub-config', ...config, version: 1 },
        { id: 'start', type: 'inject', once: true, onceDelay: 0.1, props: [], wires: [['send']], ...at },
        { id: 'send', type: 'function', func: SEND, outputs: 1, wires: [['bad']], ...at },
        { hub: 'config', version: 1, ...bad, wires: [[]], ...at },
        { id: 'onError', type: 'catch', scope: ['bad'], wires: [['count']], ...at },
        { id: 'count', type: 'function', func: COUNT, outputs: 0, wires: [], ...at },
      ];
      writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flow));
      linkPackage(userDir);
      nodeRed = await startNodeRed(userDir, FEW_NODES, [`--max-old-space-size=${HEAP}`]);
    });

    after(async () => {
      await nodeRed?.stop();
      rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
    });

    it('continues, and each message ends', async () => {
      for (
        const deadline = Date.now() + 200_000;
        !/all ended/.test(nodeRed.log()) && Date.now() < deadline;
        await pause(100)
      )
        should(nodeRed.log()).not.match(/out of memory/);
      should(nodeRed.log()).match(/all ended/);
    });
  });
});

describe('many nodes that lose their hub at once', () => {
  const WATCHES = 500;

  const ids = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);

  /** Counts how often the number of errors grows after the first ones, seen from other work between them. */
  async function countParts({ caught, until }: Stage): Promise<() => number> {
    await until(() => caught.length > 0);
    const counts = new Set<number>();
    let isOn = true;
    const look = () => {
      counts.add(caught.length);
      if (isOn) setImmediate(look);
    };
    look();
    return () => {
      isOn = false;
      return counts.size - 1;
    };
  }

  let hub: Simulator;
  let show: Stage;

  beforeEach(async () => {
    hub = await startSimulator({ port: await freePort() });
  });
  afterEach(async () => {
    await show.close();
    await hub.close();
  });

  async function openWatches(interval = '0.5'): Promise<void> {
    const nodes = ids(WATCHES).map((id): NodeOf => watch(id, { interval, name: id }));
    show = await perform({ baseUrl: hub.url, auth: 'none' }, nodes);
    await show.until(() => show.out.length === WATCHES);
    await show.until(() => ids(WATCHES).every((id) => show.status(id).fill === 'green'));
  }

  it('report each error once, in parts, and each value after it', async () => {
    await openWatches();
    const { port } = new URL(hub.url);
    await hub.close();
    const parts = await countParts(show);
    await show.until(() => show.caught.length === WATCHES);
    should(parts()).be.above(3);
    should(show.caught.map(({ topic }) => topic).sort()).eql(ids(WATCHES).sort());
    await show.until(() => ids(WATCHES).every((id) => show.status(id).text?.startsWith('hub offline')));
    should(show.out).have.length(WATCHES);
    hub = await startSimulator({ port: Number(port) });
    await show.until(() => show.out.length === 2 * WATCHES);
    should(
      show.out
        .slice(WATCHES)
        .map(({ topic }) => topic)
        .sort(),
    ).eql(ids(WATCHES).sort());
    await show.until(() => ids(WATCHES).every((id) => show.status(id).fill === 'green'));
    should(show.caught).have.length(WATCHES);
  });
});

describe('a watch of a list of 10 MB that changes at each poll', function () {
  /** Numbers in a list of 10 MB. */
  const NUMBERS = 1_800_000;

  /** Memory of Node-RED in MB. It needs 40 without the list, and a list needs 15. */
  const HEAP = 150;

  /** Changes that the watch must report. */
  const CHANGES = 5;

  /** The last number is different in each list. */
  const lists = [1, 2, 3].map((last) =>
    JSON.stringify([...Array.from({ length: NUMBERS }, (_, index) => 10_000 + (index % 80_000)), last]),
  );

  const at = { z: 'tab', x: 100, y: 100 };

  this.timeout(240_000);
  const userDir = mkdtempSync(join(tmpdir(), 'hub-memory-'));
  let hub: Server;
  let nodeRed: RealNodeRed;

  before(async () => {
    let reads = 0;
    hub = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (!request.url?.endsWith('/renderer')) response.end('[]');
      else response.end(lists[reads % lists.length]);
      reads += 1;
    }).listen(0, '127.0.0.1');
    await once(hub, 'listening');
    const { port } = hub.address() as AddressInfo;
    const flow = [
      { id: 'tab', type: 'tab', label: 'Show' },
      { id: 'hub', type: 'hub-config', baseUrl: `http://127.0.0.1:${port}`, auth: 'none', version: 1 },
      {
        ...{ id: 'watch', type: 'hub-watch', hub: 'hub', version: 1, operation: 'listRenderers' },
        ...{ params: { configID: literal(7) }, interval: '0.5', wires: [['show']], ...at },
      },
      {
        ...{ id: 'show', type: 'debug', active: true, tosidebar: false, console: true },
        ...{ complete: 'truncated', targetType: 'msg', wires: [], ...at },
      },
    ];
    writeFileSync(join(userDir, 'flows.json'), JSON.stringify(flow));
    linkPackage(userDir);
    nodeRed = await startNodeRed(userDir, FEW_NODES, [`--max-old-space-size=${HEAP}`]);
  });

  after(async () => {
    await nodeRed?.stop();
    hub?.closeAllConnections();
    hub?.close();
    rmSync(userDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('needs memory for a few lists only', async () => {
    const changes = () => nodeRed.log().match(/\[debug:show\] true/g)?.length ?? 0;
    for (const deadline = Date.now() + 200_000; changes() < CHANGES && Date.now() < deadline; await sleep(100))
      should(nodeRed.log()).not.match(/out of memory/);
    should(changes()).be.aboveOrEqual(CHANGES, nodeRed.log());
  });
});
