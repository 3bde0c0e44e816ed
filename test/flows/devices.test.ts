import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { families } from '../panels/devices/index.js';
import { ACTS, EVENTS, type Hand } from '../panels/devices/row.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

const trigger = (actOn: string): NodeOf => ({
  id: actOn,
  type: 'hub-engine-function',
  operation: 'callFunction',
  actOn,
  params: {
    engineId: literal(1),
    nodePath: literal('Node'),
    functionPath: literal(actOn),
    Parameters: fromMessage('parameters'),
  },
  wires: [[]],
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
    holdTime: '3',
    doubleTime: '0.000001',
  };

  for (const [family, rows] of Object.entries(families))
    it(`are read as the act of the hand: ${family}`, async () => {
      hub.requests.length = 0;
      const triggers = Object.keys(ACTS);
      const running = await perform({ baseUrl: hub.url, auth: 'none' }, [
        { id: 'panel', type: 'hub-panel', hub: '', ...all },
        ...triggers.map(trigger),
      ]);
      stage = running;
      for (const [row, { msg }] of rows.entries())
        for (const id of ['panel', ...triggers])
          running.node(id).receive(
            structuredClone({
              ...msg,
              row,
              parameters: [{ PropertyPath: 'row', payload: { value: row } }],
              _msgid: `${id} ${row}`,
            }),
          );
      await running.until(
        () => running.completed.length + running.caught.length === rows.length * (1 + triggers.length),
      );

      should(running.caught).be.empty();
      const lines = (of: (row: number, hand: Hand) => readonly string[]) =>
        rows.map(
          ({ msg, hand }, row) => `${row} ${JSON.stringify(msg).slice(0, 150)} ${hand}: ${of(row, hand).join()}`,
        );
      const did = (row: number) => running.out.filter((msg) => msg.row === row).map(({ gesture }) => gesture.did);
      should(lines(did)).eql(lines((_, hand) => EVENTS[hand]));
      for (const [actOn, acts] of Object.entries(ACTS)) {
        const commands = hub.requests
          .filter(({ method, url }) => method === 'POST' && url.includes(`/${actOn}`))
          .map(({ body }) => JSON.parse(body).Parameters[0].payload.value as number);
        const wanted = rows.flatMap(({ hand }, row) => (acts.includes(hand) ? [row] : []));
        should([actOn, commands]).eql([actOn, wanted]);
      }
    });
});
