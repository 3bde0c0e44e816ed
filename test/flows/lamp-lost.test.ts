import { createServer } from 'node:net';
import fc from 'fast-check';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { examples, pointedAt, showsProperty } from '../examples.js';
import { freePort } from '../free-port.js';
import { recipes } from '../recipes.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { literal, type NodeOf, perform, type Stage } from './stage.js';

/**
 * Maximum time until a lamp is right after its hub is back, in ms. It takes 2 s, and longer on a busy machine. The tests of
 * the connection count the probes exactly.
 */
const RECOVERY_MS = 15_000;

const lamp = (id: string, fields: object = {}): NodeOf => ({
  id,
  type: 'hub-lamp',
  surface: 'mqtt',
  control: id,
  hub: '',
  states: [{ state: 'unknown', blink: false }],
  ...fields,
});

const watch = (fields: object = {}): NodeOf => ({
  id: 'watch',
  name: 'title',
  type: 'hub-watch',
  operation: 'getProperty',
  params: { engineId: literal(1), nodePath: literal('Mixer_0'), propertyPath: literal('Overlay//Opacity/0') },
  path: 'Value',
  interval: '0.1',
  wires: [['lamp']],
  ...fields,
});

/** A node that creates a new message without the watch's `msg.hub`. */
const dropHub: NodeOf = {
  id: 'drops',
  type: 'function',
  func: 'return { topic: msg.topic, payload: msg.payload };',
  outputs: 1,
};

