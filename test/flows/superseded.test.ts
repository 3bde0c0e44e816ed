import type { NodeInitializer } from 'node-red';
import should from 'should';
import { coreNode } from '../runtime.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import { type Message, perform, type Stage } from './stage.js';

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

  it('that failed instead returns to its link call from a Catch node', async () => {
    const parts = [{ ...pass, wires: [['return']] }, ...call];
    const show = await studio.perform({ baseUrl: studio.hub.url }, parts, { apiKey: KEY }, { modules: [link] });
    studio.hub.trouble({ operation: 'setProperty', status: 422 });
    show.node('call').receive({ _msgid: '1', payload: 1 });
    await show.until(() => show.caught.length === 1);
    // The helper loads only one Catch node, so this is its wire.
    show.node('return').receive(show.caught[0] as Message);
    await show.until(() => show.out.length === 1);
    should(show.out[0]).match({ hub: { outcome: 'refused' }, error: { source: { id: 'fader' } } });
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
    for (const superseded of [undefined, '', 'end']) {
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

  it('is passed on in a frozen message', async () => {
    const show = await studio.open(pass);
    studio.hub.trouble({ operation: 'setProperty', delay: 200 });
    for (const _msgid of ['1', '2', '3'])
      show.node('fader').receive(Object.freeze({ _msgid, payload: Number(_msgid), statusCode: 200 }));
    await show.until(() => show.out.length === 3);
    should(outcomes([...show.out].sort(byValue))).eql(['done', 'superseded', 'done']);
  });

  it('has no third way', async () => {
    const show = await studio.open({ ...fader, superseded: 'drop' });
    const { error } = await studio.caughtBy(show, 'fader', { _msgid: '1', payload: 1 });
    should(error.message).match(/Superseded is "drop" – choose end, pass\./i);
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
  for (const [name, fields] of surfaces)
    it(`changes nothing on ${name}`, async () => {
      show = await perform(undefined, [{ id: 'lamp', type: 'hub-lamp', hub: '', ...fields }]);
      await show.send('lamp', { _msgid: '1', payload: 0, hub: false });
      await show.until(() => show.out.length > 0);
      const before = show.status('lamp');
      const count = show.out.length;
      for (const payload of [1, 0.5, 'preview', false])
        await show.send('lamp', { _msgid: String(payload), ...superseded(payload) });
      should(show.out).have.length(count);
      should(show.status('lamp')).eql(before);
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
