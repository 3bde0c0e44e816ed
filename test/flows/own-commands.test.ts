import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const ITEM = 2012;
/** In s. Reads are due at the multiples of an interval, and the process of the tests does not live that long. */
const HOUR = '3600';
/** The states of the lamp by its colours. */
const COLOURS: Readonly<Record<string, string>> = {
  '255,0,0': 'program',
  '0,255,0': 'preview',
  '64,0,0': 'available',
  '128,128,128': 'unknown',
};

const rundown = { engineId: literal(101), rundownId: literal(201) };

/** A watch of an item whose own interval is too long to matter here. */
const watchOf = (id: string, itemId: number, fields: object = {}): NodeOf => ({
  ...{ id, name: id, type: 'hub-watch', operation: 'listLinearItems', interval: HOUR },
  params: { ...rundown, item: literal(itemId) },
  wires: [['lamp', `states ${id}`]],
  ...fields,
});

const command = (id: string, operation: string, params: object = {}, wires = ['lamp']): NodeOf => ({
  ...{ id, type: 'hub-linear-play', operation, wires: [wires] },
  params: { engineId: literal(101), preview: literal('program'), ...params },
});

const playIn = command('in', 'playItem', { itemId: literal(ITEM) });
const takeOut = command('out item', 'takeItemOut', { itemId: literal(ITEM) });