describe('a lamp whose hub is lost', () => {
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;
  let port: number;

  beforeEach(async () => {
    port = await freePort();
    await start();
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  async function start(): Promise<void> {
    hub = await startSimulator({ port, dialect: 2, restartTime: 0 });
  }
  const open = async (parts: NodeOf[]) => {
    const modules = [coreNode('function/10-function.js') as NodeInitializer];
    const config = { baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino' };
    stage = await perform(config, parts, {}, { modules });
  };
  const shown = (id = 'lamp') => stage.status(id).text;
  const shows = (text: string, id = 'lamp') => stage.until(() => shown(id) === text);
  const set = async (value: number) => {
    const response = await fetch(
      `${hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/${encodeURIComponent('Overlay//Opacity/0')}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Value: value }),
      },
    );
    should(response.ok).be.true();
  };
  /** The states since the first `count` messages. */
  const statesSince = (count: number) => stage.out.slice(count).map(({ payload }) => payload);

  /** A lamp whose messages name the hub, one whose messages do not, and one with a configured hub. */
  const ids = ['lamp', 'blank', 'named'];
  const openAll = () => {
    const lamps = ids.map((id) => lamp(id, { hub: id === 'named' ? 'config' : '' }));
    return open([watch({ wires: [['lamp', 'drops']] }), { ...dropHub, wires: [['blank', 'named']] }, ...lamps]);
  };
  const allShow = (text: string) => stage.until(() => ids.every((id) => shown(id) === text));

  it('is unknown, and later shows the new state without the old one in between', async () => {
    await openAll();
    await allShow('on air');
    await hub.close();
    await allShow('unknown');
    // Long enough to detect a growing pause.
    await pause(3500);
    const before = stage.out.length;
    await start();
    await set(0);
    const back = Date.now();
    await allShow('off');
    should(Date.now() - back).be.below(RECOVERY_MS);
    await stage.until(() => statesSince(before).length === 3);
    should(statesSince(before)).eql(['off', 'off', 'off']);
  });

  for (const [reply, trouble] of [
    ['503', { status: 503 }],
    ['nothing', { hangUp: 'before' }],
    ['rubbish', { rubbish: true }],
    ['404', { status: 404 }],
  ] as const)
    it(`stays unknown while the returned hub answers ${reply}`, async () => {
      await openAll();
      await allShow('on air');
      await hub.close();
      await allShow('unknown');
      const before = stage.out.length;
      await start();
      const undo = hub.trouble({ operation: 'getProperty', ...trouble });
      await stage.until(() => hub.journal.some(({ operation }) => operation === 'getProperty'));
      await pause(500);
      should(statesSince(before).filter((state) => state !== 'unknown')).eql([]);
      undo();
      await allShow('on air');
    });

  it('is unknown at each failure of its watch, without a catch node', async () => {
    await open([watch(), lamp('lamp')]);
    for (let count = 0; count < 2; count += 1) {
      await shows('on air');
      const undo = hub.trouble({ operation: 'getProperty', status: 503 });
      await shows('unknown');
      undo();
    }
    await shows('on air');
  });

  it('is unknown after commands whose state cannot be read', async () => {
    const play: NodeOf = {
      ...{ id: 'play', type: 'hub-linear-play', operation: 'playItem', wires: [['lamp']] },
      params: { engineId: literal(101), itemId: literal(2012), preview: literal('program') },
    };
    await open([play, lamp('lamp')]);
    await stage.send('play', { _msgid: 'p', payload: 1 });
    await shows('on air');
    await hub.close();
    await shows('unknown');
    await start();
    await stage.until(() => hub.journal.length > 0);
    await pause(300);
    should(shown()).equal('unknown');
  });

  it('is unknown at once when its configuration closes', async () => {
    await open([watch(), lamp('lamp')]);
    await shows('on air');
    await stage.node('config').close();
    await stage.until(() => shown() === 'unknown');
  });

  it('ignores a late message that was read before', async () => {
    await open([watch({ wires: [['lamp', 'out']] }), lamp('lamp')]);
    await shows('on air');
    const [late] = stage.out.filter(({ hub: about }) => about);
    await hub.close();
    await shows('unknown');
    await start();
    await set(0);
    await shows('off');
    await stage.send('lamp', { ...late, _msgid: 'late' });
    await pause(300);
    should(shown()).equal('off');
  });

  it('ignores an invalid hub, and is independent of the hub for messages without one', async () => {
    await open([watch({ wires: [[]] }), lamp('lamp'), lamp('local')]);
    await stage.until(() => stage.status('watch').fill === 'green');
    await pause(400);
    await stage.send('lamp', { _msgid: 'a', payload: 'program', hub: { config: 'watch', session: 'x' } });
    await stage.send('local', { _msgid: 'b', payload: 'armed', hub: false });
    await shows('on air');
    await stage.until(() => stage.out.some(({ topic, payload }) => topic === 'local' && payload === 'armed'));
    const local = shown('local');
    await hub.close();
    await shows('unknown');
    should(shown('local')).equal(local);
  });

  it('asks an unreachable hub at most once a second, with any number of watches', async () => {
    const params = (index: number) => ({
      ...{ engineId: literal(1), nodePath: literal('Mixer_0') },
      propertyPath: literal(`P${index}`),
    });
    const watches = Array.from({ length: 30 }, (_, index) => watch({ id: `w${index}`, params: params(index) }));
    await open([...watches, watch(), lamp('lamp')]);
    await stage.until(() => stage.status('watch').fill === 'green');
    await hub.close();
    // A watch whose own read found the loss adds the time.
    await stage.until(() => stage.status('watch').text?.startsWith('hub offline') === true);
    let connections = 0;
    // The server closes each connection at once.
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const listening = performance.now();
    await stage.until(() => connections >= 4);
    const elapsed = performance.now() - listening;
    await new Promise((resolve) => server.close(resolve));
    // A slow machine has longer pauses. A timer may fire a few milliseconds early.
    should(connections - 1).be.belowOrEqual((elapsed + 50) / 1000);
  });

  it('is right in every example and recipe after the hub was stopped and started', async () => {
    const parts = [...examples, ...recipes].flatMap(({ flow }) => pointedAt(hub.url, flow));
    const lamps = parts.filter(({ type, surface }) => type === 'hub-lamp' && !/Fader$|^mcu[RS]/.test(String(surface)));
    const watches = parts.filter(
      ({ type, wires }) => type === 'hub-watch' && lamps.some(({ id }) => wires?.flat().includes(id)),
    );
    const controls = parts.filter(showsProperty);
    const watched = lamps.filter(({ id }) => watches.some(({ wires }) => wires?.flat().includes(id)));
    const ids = [...watched, ...controls].map(({ id }) => id);
    should(ids.length).be.aboveOrEqual(12);
    const configs = [parts.find(({ type }) => type === 'hub-config')] as unknown as NodeOf[];
    const flow = [...watches, ...lamps, ...controls].map((part) => ({ ...part, z: 'flow' }) as unknown as NodeOf);
    await hub.close();
    hub = await startSimulator({ port });
    stage = await perform(undefined, flow, {}, { configs });
    await stage.until(() => ids.every((id) => shown(id) === 'off'));
    await hub.close();
    // A control shows the reason.
    await stage.until(() => ids.every((id) => /^(unknown$|hub offline)/.test(String(shown(id)))));
    await pause(2500);
    hub = await startSimulator({ port });
    const back = Date.now();
    await stage.until(() => ids.every((id) => shown(id) === 'off'));
    should(Date.now() - back).be.below(RECOVERY_MS);
  });

  it('shows only the last state of the hub, for any order of losses and returns', async () => {
    await openAll();
    let value = 1;
    let mode = 'up';
    let undo = () => {};
    const setMode = async (next: string) => {
      if (next === 'away' && mode !== 'away') await hub.close();
      if (next !== 'away' && mode === 'away') {
        await start();
        value = 1;
      }
      if (next !== 'away' && mode !== next) undo();
      if (next === 'fault' && mode !== 'fault') undo = hub.trouble({ operation: 'getProperty', status: 503 });
      mode = next;
    };
    const act = fc.constantFrom('up', 'away', 'fault', 'value');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 6 }), async (acts) => {
        for (const each of acts) {
          const before = stage.out.length;
          const [was, wasMode] = [value, mode];
          if (each !== 'value') await setMode(each);
          else if (mode !== 'away') {
            value = 1 - value;
            await set(value);
          }
          const state = value === 1 ? 'program' : 'off';
          const expected = mode === 'up' ? state : 'unknown';
          const text = expected === 'program' ? 'on air' : expected;
          await allShow(text);
          await pause(150);
          // In between, the old value is allowed only if it was not lost.
          const old = wasMode === 'up' && was === 1 ? 'program' : 'off';
          const possible = wasMode === 'up' ? [expected, 'unknown', old] : [expected, 'unknown'];
          for (const shownState of statesSince(before)) should(possible).containEql(shownState);
          should(ids.map((id) => shown(id))).eql(ids.map(() => text));
        }
      }),
      { numRuns: 4 },
    );
  }).timeout(240_000);
});
