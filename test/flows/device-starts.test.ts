import { mock } from 'node:test';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { starts } from '../panels/devices/starts/index.js';
import type { Sequence } from '../panels/devices/starts/step.js';
import { literal, type NodeOf, perform, type Stage } from './stage.js';

/** The times in the sequences are relative to it. */
const LOADED_AT = Date.now();

/** A hand waits at least this long between two messages, in ms. */
const HAND_MS = 25;

/** A node keeps the last events of its devices during a deploy, so each sequence has its own ids. */
const nodesOf = (name: string, fields: object): NodeOf[] => [
  {
    ...{ id: `trigger ${name}`, type: 'hub-linear-play', operation: 'playNext', actOn: 'press' },
    params: { engineId: literal(101), preview: literal('program') },
    ...{ ...fields, wires: [[]] },
  },
  {
    ...{ id: `panel ${name}`, type: 'hub-panel', hub: '', kind: 'button' },
    ...{ press: true, release: true, hold: true, double: true, holdTime: '60', doubleTime: '0.000001' },
    ...fields,
  },
];

describe('a device after a start or a connection', () => {
  let hub: HostileHub;
  let stage: Stage | undefined;
  /** Moves the clock of the nodes on, in ms, so no test waits. It stops between the messages, so a busy machine is never late. */
  let ahead = 0;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
    const startedAt = performance.now();
    mock.method(performance, 'now', () => startedAt + ahead);
    mock.method(Date, 'now', () => LOADED_AT);
  });
  beforeEach(() => {
    hub.requests.length = 0;
  });
  afterEach(() => stage?.close());
  after(async () => {
    mock.restoreAll();
    await hub.close();
  });

  /** The presses of the panel and of the trigger at each message. */
  async function play(
    { name, steps }: Sequence,
    fields: object = {},
  ): Promise<readonly (readonly [panel: number, trigger: number])[]> {
    const nodes = nodesOf(name, fields);
    const open = () => perform({ baseUrl: hub.url, auth: 'none' }, nodes);
    const presses: [number, number][] = [];
    let running = await open();
    for (const [index, step] of steps.entries())
      if (step === 'deploy') {
        await running.close();
        running = await open();
      } else if (typeof step === 'number') ahead += step;
      else {
        const before = hub.requests.filter(({ method }) => method === 'PUT').length;
        const sent = running.out.length;
        ahead += HAND_MS;
        for (const { id } of nodes) await running.send(id, { ...structuredClone(step.msg), _msgid: `${id} ${index}` });
        const acts = running.out.slice(sent).filter(({ gesture }) => gesture && gesture.did !== 'release');
        presses.push([acts.length, hub.requests.filter(({ method }) => method === 'PUT').length - before]);
      }
    should(running.caught).be.empty();
    stage = running;
    return presses;
  }

  it('has at least 57 sequences, each with its source and another name', () => {
    const all = Object.entries(starts).flatMap(([family, each]) =>
      each.map(({ name, source }) => [family, name, source]),
    );
    should(all.length).be.aboveOrEqual(57);
    should(new Set(all.map(([family, name]) => `${family} ${name}`)).size).equal(all.length);
    should(all.filter(([, , source]) => source === '')).be.empty();
  });

  for (const [family, sequences] of Object.entries(starts))
    for (const sequence of sequences)
      it(`${family} ${sequence.name}`, async () => {
        const messages = sequence.steps.flatMap((step) => (typeof step === 'object' ? [step] : []));
        const shown = (counts: readonly (readonly [number, number])[]) =>
          messages.map(({ msg }, index) => `${msg.topic} ${msg.payload}: ${counts[index]}`);
        const named = { ...sequence, name: `${family} ${sequence.name}` };
        should(shown(await play(named))).eql(shown(messages.map(({ presses }) => [presses, presses])));
      });

  it('only reports its state after a reconnection of Node-RED, which core’s status node reports to a panel', async () => {
    const connection = (fill: 'red' | 'green') => ({ status: { fill, source: { id: 'in', type: 'mqtt in' } } });
    const event = (count: number) => ({
      ...{ topic: 'shellies/b/input_event/0', payload: { event: 'S', event_cnt: count }, qos: 0, retain: false },
    });
    const contact = (payload: string) => ({ topic: 'desk/switch/take/state', payload, qos: 0, retain: false });
    const running = await perform(undefined, [
      { id: 'panel of a reconnection', type: 'hub-panel', hub: '', kind: 'button' },
    ]);
    stage = running;
    const presses: number[] = [];
    for (const msg of [
      ...[event(4), event(5), contact('OFF'), connection('red'), connection('green')],
      // Pressed and closed meanwhile. The contact is reported within 2 s, and the event within 30 s.
      ...[contact('ON'), event(6), contact('OFF'), contact('ON'), event(7)],
    ]) {
      const sent = running.out.length;
      ahead += presses.length === 6 ? 25_000 : HAND_MS;
      await running.send('panel of a reconnection', { ...msg, _msgid: `reconnection ${presses.length}` });
      presses.push(running.out.length - sent);
    }
    should(presses).eql([0, 1, 0, 0, 0, 0, 0, 0, 1, 1]);
  });

  for (const [what, fields] of [
    ['its topic is not the one of the control', { control: 'stat/lamp/RESULT POWER' }],
    ['the nodes read a property', { property: 'POWER', pressedIs: 'ON', releasedIs: 'OFF' }],
  ] as const)
    it(`only reports its state after it is online, also if ${what}`, async () => {
      const sent = (topic: string, payload: string, presses: number) => ({
        ...{ msg: { topic, payload, qos: 0, retain: false }, presses },
      });
      const power = (state: string, presses: number) => sent('stat/lamp/RESULT', `{"POWER":"${state}"}`, presses);
      const steps = [
        ...[power('OFF', 0), power('ON', 1), power('OFF', 0), sent('tele/lamp/LWT', 'Online', 0)],
        ...[power('ON', 0), power('OFF', 0), power('ON', 1)],
      ];
      const played = await play({ name: `online, ${what}`, source: '', steps }, fields);
      should(played).eql(steps.map(({ presses }) => [presses, presses]));
    });

  it('fires for each of two kinds of senders on one topic', async () => {
    const topic = 'desk/take';
    const words = [{ event: 'press' }, { event_type: 'press' }, { action: 'button_short_press' }, { action: 'down' }];
    const zigbee = { action: 'single', battery: 90, linkquality: 80 };
    const steps = [zigbee, ...words, zigbee, zigbee, ...words].map((payload) => ({
      ...{ msg: { topic, payload: JSON.stringify(payload), qos: 0, retain: false }, presses: 1 },
    }));
    const played = await play({ name: 'two kinds of senders', source: '', steps });
    should(played).eql(steps.map(() => [1, 1]));
  });

  it('fires once for a press that is reported in two forms', async () => {
    const topic = 'zigbee2mqtt/desk';
    const both = [
      [topic, '{"action":"single","linkquality":80}', 1],
      [`${topic}/action`, 'single', 0],
    ] as const;
    const steps = [...both, ...both].map(([to, payload, presses]) => ({
      ...{ msg: { topic: to, payload, qos: 0, retain: false }, presses },
    }));
    should(await play({ name: 'two forms', source: '', steps })).eql(steps.map(({ presses }) => [presses, presses]));
  });
});
