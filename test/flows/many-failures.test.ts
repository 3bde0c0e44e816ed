import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import { linkPackage } from '../link-package.js';
import { FEW_NODES, type RealNodeRed, startNodeRed } from '../real-node-red.js';
import { fader } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type Message, perform, type Stage } from './stage.js';

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

  it('ends each message once, in order, and a message without an error has the code', async () => {
    await failAll();
    await pause(50);
    const { errors } = split(show.caught);
    should([...errors, ...show.completed].map(idOf).sort()).eql(ids(MESSAGES).sort());
    for (const list of [errors, show.completed])
      should(list.map(idOf).map(Number)).eql(
        list
          .map(idOf)
          .map(Number)
          .sort((one, other) => one - other),
      );
    should(show.completed.map(({ hub }) => hub)).matchEvery({ code: 'BAD_INPUT', outcome: 'not-sent' });
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

  it('reports the number when it closes', async () => {
    for (const _msgid of ids(MESSAGES)) show.node('bad').receive({ _msgid, payload: 1 });
    await show.until(() => show.caught.length > 0);
    await show.node('bad').close();
    await show.until(() => split(show.caught).errors.length + show.completed.length === MESSAGES);
    // Less than the pause between two reports.
    await pause(100);
    should(sum(split(show.caught).unreported)).equal(show.completed.length);
  });
});

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
