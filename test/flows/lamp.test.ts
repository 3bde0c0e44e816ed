import type { NodeInitializer } from 'node-red';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp, lampOn, OTHERS } from './lamp-stage.js';
import { literal, type NodeOf, perform, type Stage } from './stage.js';

/** A message for key 0. */
const key = (...value: number[]) => ({ topic: 0, payload: { command: 'fillColor', value } });
const RED = key(255, 0, 0);
const GREEN = key(0, 255, 0);
const DIM = key(0x40, 0, 0);
const GREY = key(0x80, 0x80, 0x80);
const DARK = key(0, 0, 0);

describe('hub-lamp', () => {
  useTimeLapse();
  let stage: Stage;
  afterEach(() => stage.close());
  const { out, last, shows, showsText, sendLamp } = lampOn(() => stage);

  describe('behind a watch of the simulated hub', () => {
    let hub: Simulator;
    afterEach(() => hub.close());

    const watch: NodeOf = {
      id: 'watch',
      name: 'Headlines',
      type: 'hub-watch',
      operation: 'listLinearItems',
      params: { engineId: literal(101), rundownId: literal(201), item: literal(2012) },
      interval: '0.1',
      wires: [['lamp']],
    };
    const event: NodeOf = { id: 'event', type: 'hub-event', wires: [['lamp']] };

    const open = async (fields: object = {}) => {
      hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort() });
      const config = { baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino' };
      stage = await perform(config, [watch, event, lamp(fields)]);
    };
    const put = async (path: string) => {
      const { status } = await fetch(`${hub.url}/api/rest/v1/lino/rundown/101/${path}`, { method: 'PUT' });
      should(status).be.within(200, 204);
    };

    it('follows an item and sends each state once', async () => {
      await open();
      await shows(DIM);
      const before = stage.out.length;
      await put('play/2012/1');
      await shows(GREEN);
      await put('play/2012/0');
      await shows(RED);
      await put('clear/0');
      await shows(GREEN);
      await put('clear/1');
      await shows(DIM);
      await pause(300);
      should(out().slice(before)).eql([GREEN, RED, GREEN, DIM]);
      await showsText('available');
      should(stage.status('lamp')).match({ fill: 'green', shape: 'ring' });
    });

    it('is unknown while the hub is lost, and shows the state again when it is back', async () => {
      await open({ states: [{ state: 'unknown', colour: '#0000ff', blink: false }] });
      await put('play/2012/0');
      await shows(RED);
      const { port } = new URL(hub.url);
      await hub.close();
      await shows(key(0, 0, 255));
      await showsText('unknown');
      should(stage.status('lamp')).match({ fill: 'grey', shape: 'ring' });
      const before = stage.out.length;
      await pause(300);
      should(stage.out).have.length(before);
      hub = await startSimulator({ dialect: 2, restartTime: 0, port: Number(port) });
      await shows(DIM);
      await put('play/2012/0');
      await shows(RED);
    });
  });

  const open = async (fields: object = {}) => {
    stage = await perform(undefined, [lamp(fields)]);
    await stage.until(() => stage.out.length > 0);
  };

  it('is unknown at the start, and blinks to differ from all other states', async () => {
    await open();
    should(out()[0]).eql(GREY);
    await stage.until(() => stage.out.length >= 4);
    should(out().slice(0, 4)).eql([GREY, DARK, GREY, DARK]);
    await sendLamp({ payload: 'program' });
    const before = stage.out.length;
    should(last()).eql(RED);
    await pause(1200);
    should(stage.out).have.length(before);
  });

  it('sends only changes, and repeats its state at a reset and when the hub is back', async () => {
    await open();
    for (const payload of ['program', true, 'both', 1]) await sendLamp({ payload });
    // Before, it blinks.
    should(out().filter((message) => JSON.stringify(message) === JSON.stringify(RED))).have.length(1);
    const before = stage.out.length;
    await sendLamp({ reset: true });
    await sendLamp({ topic: 'connection', payload: 'connected' });
    should(out().slice(before)).eql([RED, RED]);
  });

  it('is unknown after the source timeout', async () => {
    await open({ sourceTimeout: '0.3' });
    for (const _ of ['first', 'again']) {
      const before = stage.out.length;
      await sendLamp({ payload: 'program' });
      await shows(GREY);
      await showsText('unknown');
      should(out()[before]).eql(RED);
    }
  });

  it('sends no fields of its input, which could be a command', async () => {
    await open({ surface: 'midi', control: 'note 1/60' });
    await sendLamp({ payload: 'program', midi: { type: 'noteon', channel: 2, data: [1, 1] }, retain: true, qos: 2 });
    should(last()).eql({ payload: [0x90, 60, 127] });
    should(stage.completed.at(-1)).have.properties(['midi', 'retain']);
  });

  it('sends a change to a light with two states only if it differs for that light', async () => {
    await open({ surface: 'gpio', control: '', states: [{ state: 'unknown', blink: false, colour: '#000000' }] });
    for (const payload of ['off', 'available', 'program', 'preview', 'off']) await sendLamp({ payload });
    should(out()).eql([{ payload: 0 }, { payload: 1 }, { payload: 0 }]);
  });

  it('refuses an unknown state, and still works', async () => {
    await open();
    await sendLamp({ payload: 'program' });
    const { error } = await sendLamp({ payload: 'Hello' });
    should(error.message).match(/– Payload is "Hello" – choose .*program, preview/);
    should(last()).eql(RED);
    await sendLamp({ topic: 'rehearsal', payload: true });
    should(last()).eql(RED);
    should(stage.caught).have.length(1);
    should(stage.completed).have.length(2);
  });

  it('ignores packets of other controls, and refuses other values', async () => {
    await open();
    await sendLamp({ payload: 'program' });
    const before = stage.out.length;
    for (const msg of OTHERS) await sendLamp(msg);
    should(stage.caught).be.empty();
    should(stage.out).have.length(before);
    await showsText('on air');
    const plain = [{ foo: 1 }, 'Hello', [1, 2, 3], Buffer.from('program')];
    // An answer of the hub still contains fields of the device's message.
    const leftOver = { topic: '/1/push1', payload: 'Hello', hub: { operation: 'getProperty', outcome: 'done' } };
    const others = [{ payload: 'Hello', midi: { channel: 1, type: 'noteon' } }, leftOver];
    for (const msg of [...plain.map((payload) => ({ payload })), { topic: '/a', payload: { foo: 1 } }, ...others])
      should((await sendLamp(msg)).error.message).match(/program, preview/);
    should(stage.caught).have.length(7);
  });

  it('repeats its state at the configured interval until it is closed', async () => {
    await open({ surface: 'is07', control: 'id', repeat: '1' });
    await sendLamp({ payload: 'program' });
    await stage.until(() => stage.out.length >= 3);
    const states = stage.out.map(({ payload }) => payload);
    should(states.map(({ payload }) => payload.value)).eql([true, true, true]);
    // The time is when the state began.
    const [since] = states.slice(1).map(({ timing }) => timing.creation_timestamp);
    should(states.slice(1)).matchEach({ timing: { creation_timestamp: since } });
    await stage.node('lamp').close();
    const before = stage.out.length;
    await pause(1200);
    should(stage.out).have.length(before);
  });

  it('refuses a wrong setting, and names the field of a control that its surface does not have', async () => {
    const CONTROL = 'Control must be a control of this surface, in the form that the hint shows';
    const WRONG: readonly (readonly [object, RegExp])[] = [
      [{ surface: 'piano' }, / – choose /],
      [{ states: [{ state: 'program', colour: 'red' }] }, / must be /],
      [{ sourceTimeout: '-1' }, / must be /],
      [{ repeat: '86401' }, / must be /],
      [{ surface: 'midiFader', control: 'cc 1/7', low: '1', high: '1' }, / must be /],
      [{ control: 'note 1/60' }, new RegExp(`^hub lamp: not sent – ${CONTROL}. It is "note 1/60".$`)],
      [{ surface: 'mcuRing', control: 'ring 9' }, new RegExp(`${CONTROL}. It is "ring 9".$`)],
    ];
    const ids = WRONG.map((_, index) => `lamp ${index}`);
    stage = await perform(
      undefined,
      WRONG.map(([fields], index) => lamp({ id: ids[index], ...fields })),
    );
    for (const [index, id] of ids.entries()) {
      should(stage.status(id)).match({ fill: 'red', text: 'bad input' });
      should((await stage.send(id, { _msgid: id, payload: true })).error.message).match(WRONG[index]![1]);
    }
    should(stage.out).be.empty();
  });

  it('shows that a guarded command needs a second press', async () => {
    const hub = await startSimulator();
    const stop: NodeOf = {
      ...{ id: 'stop', type: 'hub-launcher', operation: 'stopLaunch', secondPress: true, actOn: '' },
      params: { configID: literal(61) },
      wires: [['lamp']],
    };
    const listens: NodeOf = { id: 'listens', type: 'status', scope: ['stop'], wires: [['lamp']] };
    const steady = { surface: 'xkeys', control: 'led 7' };
    const modules = [coreNode('common/25-status.js') as NodeInitializer];
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [stop, listens, lamp(steady)], {}, { modules });
    const light = (action: string, flashing: boolean) => ({
      payload: { action, ledid: 7, flashing, ...(action === 'start' && { color: 'blue' }) },
    });
    const press = (payload: number) => stage.send('stop', { _msgid: `p${Math.random()}`, payload });
    try {
      await shows(light('stop', false));
      await showsText('off');
      await press(1);
      await shows(light('start', true));
      await showsText('second press');
      // Without a second press in time.
      await shows(light('stop', false));
      await showsText('off');
      await press(1);
      await shows(light('start', true));
      await pause(700);
      await press(0);
      await press(1);
      await shows(light('stop', false));
      await showsText('stopped');
      should(hub.journal.filter(({ operation }) => operation === 'stopLaunch')).have.length(1);
    } finally {
      await hub.close();
    }
  });
});
