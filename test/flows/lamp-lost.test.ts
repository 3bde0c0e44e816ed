import type { NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { examples, pointedAt, showsProperty } from '../examples.js';
import { freePort } from '../free-port.js';
import { recipes } from '../recipes.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause, setOpacity } from './event-stage.js';
import { lamp, lampOn } from './lamp-stage.js';
import { host, panel, RemoteStage, WATCHES } from './remote-stage.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';
import { watch } from './watch-stage.js';

/**
 * Maximum time until a lamp is right after its hub is back, in ms. It takes 2 s, and longer on a busy machine. The tests of
 * the connection count the probes exactly.
 */
const RECOVERY_MS = 15_000;

const mqttLamp = (id: string, fields: object = {}): NodeOf =>
  lamp({ id, surface: 'mqtt', control: id, states: [{ state: 'unknown', blink: false }], ...fields });

const titleWatch = (fields: object = {}): NodeOf => watch('watch', { name: 'title', wires: [['lamp']], ...fields });

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
  /** The states since the first `count` messages. */
  const statesSince = (count: number) => stage.out.slice(count).map(({ payload }) => payload);

  /** A lamp whose messages name the hub, one whose messages do not, and one with a configured hub. */
  const ids = ['lamp', 'blank', 'named'];
  const openAll = () => {
    const lamps = ids.map((id) => mqttLamp(id, { hub: id === 'named' ? 'config' : '' }));
    return open([titleWatch({ wires: [['lamp', 'drops']] }), { ...dropHub, wires: [['blank', 'named']] }, ...lamps]);
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
    await setOpacity(hub, 0);
    const back = Date.now();
    await allShow('off');
    should(Date.now() - back).be.below(RECOVERY_MS);
    await stage.until(() => statesSince(before).length === 3);
    should(statesSince(before)).eql(['off', 'off', 'off']);
  });

  it('is unknown after commands whose state cannot be read', async () => {
    const play: NodeOf = {
      ...{ id: 'play', type: 'hub-linear-play', operation: 'playItem', wires: [['lamp']] },
      params: { engineId: literal(101), itemId: literal(2012), preview: literal('program') },
    };
    await open([play, mqttLamp('lamp')]);
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
    await open([titleWatch(), mqttLamp('lamp')]);
    await shows('on air');
    await stage.node('config').close();
    await stage.until(() => shown() === 'unknown');
  });

  it('ignores an invalid hub, and is independent of the hub for messages without one', async () => {
    await open([titleWatch({ wires: [[]] }), mqttLamp('lamp'), mqttLamp('local')]);
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
    const surfaces = new Map(parts.filter(({ type }) => type === 'hub-surface').map((part) => [part.id, part]));
    const configs = [parts.find(({ type }) => type === 'hub-config'), ...surfaces.values()] as unknown as NodeOf[];
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
});

