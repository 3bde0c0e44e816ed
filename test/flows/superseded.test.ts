import { setTimeout as pause } from 'node:timers/promises';
import type { NodeInitializer } from 'node-red';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { coreNode } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import { literal, type Message, perform, type Stage } from './stage.js';

const VALUES = 10;

const pass = { ...fader, superseded: 'pass' };

/** A link call that calls the fader, and the nodes between them. */
const call = [
  { id: 'call', type: 'link call', linkType: 'static', links: ['in'], timeout: '25', wires: [['out']] },
  { id: 'in', type: 'link in', links: [], wires: [['fader']] },
  { id: 'return', type: 'link out', mode: 'return', links: [], wires: [] },
];

const link = coreNode('common/60-link.js') as NodeInitializer;

const outcomes = (messages: readonly Message[]) => messages.map(({ hub }) => hub?.outcome);
const byValue = (one: Message, other: Message) => Number(one._msgid) - Number(other._msgid);

describe('a superseded value', () => {
  useTimeLapse();
  const studio = PropertyStage.forSuite();

  /** Sends ten values while the hub answers slowly, so that the first and the last one are sent. */
  function move(show: Stage, id = 'fader', more: object = {}, delay = 200): void {
    studio.hub.trouble({ operation: 'setProperty', delay });
    for (let value = 0; value < VALUES; value += 1)
      show.node(id).receive({ _msgid: String(value), payload: value, topic: `value ${value}`, ...more });
  }

  it('returns to each link call if it is passed on', async () => {
    const parts = [{ ...pass, wires: [['return']] }, ...call];
    const show = await studio.perform(
      { baseUrl: studio.hub.url },
      parts,
      { apiKey: KEY },
      {
        modules: [link],
      },
    );
    move(show, 'call');
    await show.until(() => show.out.length === VALUES);
    should(show.caught).be.empty();
    const returned = [...show.out].sort(byValue);
    should(outcomes(returned)).eql(['done', ...Array(VALUES - 2).fill('superseded'), 'done']);
    should(returned.slice(1, -1).map(({ payload }) => payload)).eql([1, 2, 3, 4, 5, 6, 7, 8]);
    should(studio.commands().map(({ body }) => (body as Message).Value)).eql([0, VALUES - 1]);
  });

  it('is passed on once, with its fields and without an error, and a Complete node gets each message once', async () => {
    const show = await studio.open(pass);
    move(show, 'fader', { statusCode: 200 });
    await show.until(() => show.completed.length === VALUES);
    should(show.caught).be.empty();
    should(show.out).have.length(VALUES);
    should(new Set(show.completed.map(({ _msgid }) => _msgid)).size).equal(VALUES);
    const skipped = show.out.filter(({ hub }) => hub.outcome === 'superseded');
    should(skipped).have.length(VALUES - 2);
    for (const { _msgid, payload, topic, hub, statusCode } of skipped) {
      should({ payload, topic }).eql({ payload: Number(_msgid), topic: `value ${_msgid}` });
      should(hub).match({ operation: 'setProperty', area: 'engine-property', config: 'config' });
      should(hub.params).match({ nodePath: 'Mixer_0', Value: payload });
      should(hub).not.have.property('code');
      // The status code of an earlier node would look like a success.
      should(statusCode).be.undefined();
    }
  });

  it('ends without output by default, and its message stays as it was', async () => {
    for (const superseded of [undefined, 'end']) {
      const show = await studio.open({ ...fader, superseded });
      move(show);
      await show.until(() => show.completed.length === VALUES);
      should(outcomes(show.out)).eql(['done', 'done']);
      should(outcomes(show.completed.sort(byValue)).slice(1, -1)).eql(Array(VALUES - 2).fill(undefined));
      should(show.caught).be.empty();
      await show.close();
      studio.hub.reset();
    }
  });

  it('is counted in the status and left out of the as-run record, also if it is passed on', async () => {
    const show = await studio.open(pass, { id: 'event', type: 'hub-event' });
    // The status changes at most every 200 ms.
    move(show, 'fader', {}, 1500);
    await show.until(() => show.status('fader').text === `newest of ${VALUES}`);
    const recorded = () => show.out.filter(({ topic }) => topic === 'asRun');
    await show.until(() => recorded().length === 2);
    should(recorded().map(({ payload }) => [payload.value, payload.outcome])).eql([
      [0, 'done'],
      [VALUES - 1, 'done'],
    ]);
  });
});

describe('a superseded value that is passed on', () => {
  let show: Stage;
  afterEach(() => show.close());

  const superseded = (payload: unknown) => ({
    payload,
    hub: { operation: 'setProperty', area: 'engine-property', params: {}, outcome: 'superseded' },
  });

  const surfaces: [string, object][] = [
    ['a lamp', { surface: 'osc', control: '/lamp' }],
    ['a motor fader', { surface: 'midiFader', control: 'cc 1/7' }],
    ['a display', { surface: 'mcuStrip', control: 'strip 1 upper' }],
  ];
  it('changes nothing on a lamp, a motor fader and a display', async () => {
    show = await perform(
      undefined,
      surfaces
        .map(([id, fields]) => ({ id, type: 'hub-lamp', hub: '', ...fields, wires: [[`${id} out`]] }))
        .concat(surfaces.map(([id]) => ({ id: `${id} out`, type: 'helper', hub: '', wires: [] }))),
    );
    for (const [id] of surfaces) {
      const out = show.received(`${id} out`);
      await show.send(id, { _msgid: id, payload: 0, hub: false });
      await show.until(() => out.length > 0 && show.status(id).text !== 'no value yet');
      const before = [out.length, show.status(id)];
      for (const payload of [1, 0.5, 'preview', false])
        await show.send(id, { _msgid: `${id} ${payload}`, ...superseded(payload) });
      should([out.length, show.status(id)]).eql(before);
    }
    should(show.caught).be.empty();
  });

  it('is not a gesture, and not the present value of a fader', async () => {
    show = await perform(undefined, [{ id: 'panel', type: 'hub-panel', hub: '', kind: 'fader' }]);
    await show.send('panel', { _msgid: '1', ...superseded(0.5) });
    await show.send('panel', { _msgid: '2', changed: ['Value'], ...superseded({ Value: 0.5 }) });
    should(show.out).be.empty();
    await show.send('panel', { _msgid: '3', payload: 0.5 });
    should(show.out).have.length(1);
  });
});

