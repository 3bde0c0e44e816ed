import { mock } from 'node:test';
import should from 'should';
import { BUTTON_EVENTS } from '../../dist/panels/mapping/button.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { families } from '../panels/devices/index.js';
import { ACTS, EVENTS, type Hand } from '../panels/devices/row.js';
import { starts } from '../panels/devices/starts/index.js';
import type { Sequence } from '../panels/devices/starts/step.js';
import { fromMessage, literal, type NodeOf, pausesOfHand, perform, type Stage } from './stage.js';

/** A node keeps the last events of its devices during a deploy, so each test has its own ids. */
const trigger = (actOn: string, id: string): NodeOf => ({
  id,
  type: 'hub-engine-function',
  operation: 'callFunction',
  actOn,
  // All messages are sent at once.
  expiry: '60',
  params: {
    engineId: literal(1),
    nodePath: literal('Node'),
    functionPath: literal(actOn),
    Parameters: fromMessage('parameters'),
  },
  wires: [[]],
});

/** A control that does something at one event of every button. Without an action at a double press, it has no release. */
const controlOf = (on: string, id: string): NodeOf => ({
  id,
  type: 'hub-control',
  // Some of these messages come from nodes that are not of MQTT.
  surface: 'template',
  control: '*',
  light: '-',
  holdTime: '60',
  doubleTime: '0.000001',
  actions: [
    { ...trigger(`on ${on}`, ''), on, does: 'command' },
    ...(on === 'release' ? [{ ...trigger('doubled', ''), on: 'double', does: 'command' }] : []),
  ],
  wires: [[], []],
});

describe('messages as devices send them', () => {
  let hub: HostileHub;
  let stage: Stage | undefined;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  afterEach(() => stage?.close());
  after(() => hub.close());

  const all = {
    kind: 'button',
    press: true,
    release: true,
    hold: true,
    double: true,
    holdTime: '60',
    doubleTime: '0.000001',
  };

  for (const [family, rows] of Object.entries(families))
    it(`are read as the act of the hand: ${family}`, async () => {
      hub.requests.length = 0;
      const triggers = Object.keys(ACTS).map((actOn) => trigger(actOn, `${actOn} of ${family}`));
      const controls = BUTTON_EVENTS.map((on) => controlOf(on, `on ${on} of ${family}`));
      const nodes = [{ id: `panel of ${family}`, type: 'hub-panel', hub: '', ...all }, ...triggers, ...controls];
      const running = await perform({ baseUrl: hub.url, auth: 'none' }, nodes);
      stage = running;
      const pause = pausesOfHand();
      for (const [row, { msg }] of rows.entries()) {
        await pause(msg);
        for (const { id } of nodes)
          running.node(id).receive(
            structuredClone({
              ...msg,
              row,
              parameters: [{ PropertyPath: 'row', payload: { value: row } }],
              _msgid: `${id} ${row}`,
            }),
          );
      }
      // A press that may still become a hold has no end yet.
      const ended = () =>
        [...running.completed, ...running.caught].filter(({ _msgid }) => !String(_msgid).startsWith('on hold'));
      await running.until(() => ended().length === rows.length * (nodes.length - 1));

      should(running.caught).be.empty();
      const lines = (of: (row: number, hand: Hand) => readonly string[]) =>
        rows.map(
          ({ msg, hand }, row) => `${row} ${JSON.stringify(msg).slice(0, 150)} ${hand}: ${of(row, hand).join()}`,
        );
      const did = (row: number) => running.out.filter((msg) => msg.row === row).map(({ gesture }) => gesture.did);
      should(lines(did)).eql(lines((_, hand) => EVENTS[hand]));
      const commanded = (name: string) =>
        hub.requests
          .filter(({ method, url }) => method === 'POST' && url.endsWith(`/${encodeURIComponent(name)}`))
          .map(({ body }) => JSON.parse(body).Parameters[0].payload.value as number);
      const rowsWith = (isWanted: (hand: Hand) => boolean) =>
        rows.flatMap(({ hand }, row) => (isWanted(hand) ? [row] : []));
      for (const [actOn, acts] of Object.entries(ACTS))
        should([actOn, commanded(actOn)]).eql([actOn, rowsWith((hand) => acts.includes(hand))]);
      const held = rowsWith((hand) => EVENTS[hand].includes('hold'));
      await running.until(() => commanded('on hold').length >= held.length);
      for (const on of BUTTON_EVENTS)
        should([on, commanded(`on ${on}`)]).eql([on, rowsWith((hand) => EVENTS[hand].includes(on))]);
    });
});

describe('a device after a start or a connection', () => {
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

  for (const [family, sequences] of Object.entries(starts))
    for (const sequence of sequences)
      it(`${family} ${sequence.name}`, async () => {
        const messages = sequence.steps.flatMap((step) => (typeof step === 'object' ? [step] : []));
        const shown = (counts: readonly (readonly [number, number])[]) =>
          messages.map(({ msg }, index) => `${msg.topic} ${msg.payload}: ${counts[index]}`);
        const named = { ...sequence, name: `${family} ${sequence.name}` };
        should(shown(await play(named))).eql(shown(messages.map(({ presses }) => [presses, presses])));
      });
});