describe('the lamp of a look', () => {
  /** Takes the values of a watch, and sends the states of a look as `hub-look` does. */
  const LOOK: NodeOf = { id: 'look', type: 'helper', wires: [] };

  const read: NodeOf = { ...(WATCHES[0] as NodeOf), wires: [['look']] };

  /** The message of a state, with the session of the last value that was read. */
  const lookMessage = (state: string, { hub: { config, session, watch, at } }: Message): Message => ({
    ...{ topic: 'Opening', payload: state, look: 'Opening', differences: state === 'changed' ? 1 : 0 },
    hub: { look: 'Opening', config, session, watch, at },
  });

  /** Sends a state to a node after each value: 1 is the value of the look. */
  function startLook(target: string): Message[] {
    const values: Message[] = [];
    helper.getNode('look').on('input', (msg: Message) => {
      values.push(msg);
      helper.getNode(target).receive(lookMessage(msg.payload === 1 ? 'on' : 'changed', msg));
    });
    return values;
  }

  describe('a lamp of a look', () => {
    useTimeLapse();
    let hub: Simulator;
    let stage: Stage;
    let values: Message[];
    const { out, shows, showsText, sendLamp } = lampOn(() => stage);

    beforeEach(async () => {
      hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort() });
      const config = { baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino' };
      stage = await perform(config, [read, LOOK, lamp({ surface: 'mqtt', control: 'key' })]);
      values = startLook('lamp');
    });
    afterEach(async () => {
      await stage.close();
      await hub.close();
    });

    const sendLook = (state: string) => sendLamp(lookMessage(state, values.at(-1) as Message));

    it('is on, changed or recalling, and never red', async () => {
      await showsText('look on');
      should(stage.status('lamp')).match({ fill: 'blue', shape: 'dot' });
      await sendLook('recalling');
      await showsText('recalling look');
      await setOpacity(hub, 0.5);
      await showsText('look changed');
      await sendLook('unknown');
      await showsText('unknown');
      const states = out().map(({ payload }) => payload);
      should(states.filter((state) => state !== 'unknown')).eql(['lookOn', 'lookRecalling', 'lookChanged']);
    });

    it('is unknown while the hub is lost or the poll fails, and right after the next answer', async () => {
      await showsText('look on');
      const undo = hub.trouble({ operation: 'getProperty', status: 503 });
      await showsText('unknown');
      undo();
      await showsText('look on');
      const late = values.at(-1) as Message;
      const { port } = new URL(hub.url);
      await hub.close();
      await showsText('unknown');
      hub = await startSimulator({ dialect: 2, restartTime: 0, port: Number(port) });
      await setOpacity(hub, 0.5);
      await shows({ topic: 'key', payload: 'lookChanged' });
      await showsText('look changed');
      // A late message from before the loss changes nothing.
      const before = out().length;
      await sendLamp(lookMessage('on', late));
      should(stage.status('lamp').text).equal('look changed');
      should(out()).have.length(before);
    });
  });

  describe('the lamp of a look on a remote panel', () => {
    useTimeLapse();
    const remote = RemoteStage.forEach();

    it('shows the state of the look, and is unknown while the host has no session with it', async () => {
      await remote.open([
        host({ wires: [['wire'], [], ['watch']] }),
        panel({ wires: [['wire'], ['lamp', 'out'], ['answers']] }),
        ...[read, LOOK, lamp({ surface: 'mqtt', control: 'key', hub: '', wires: [[]] })],
      ]);
      const values = startLook('host');
      const shows = (text: string) => remote.stage.until(() => remote.stage.status('lamp').text === text);
      await remote.connected();
      await setOpacity(remote.hub, 0.5);
      await shows('look changed');
      await setOpacity(remote.hub, 1);
      await shows('look on');
      should(remote.stage.out.at(-1)).match({ topic: 'Opening', payload: 'on', hub: { look: 'Opening' } });
      // The answer of a recall is not a state.
      const hub = { ...lookMessage('on', values.at(-1) as Message).hub, operation: 'recallLook', outcome: 'done' };
      await remote.stage.send('host', { _msgid: 'answer', topic: 'answer', payload: 'changed', hub });
      const undo = remote.hub.trouble({ operation: 'getProperty', status: 503 });
      await shows('unknown');
      should(remote.stage.out.at(-1)).match({ topic: 'Opening', payload: 'unknown', hub: { look: 'Opening' } });
      undo();
      await shows('look on');
      const late = values.at(-1) as Message;
      const { port } = new URL(remote.hub.url);
      await remote.hub.close();
      await shows('unknown');
      remote.hub = await startSimulator({ port: Number(port) });
      await setOpacity(remote.hub, 0.5);
      await shows('look changed');
      // A late state from before the loss changes nothing at the panel.
      const before = remote.stage.out.length;
      await remote.stage.send('host', { _msgid: 'late', ...lookMessage('on', late) });
      await pause(3000);
      should(remote.stage.out.slice(before).filter(({ payload }) => payload === 'on')).eql([]);
      should(remote.stage.status('lamp').text).equal('look changed');
      remote.isConnected = false;
      await shows('unknown');
      should(remote.lamps('answer')).eql([]);
    });
  });
});