describe('the state after a command of this Node-RED', function () {
  this.timeout(120_000);
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;
  const states: string[] = [];

  beforeEach(async () => {
    hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort() });
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  /** `states` gets the messages of the watch `w`. */
  async function start(parts: NodeOf[], config: object = {}, modules: string[] = []): Promise<void> {
    const recorder = { id: 'states w', type: 'helper' };
    const nodes = [
      ...parts,
      lamp({
        states: [
          { state: 'unknown', blink: false },
          { state: 'failed', blink: false },
        ],
      }),
    ];
    stage = await perform(
      { baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino', ...config },
      [...nodes, recorder],
      {},
      { modules: modules.map(coreNode) as NodeInitializer[] },
    );
    states.length = 0;
    stage.node('states w').on('input', ({ payload }) => states.push(String(payload)));
  }

  /** Waits until the lamp shows the first state of the item. */
  async function open(...flow: Parameters<typeof start>): Promise<void> {
    await start(...flow);
    await shows('available');
  }

  const stateIn = ({ payload }: Message) => COLOURS[String(payload.value)];
  const text = () => stage.out.slice(-1).map(stateIn)[0];
  const shows = (state: string) => stage.until(() => text() === state);
  const lag = async (seconds: number) => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${hub.url}/control/lag`, { method: 'PUT', headers, body: JSON.stringify({ seconds }) });
  };
  /** Another operator sends a command. */
  const foreign = (operation: string, params: object) =>
    fetch(`${hub.url}/control/perform`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ operation, params: { engineId: 101, ...params } }),
    });
  const reads = () => hub.journal.filter(({ operation }) => operation === 'listLinearItems').length;
  let presses = 0;
  /** Sends a press, and returns its message at its end. Other nodes may end messages meanwhile. */
  async function press(id: string): Promise<Message> {
    presses += 1;
    const _msgid = `press ${presses}`;
    const ended = () => [...stage.completed, ...stage.caught].find((msg) => msg._msgid === _msgid);
    stage.node(id).receive({ _msgid, payload: true });
    await stage.until(() => ended() !== undefined);
    return ended() as Message;
  }
  /** The present state of the lamp, and those that it shows during `ms`. */
  async function statesFor(ms: number): Promise<(string | undefined)[]> {
    const start = stage.out.length - 1;
    await pause(ms);
    return stage.out.slice(start).map(stateIn);
  }

  it('is read soon, and then at the interval', async () => {
    await open([watchOf('w', ITEM, { wires: [['lamp', 'states w']] }), playIn]);
    const before = reads();
    await press('in');
    await stage.until(() => states.includes('program'));
    await pause(1000);
    should(reads() - before).equal(1);
  });

  it('lights a lamp that only the watch feeds', async () => {
    await open([watchOf('w', ITEM), { ...playIn, wires: [[]] }, { ...takeOut, wires: [[]] }]);
    await press('in');
    await shows('program');
    await press('out item');
    await shows('available');
    should(states).eql(['ready', 'program', 'ready']);
  });

  for (const seconds of [0, 0.5, 1, 2])
    it(`does not flash back with a lag of ${seconds} s`, async () => {
      await open([watchOf('w', ITEM, { interval: '0.1' }), playIn, takeOut]);
      await lag(seconds);
      await press('in');
      await shows('program');
      should(await statesFor(seconds * 1000 + 500)).eql(['program']);
      await press('out item');
      await shows('available');
      should(await statesFor(seconds * 1000 + 500)).eql(['available']);
    });

  it('does not flash back when another part of the list changes', async () => {
    // The row of the item, as a flow picks it from a list.
    const rows = { ...watchOf('w', ITEM, { interval: '0.1', path: '' }), params: rundown, wires: [['pick']] };
    const rule = { t: 'set', p: 'payload', pt: 'msg', to: `payload[id=${ITEM}]`, tot: 'jsonata' };
    const pick: NodeOf = { id: 'pick', type: 'change', rules: [rule], wires: [['lamp']] };
    await open([rows, pick, playIn], {}, ['function/15-change.js']);
    await lag(1);
    await foreign('playItem', { itemId: 2014, preview: 1 });
    await pause(500);
    await press('in');
    await shows('program');
    should(await statesFor(1500)).eql(['program']);
  });

  for (const seconds of [0, 0.5, 1, 2])
    it(`shows only the last of two quick commands with a lag of ${seconds} s`, async () => {
      await open([watchOf('w', ITEM, { interval: '0.1' }), playIn, takeOut]);
      await lag(seconds);
      await press('in');
      await pause(200);
      await press('out item');
      await shows('available');
      should(await statesFor(seconds * 1000 + 700)).eql(['available']);
    });

  it('reads four times a second until the hub shows it', async () => {
    await open([watchOf('w', ITEM), playIn]);
    await lag(1);
    const before = reads();
    await press('in');
    await stage.until(() => states.includes('program'));
    // At 100, 350, 600, 850 and 1100 ms.
    should(reads() - before).be.belowOrEqual(6);
    const confirmed = reads();
    await pause(700);
    should(reads()).equal(confirmed);
  });

  it('is that of the hub after 2 s, if the hub did not carry out the command', async () => {
    await open([watchOf('w', ITEM), playIn]);
    const end = hub.trouble({ operation: 'playItem', status: 200, body: 'OK' });
    await press('in');
    const at = Date.now();
    await shows('program');
    await shows('available');
    should(Date.now() - at).be.aboveOrEqual(1800);
    should(states).eql(['ready', 'ready']);
    end();
  });

  it('is that of the hub after 2 s behind a node that drops repeats', async () => {
    const filter: NodeOf = {
      id: 'rbe',
      type: 'rbe',
      func: 'rbe',
      septopics: false,
      property: 'payload',
      wires: [['lamp']],
    };
    const watch = watchOf('w', ITEM, { onLoss: 'unknown', wires: [['rbe']] });
    await open([watch, filter, playIn], {}, ['function/rbe.js']);
    hub.trouble({ operation: 'playItem', status: 200, body: 'OK' });
    await press('in');
    await shows('program');
    await shows('available');
  });

  for (const [isCarriedOut, state] of [
    [true, 'program'],
    [false, 'available'],
  ] as const)
    it(`is known again after a command without an answer that was ${isCarriedOut ? '' : 'not '}carried out`, async () => {
      await open([watchOf('w', ITEM), playIn]);
      hub.trouble({ operation: 'playItem', hangUp: 'before' });
      await press('in');
      // As through a Catch node.
      await stage.send('lamp', { ...stage.caught[0], _msgid: 'caught' });
      should(text()).equal('unknown');
      if (isCarriedOut) await foreign('playItem', { itemId: ITEM, preview: 0 });
      await shows(state);
    });

  it('is the state of another operator at once, if it is a new one', async () => {
    await open([watchOf('w', ITEM), playIn]);
    hub.trouble({ operation: 'playItem', status: 200, body: 'OK' });
    await press('in');
    const at = Date.now();
    await foreign('unloadLinearRundown', { rundownId: 201 });
    await stage.until(() => states.includes('not loaded'));
    should(Date.now() - at).be.below(1800);
  });

  it('is the state of another operator at once after the hub has shown it', async () => {
    await open([watchOf('w', ITEM, { interval: '0.1' }), playIn]);
    await press('in');
    await stage.until(() => states.includes('program'));
    await foreign('takeItemOut', { itemId: ITEM, preview: 0 });
    const at = Date.now();
    await shows('available');
    should(Date.now() - at).be.below(1500);
  });

  it('is asked for only after the hub has shown it', async () => {
    await open([watchOf('w', ITEM), playIn]);
    await lag(0.5);
    await press('in');
    should((await press('w')).payload).equal('program');
    should(states).match((all: string[]) => !all.slice(1).includes('ready'));
  });

  it('changes only its own item', async () => {
    await open([
      watchOf('w', ITEM),
      watchOf('other', 2014, { wires: [['lamp', 'states w']], interval: '0.1' }),
      playIn,
      { ...command('preview', 'playItem', { itemId: literal(2014), preview: literal('preview') }), wires: [[]] },
    ]);
    await lag(1.5);
    await foreign('playItem', { itemId: 2014, preview: 1 });
    await pause(700);
    await press('in');
    await shows('program');
    // The message of the other item does not end the state of this one.
    await stage.until(() => states.includes('preview'));
    should(await statesFor(1200)).eql(['program']);
  });

  it('stays the old one after a refused command, without more reads', async () => {
    await open([watchOf('w', ITEM), playIn]);
    hub.trouble({ operation: 'playItem', status: 409 });
    const before = reads();
    await press('in');
    await pause(500);
    should(reads()).equal(before);
    should(states).eql(['ready']);
  });

  it('stays the old one in rehearsal, without more reads', async () => {
    await open([watchOf('w', ITEM), playIn], { rehearsal: true });
    const before = reads();
    await press('in');
    await pause(500);
    should(reads()).equal(before);
    should(text()).equal('available');
  });

  it('is unknown if the hub is lost before it is read', async () => {
    await open([watchOf('w', ITEM), playIn]);
    await lag(2);
    await press('in');
    await shows('program');
    await hub.close();
    await shows('unknown');
  });

  it('is unknown if the hub refuses the read', async () => {
    await open([watchOf('w', ITEM), playIn]);
    hub.trouble({ operation: 'listLinearItems', status: 403 });
    await press('in');
    await shows('unknown');
    should(stage.caught).have.length(1);
  });

  describe('and only if available', () => {
    const guarded = command('guarded', 'playItem', {
      itemId: literal(ITEM),
      rundownId: literal(201),
      onlyIfAvailable: literal(true),
    });
    const load: NodeOf = {
      ...{ id: 'load', type: 'hub-linear-play', operation: 'loadLinearRundown', params: rundown, wires: [[]] },
    };

    it('waits for the state after a load', async () => {
      await open([watchOf('w', ITEM), guarded, load]);
      await foreign('unloadLinearRundown', { rundownId: 201 });
      await lag(1);
      await press('load');
      const at = Date.now();
      should((await press('guarded')).hub).match({ outcome: 'done' });
      should(Date.now() - at).be.aboveOrEqual(900);
      await shows('program');
    });

    it('is refused after a load that had no effect', async () => {
      await open([watchOf('w', ITEM), { ...guarded, expiry: '10' }, load]);
      await foreign('unloadLinearRundown', { rundownId: 201 });
      hub.trouble({ operation: 'loadLinearRundown', status: 200, body: '{}' });
      await press('load');
      should((await press('guarded')).error.message).match(/not loaded/);
    });

    it('expires while it waits', async () => {
      await open([watchOf('w', ITEM), { ...guarded, expiry: '1' }, load]);
      await foreign('unloadLinearRundown', { rundownId: 201 });
      hub.trouble({ operation: 'loadLinearRundown', status: 200, body: '{}' });
      await press('load');
      should((await press('guarded')).hub).match({ code: 'EXPIRED', outcome: 'not-sent' });
    });

    it('reads a state that is newer than the last command of the show', async () => {
      await start([guarded, takeOut]);
      should((await press('guarded')).hub).match({ outcome: 'done' });
      should((await press('out item')).hub).match({ outcome: 'done' });
      await foreign('unloadLinearRundown', { rundownId: 201 });
      should((await press('guarded')).hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    });
  });

  it('of everything out is shown once', async () => {
    await open([watchOf('w', ITEM), playIn, command('all out', 'everythingOut', {}, [])]);
    await press('in');
    await stage.until(() => states.includes('program'));
    await lag(1);
    await press('all out');
    await stage.until(() => states.at(-1) === 'ready');
    await pause(500);
    should(states).eql(['ready', 'program', 'ready']);
  });

  it('of a batch is read soon', async () => {
    const entries = [{ operation: 'playItem', params: { engineId: 101, itemId: ITEM, preview: 0 } }];
    const batch: NodeOf = {
      ...{ id: 'batch', type: 'hub-batch', operation: 'batch', wires: [[]] },
      params: { entries: fromMessage('payload') },
    };
    await open([watchOf('w', ITEM), batch]);
    await stage.send('batch', { _msgid: 'b', payload: entries });
    await shows('program');
  });

  it('of a playout list is read soon', async () => {
    const items: NodeOf = {
      ...{ id: 'items', type: 'hub-watch', operation: 'listItems', params: { rundownId: literal(51) }, interval: HOUR },
      wires: [['states w']],
    };
    const remove: NodeOf = {
      ...{ id: 'remove', type: 'hub-playout-item', operation: 'deleteItem', wires: [[]] },
      params: { rundownId: literal(51), itemId: literal(512) },
    };
    await open([watchOf('w', ITEM, { wires: [['lamp']] }), items, remove]);
    await stage.until(() => states.length === 1);
    await lag(1);
    await press('remove');
    await stage.until(() => states.length === 2);
  });
});
