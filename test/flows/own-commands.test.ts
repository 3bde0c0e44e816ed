import should from 'should';
import { isCommand } from '../joined-reads.js';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage } from './control-stage.js';
import { pause } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

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

describe('the state after a command of this Node-RED', () => {
  useTimeLapse();
  const show = ControlStage.forEach();
  const states: string[] = [];

  /** Waits until the lamp shows the first state of the item. `states` gets the messages of the watch `w`. */
  async function open(parts: NodeOf[], config: object = {}): Promise<void> {
    const recorder = { id: 'states w', type: 'helper' };
    const looks = ['unknown', 'failed'].map((state) => ({ state, blink: false }));
    await show.open([...parts, lamp({ states: looks }), recorder], config);
    states.length = 0;
    show.stage.node('states w').on('input', ({ payload }) => states.push(String(payload)));
    await shows('available');
  }

  const stateIn = ({ payload }: Message) => COLOURS[String(payload.value)];
  const text = () => show.stage.out.slice(-1).map(stateIn)[0];
  const shows = (state: string) => show.stage.until(() => text() === state);
  const lag = async (seconds: number) => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${show.hub.url}/control/lag`, { method: 'PUT', headers, body: JSON.stringify({ seconds }) });
  };
  /** Another operator sends a command. */
  const foreign = (operation: string, params: object) =>
    fetch(`${show.hub.url}/control/perform`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ operation, params: { engineId: 101, ...params } }),
    });
  const reads = () => show.hub.journal.filter(({ operation }) => operation === 'listLinearItems').length;
  let presses = 0;
  /** Sends a press, and returns its message at its end. Other nodes may end messages meanwhile. */
  async function press(id: string): Promise<Message> {
    presses += 1;
    const _msgid = `press ${presses}`;
    const ended = () => [...show.stage.completed, ...show.stage.caught].find((msg) => msg._msgid === _msgid);
    show.stage.node(id).receive({ _msgid, payload: true });
    await show.stage.until(() => ended() !== undefined);
    return ended() as Message;
  }
  /** The present state of the lamp, and those that it shows during `ms`. */
  async function statesFor(ms: number): Promise<(string | undefined)[]> {
    const start = show.stage.out.length - 1;
    await pause(ms);
    return show.stage.out.slice(start).map(stateIn);
  }

  it('lights a lamp that only the watch feeds', async () => {
    await open([watchOf('w', ITEM), { ...playIn, wires: [[]] }, { ...takeOut, wires: [[]] }]);
    await press('in');
    await shows('program');
    await press('out item');
    await shows('available');
    should(states).eql(['ready', 'program', 'ready']);
  });

  for (const seconds of [0, 2])
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

  it('shows only the last of two quick commands with a lag of 1 s', async () => {
    await open([watchOf('w', ITEM, { interval: '0.1' }), playIn, takeOut]);
    await lag(1);
    await press('in');
    await pause(200);
    await press('out item');
    await shows('available');
    should(await statesFor(1700)).eql(['available']);
  });

  it('is that of the hub after 2 s, if the hub did not carry out the command', async () => {
    await open([watchOf('w', ITEM), playIn]);
    const end = show.hub.trouble({ operation: 'playItem', status: 200, body: 'OK' });
    await press('in');
    const at = Date.now();
    await shows('program');
    await shows('available');
    should(Date.now() - at).be.aboveOrEqual(1800);
    should(states).eql(['ready', 'ready']);
    end();
  });

  for (const [isCarriedOut, state] of [
    [true, 'program'],
    [false, 'available'],
  ] as const)
    it(`is known again after a command without an answer that was ${isCarriedOut ? '' : 'not '}carried out`, async () => {
      await open([watchOf('w', ITEM), playIn]);
      show.hub.trouble({ operation: 'playItem', hangUp: 'before' });
      await press('in');
      // As through a Catch node.
      await show.stage.send('lamp', { ...show.stage.caught[0], _msgid: 'caught' });
      should(text()).equal('unknown');
      if (isCarriedOut) await foreign('playItem', { itemId: ITEM, preview: 0 });
      await shows(state);
    });

  it('is the state of another operator at once after the hub has shown it', async () => {
    await open([watchOf('w', ITEM, { interval: '0.1' }), playIn]);
    await press('in');
    await show.stage.until(() => states.includes('program'));
    await foreign('takeItemOut', { itemId: ITEM, preview: 0 });
    const at = Date.now();
    await shows('available');
    should(Date.now() - at).be.below(1500);
  });

  it('does not flash back when another item is played on preview after it', async () => {
    const other = command('other', 'playItem', { itemId: literal(2014), preview: literal('preview') }, ['lamp']);
    await open([watchOf('w', ITEM, { interval: '0.1' }), playIn, other]);
    await lag(2);
    await press('in');
    await shows('program');
    await press('other');
    should(await statesFor(3000)).eql(['program']);
    should(states).eql(['ready', 'program']);
    should(show.hub.journal.filter(isCommand).map(({ path }) => path.split('/play/')[1])).eql([`${ITEM}/0`, '2014/1']);
  });

  it('stays the old one after a refused command, without more reads', async () => {
    await open([watchOf('w', ITEM), playIn]);
    show.hub.trouble({ operation: 'playItem', status: 409 });
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
    await show.hub.close();
    await shows('unknown');
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
  });

  it('of everything out is shown once', async () => {
    await open([watchOf('w', ITEM), playIn, command('all out', 'everythingOut', {}, [])]);
    await press('in');
    await show.stage.until(() => states.includes('program'));
    await lag(1);
    await press('all out');
    await show.stage.until(() => states.at(-1) === 'ready');
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
    await show.stage.send('batch', { _msgid: 'b', payload: entries });
    await shows('program');
  });
});
