import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { type NodeOf, perform, type Stage } from './stage.js';
import { watch } from './watch-stage.js';

const split: NodeOf = {
  ...{ id: 'split', type: 'split', splt: '\\n', spltType: 'str', arraySplt: 1, property: 'payload' },
  wires: [['filter']],
};
const filter: NodeOf = {
  ...{ id: 'filter', type: 'rbe', func: 'rbe', septopics: false, property: 'payload' },
  wires: [['lamp']],
};
const join: NodeOf = { id: 'join', type: 'join', mode: 'auto', wires: [['lamp']] };

/** The reads of a watch before the nodes of a wiring, and these nodes. */
const WIRINGS = {
  'a filter': { path: 'Value', parts: [filter] },
  'split, filter and join': { path: '', parts: [split, { ...filter, wires: [['join']] }, join] },
} as const;

/** Answers without a state. */
const EMPTY = { null: 'null', 'an empty body': '', 'an empty object': '{}', 'a value that is null': '{"Value":null}' };

describe('a lamp behind nodes that drop repeats', () => {
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;
  let port: number;
  let hostile: HostileHub | undefined;

  beforeEach(async () => {
    port = await freePort();
    await start();
  });
  afterEach(async () => {
    await stage.close();
    await Promise.all([hub.close(), hostile?.close()]);
    hostile = undefined;
  });

  async function start(): Promise<void> {
    hub = await startSimulator({ port, dialect: 2, restartTime: 0 });
  }

  /** The messages of the watch also go to the output. */
  async function open(
    { path, parts }: { path: string; parts: readonly NodeOf[] },
    onLoss?: string,
    baseUrl = hub.url,
  ): Promise<void> {
    const modules = ['function/rbe.js', 'function/10-switch.js', 'sequence/17-split.js'].map(
      coreNode,
    ) as NodeInitializer[];
    const nodes = [
      watch('watch', { path, ...(onLoss && { onLoss }), wires: [[parts[0]?.id, 'out']] }),
      lamp({ surface: 'mqtt', states: [{ state: 'unknown', blink: false }], wires: [] }),
      ...parts,
    ];
    stage = await perform({ baseUrl, auth: 'none', dialect: '2' }, nodes, {}, { modules });
  }

  const shown = () => stage.status('lamp').text;
  const shows = (text: string) => stage.until(() => shown() === text);

  async function lose(): Promise<void> {
    await shows('on air');
    await hub.close();
    await shows('unknown');
    await start();
  }

  for (const [name, wiring] of Object.entries(WIRINGS))
    it(`is right again behind ${name}, if the watch sends unknown at a loss`, async () => {
      await open(wiring, 'unknown');
      await lose();
      await shows('on air');
      should(stage.caught).have.length(1);
    });

  it('waits for a change behind a filter, if the watch sends nothing at a loss', async () => {
    await open(WIRINGS['a filter']);
    await lose();
    await stage.until(() => stage.out.length === 2);
    await pause(500);
    should(shown()).equal('unknown');
    should(stage.out.map(({ payload }) => payload)).eql([1, 1]);
  });

  it('gets unknown at the start too, since a filter may have the value from before a deploy of the watch', async () => {
    await open(WIRINGS['a filter'], 'unknown');
    await lose();
    await shows('on air');
    const unknown = { payload: 'unknown', changed: [''] };
    const value = { payload: 1, previous: 'unknown', changed: [''] };
    should(stage.out.map(({ payload, previous, changed }) => ({ payload, previous, changed }))).eql([
      { ...unknown, previous: undefined },
      value,
      { ...unknown, previous: 1 },
      value,
    ]);
    for (const { hub: read, topic } of stage.out) {
      should(topic).equal('getProperty');
      should(read).match({ operation: 'getProperty', area: 'engine-property', watch: 'watch' });
    }
  });

  it('gets unknown once while the hub refuses the read again and again', async () => {
    await open(WIRINGS['a filter'], 'unknown');
    await shows('on air');
    const undo = hub.trouble({ operation: 'getProperty', status: 500 });
    await shows('unknown');
    const reads = () => hub.journal.filter(({ path }) => path.includes('/properties/')).length;
    const before = reads();
    await stage.until(() => reads() >= before + 2);
    undo();
    await shows('on air');
    should(stage.out.map(({ payload }) => payload)).eql(['unknown', 1, 'unknown', 1]);
  });

  for (const [name, body] of Object.entries(EMPTY))
    it(`is unknown while the hub answers the read with ${name}, although the switch drops that`, async () => {
      let answer = '{"PropertyPath":"P","DisplayName":"Übergabe","Value":1}';
      hostile = await hostileHub(({ url = '' }, response) => {
        const isRead = url.includes('/properties/');
        response.writeHead(isRead ? 200 : 404, { 'Content-Type': 'application/json' }).end(isRead ? answer : '{}');
      });
      // The flow of a technician lets only the states on and off through.
      const rules = [
        { t: 'eq', v: '1', vt: 'num' },
        { t: 'eq', v: '0', vt: 'num' },
      ];
      const onOff = { id: 'onOff', type: 'switch', property: 'payload', propertyType: 'msg', rules, checkall: 'false' };
      await open({ path: 'Value', parts: [{ ...onOff, wires: [['lamp'], ['lamp']] }] }, undefined, hostile.url);
      await shows('on air');
      const on = answer;
      answer = body;
      await shows('unknown');
      answer = on;
      await shows('on air');
      should(stage.caught).have.length(1);
      should(stage.caught[0]?.hub).match({ code: 'HUB_BAD_ANSWER' });
    });

  it('needs a watch with a valid field', async () => {
    await open(WIRINGS['a filter'], 'silence');
    await stage.until(() => stage.status('watch').fill === 'red');
    should(stage.out).be.empty();
  });
});
