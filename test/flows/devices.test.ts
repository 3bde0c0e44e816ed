import should from 'should';
import { BUTTON_EVENTS } from '../../dist/panels/mapping/button.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { families } from '../panels/devices/index.js';
import { ACTS, EVENTS, type Hand } from '../panels/devices/row.js';
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

  it('are at least 150, each with its source', () => {
    const rows = Object.values(families).flat();
    should(rows.length).be.aboveOrEqual(150);
    should(rows.filter(({ source }) => source === '')).be.empty();
  });

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

  it('do not fire if a Shelly sends its last event again after a deploy', async () => {
    hub.requests.length = 0;
    const event = (count: number, row: number) => ({
      topic: 'shellies/desk/input_event/0',
      payload: `{"event":"S","event_cnt":${count}}`,
      qos: 0,
      retain: false,
      parameters: [{ PropertyPath: 'row', payload: { value: row } }],
    });
    const nodes = [
      trigger('press', 'before and after'),
      { id: 'panel before', type: 'hub-panel', hub: '', ...all },
      controlOf('press', 'control before'),
    ];
    const presses: unknown[] = [];
    for (const counts of [
      [4, 5],
      [5, 6],
    ]) {
      stage = await perform({ baseUrl: hub.url, auth: 'none' }, nodes);
      for (const [row, count] of counts.entries())
        for (const { id } of nodes) await stage.send(id, { ...event(count, row), _msgid: `${id} ${row}` });
      presses.push(stage.out.filter(({ gesture }) => gesture?.did === 'press').length);
      await stage.close();
    }
    should(presses).eql([1, 1]);
    // Two of the trigger, and two of the control.
    should(hub.requests.filter(({ method }) => method === 'POST')).have.length(4);
  });
});