describe('a superseded value of a remote panel', () => {
  const remote = RemoteStage.forEach();

  it('is not a success at the panel', async () => {
    const level = { ...pass, wires: [['results']] };
    await remote.open([host({ wires: [['wire'], ['fader'], []] }), panel({ expiry: '20' }), level]);
    await remote.connected();
    remote.hub.trouble({ operation: 'setProperty', delay: 200 });
    await Promise.all([0.1, 0.2, 0.3].map((payload) => remote.press({ topic: 'level', payload })));
    should(outcomes(remote.results).sort()).eql(['done', 'done', 'superseded']);
    should(
      remote
        .sentTo('answer')
        .map(({ outcome }) => outcome)
        .sort(),
    ).eql(['done', 'done', 'none']);
    should(outcomes(remote.answers)).eql(['done', 'done']);
  });
});

describe('a fader on a lost hub', () => {
  const VALUES = 50;

  const button = {
    id: 'button',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params: { rundownId: literal(1), itemId: literal(1), buttonKey: literal('in') },
  };

  const byId = ({ _msgid }: Message) => Number(_msgid);

  useTimeLapse();
  const studio = PropertyStage.forSuite();

  /** Moves a fader from 0 to 49, with a press of a button after every tenth value. Returns the longest pause in ms. */
  async function move(show: Stage): Promise<number> {
    let longest = 0;
    for (let value = 0; value < VALUES; value += 1) {
      show.node('fader').receive({ _msgid: String(value), payload: value });
      if (value % 10 === 9) show.node('button').receive({ _msgid: `press ${value}` });
      const sent = performance.now();
      await pause(10);
      longest = Math.max(longest, performance.now() - sent);
    }
    return longest;
  }

  const isEnded = (show: Stage, count: number) => () => show.caught.length + show.completed.length >= count;

  it('gives one error for its first value and one for its last. Each press has its own error', async () => {
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [pass, button]);
    await show.until(() => show.status('fader').text === 'hub offline');
    const longest = await move(show);
    await show.until(isEnded(show, VALUES + 5));
    await pause(50);
    should(isEnded(show, VALUES + 6)()).be.false();
    const isPress = ({ _msgid }: Message) => _msgid.startsWith('press');
    const presses = show.caught.filter(isPress);
    const values = show.caught.filter((msg) => !isPress(msg));
    should(presses.map(({ _msgid }) => _msgid)).eql([9, 19, 29, 39, 49].map((value) => `press ${value}`));
    // A pause of a busy machine can end the movement.
    if (longest < 500) should(values).have.length(2);
    const [first, last] = [values[0], values.at(-1)] as [Message, Message];
    should([first, last].map(byId)).eql([0, VALUES - 1]);
    should(last.hub.skippedBefore).be.within(1, VALUES - 2);
    should(last.error.message).match(/not sent – hub offline.* Values skipped before it: \d+\.$/);
    should(first.error.message).not.match(/skipped/);
    const skipped = show.completed.filter(({ hub }) => hub?.code !== undefined);
    should(skipped).not.be.empty();
    for (const { hub, payload } of skipped) {
      should(hub).match({ operation: 'setProperty', outcome: 'not-sent', code: 'HUB_UNREACHABLE', config: 'config' });
      should(payload).be.within(1, VALUES - 2);
    }
    // A value that failed is not passed on.
    should(show.out.filter(({ hub }) => hub.outcome !== 'superseded')).be.empty();
    should(show.status('fader').text).startWith('hub offline · ');
  });

  it('sends its last value when the hub is back, and ends every message once', async () => {
    const port = await freePort();
    const first = await startSimulator({ port });
    const show = await studio.perform({ baseUrl: first.url }, [fader]);
    await show.until(() => show.status('fader').text === 'connected');
    const send = (value: number) => show.node('fader').receive({ _msgid: String(value), payload: value });
    let value = 0;
    for (; show.out.length === 0; value += 1, await pause(10)) send(value);
    await first.close();
    for (; show.caught.length === 0; value += 1, await pause(10)) send(value);
    const back = await startSimulator({ port });
    try {
      const before = show.out.length;
      for (; show.out.length === before; value += 1, await pause(10)) send(value);
      send(value);
      await show.until(isEnded(show, value + 1));
      const ids = [...show.caught, ...show.completed].map(byId).sort((one, other) => one - other);
      should(ids).eql(Array.from({ length: value + 1 }, (_, index) => index));
      const commands = back.journal.filter(({ operation }) => operation === 'setProperty');
      should(commands.at(-1)!.body).match({ Value: value });
    } finally {
      await show.close();
      await back.close();
    }
  });
});
