import fc from 'fast-check';
import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { midi } from '../panels/messages.js';
import { enabledEvents, presses, simulatePresses } from '../panels/simulated-presses.js';
import { controller, note, PanelStage } from './panel-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const published = (payload: unknown): Message => ({ topic: 'desk/Auslöser', payload, qos: 0, retain: false });

/** A node remembers a switch over a deploy, so each has its own topic. Presses of controls that send no release: Companion over OSC, MIDI without a note-off, MQTT. */
const PRESSES: readonly Message[] = [
  { topic: '/press/1', payload: 1 },
  midi('noteon', 0x90, 1, [60, 100]),
  { ...published('PRESS'), topic: 'desk/Taste' },
  { ...published('1'), topic: 'desk/Blende' },
];

describe('a control that sends no release', () => {
  const show = PanelStage.forSuite();

  it('presses once, and the status shows the reason, or each time with “Each message is a press”', async () => {
    for (const eachPress of [false, true]) {
      await show.open({ kind: 'button', eachPress });
      for (const press of PRESSES) {
        const before = show.did().length;
        await show.press({ ...press }, { ...press }, { ...press });
        should(show.did().slice(before)).eql(Array(eachPress ? 3 : 1).fill(['press', true]));
        if (!eachPress) await show.shows('no release');
      }
      if (!eachPress) await show.stage.close();
    }
  });

  it('needs no setting if its OSC has no arguments', async () => {
    await show.open({ kind: 'button' });
    await show.send({ topic: '/take', payload: [] }, { topic: '/take', payload: [] });
    should(show.did()).have.length(2);
  });

  it('moves no fader: a tablet sends OSC without arguments when its page changes', async () => {
    await show.open({ kind: 'fader' });
    await show.send({ topic: '/1', payload: [] }, { topic: '/1/fader1', payload: 0.25 });
    should(show.values()).eql([0.25]);
  });
});

/** Messages of unknown devices, with the fields that read them, and the messages that are presses. */
const PROPERTIES: readonly {
  readonly name: string;
  readonly fields: object;
  readonly payloads: readonly unknown[];
  readonly did: readonly (readonly string[])[];
}[] = [
  {
    name: 'a text',
    fields: { property: 'key', pressedIs: 'go', releasedIs: 'off' },
    payloads: [{ key: 'go' }, { key: 'off' }, { key: 'other' }, { other: 'go' }, 'go', '{"key":"go"}', '{"key":"off"}'],
    did: [['press'], ['release'], [], [], [], ['press'], ['release']],
  },
  {
    name: 'a boolean',
    fields: { property: 'data.contact', pressedIs: 'false', releasedIs: 'true' },
    payloads: [{ data: { contact: false } }, { data: { contact: true } }, { data: {} }, { data: null }],
    did: [['press'], ['release'], [], []],
  },
  {
    name: 'a press without a release',
    fields: { property: 'params.events[0].event', pressedIs: 'btn_down' },
    payloads: ['btn_down', 'btn_up', 'btn_down'].map((event) => ({ params: { events: [{ event }] } })),
    did: [['press', 'release'], [], ['press', 'release']],
  },
];

describe('a property of JSON', () => {
  const show = PanelStage.forSuite();

  for (const { name, fields, payloads, did } of PROPERTIES)
    it(`presses a button: ${name}`, async () => {
      await show.open({ kind: 'button', press: true, release: true, ...fields });
      for (const [row, payload] of payloads.entries()) await show.press({ ...published(payload), row });
      const events = payloads.map((_, row) =>
        show.stage.out.filter((msg) => msg.row === row).map((msg) => msg.gesture.did),
      );
      should(events).eql(did);
      should(show.logged()).be.empty();
    });

  it('presses a button with the first press after a deploy, if there is no release', async () => {
    for (const _ of [1, 2]) {
      await show.open({ kind: 'button', property: 'key', pressedIs: 'go' });
      await show.press(published({ key: 'go' }));
      should(show.did()).eql([['press', true]]);
      await show.stage.close();
    }
  });

  it('moves a fader', async () => {
    await show.open({ kind: 'fader', property: 'level', from: '0', to: '200' });
    await show.send(published({ level: 50 }), published('{"level":100}'), published({ battery: 3 }));
    should(show.values()).eql([0.25, 0.5]);
  });
});

describe('a trigger of a MIDI controller', () => {
  const next: NodeOf = {
    id: 'next',
    type: 'hub-linear-play',
    operation: 'playNext',
    params: { engineId: literal(101), preview: literal('program') },
  };

  /** Longer than a trigger waits for the second selector, in ms. */
  const REST_MS = 60;

  let hub: HostileHub;
  let stage: Stage;

  before(async () => {
    hub = await hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('OK'));
  });
  after(() => hub.close());
  afterEach(() => stage.close());

  const open = async (fields: object = {}) => {
    hub.requests.length = 0;
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [{ ...next, ...fields }]);
  };
  const presses = () => hub.requests.filter(({ method }) => method === 'PUT').length;
  /** Sends messages without a pause, and waits until all of them are done. */
  const play = async (...messages: readonly Message[]) => {
    const before = stage.completed.length;
    for (const [index, msg] of messages.entries()) stage.node('next').receive({ ...msg, _msgid: `${before + index}` });
    await stage.until(() => stage.completed.length === before + messages.length);
    return stage.completed.slice(before).map(({ _msgid }) => Number(_msgid) - before);
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

  it('does not act on NRPN: the selectors, the value, and a change of one half', async () => {
    await open();
    await play(controller(99, 2), controller(98, 44), controller(6, 64), controller(38, 1));
    await play(controller(6, 65));
    await rest();
    await play(controller(98, 45), controller(38, 9), controller(96, 1), controller(97, 1));
    // Lower half first, and the end of a selection.
    await play(controller(98, 44), controller(99, 3), controller(38, 1), controller(6, 64));
    await play(controller(99, 127), controller(98, 127));
    should(presses()).equal(0);
    await stage.until(() => stage.status('next').text === 'not a press');
  });

  it('acts on the same numbers as buttons, also right before another press', async () => {
    await open();
    for (const number of [6, 38, 96, 97, 98, 99, 100, 101]) {
      await play(controller(number, 127));
      await play(controller(number, 0));
    }
    should(presses()).equal(8);
    // A tap ends the wait, and so does another controller of the channel.
    await play(controller(98, 127), controller(98, 0));
    should(presses()).equal(9);
    await play(controller(99, 127), controller(64, 127));
    should(presses()).equal(11);
    await play(note(60, 127), controller(99, 127));
    should(presses()).equal(13);
  });
});

describe('any presses of devices and browsers, in real nodes and behind slow commands,', () => {
  /** In seconds: longer than the test, so that nothing expires and no lockout ends. */
  const LONG = '60';

  const next: NodeOf = {
    ...{ id: 'next', type: 'hub-linear-play', operation: 'playNext', expiry: LONG },
    params: { engineId: literal(1), preview: literal('program') },
  };
  const item: NodeOf = {
    ...{ id: 'item', type: 'hub-playout-item', operation: 'pressItemButton', expiry: LONG, lockout: LONG },
    params: { rundownId: fromMessage('rundown'), itemId: literal(2), buttonKey: fromMessage('label') },
  };
  const panel: NodeOf = { id: 'panel', type: 'hub-panel', kind: 'button', press: true, wires: [['panelled']] };

  const control: NodeOf = {
    ...{ id: 'control', type: 'hub-control', surface: 'template', control: '*', light: '-' },
    actions: [{ ...next, on: 'press', does: 'command' }],
    wires: [[], []],
  };

  const LABELS = ['In', 'Out', 'Gone'];

  let hub: HostileHub;
  let stage: Stage;
  let delays: readonly number[] = [0];

  before(async () => {
    hub = await hostileHub(({ method, url = '' }, response) => {
      const isItem = method === 'GET' && url.includes('/items/');
      const answer = isItem ? { buttons: { k1: 'In', k2: 'Out' } } : { success: true };
      const delay = delays[hub.requests.length % delays.length];
      setTimeout(
        () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer)),
        delay,
      );
    });
    const panelled = { ...next, id: 'panelled', actOn: 'every' };
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [next, item, panel, panelled, control]);
  });

  after(async () => {
    await stage.close();
    await hub.close();
  });

  const commands = (part: string) =>
    hub.requests.filter(({ method, url }) => method !== 'GET' && url.includes(part)).map(({ url }) => url);

  it('send one command for each press, and one for each target in the lockout', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        // All messages are sent at once, so a release outside the button is left out.
        presses(LABELS, 15).map((all) => all.filter(({ by }) => by !== 'beside')),
        enabledEvents,
        fc.array(fc.nat(15), { minLength: 1, maxLength: 5 }),
        async (all, enabled, allDelays) => {
          run += 1;
          delays = allDelays;
          hub.requests.length = 0;
          stage.completed.length = 0;
          stage.caught.length = 0;
          const { sent, intended } = simulatePresses(all, enabled);
          const labelOf = (control: unknown) => String(control).split(' ')[0] as string;
          for (const { msg } of sent) {
            // Each run has its own rundown, so that no lockout or cached look-up of an earlier run applies.
            const own = { topic: `${msg.topic} ${run}`, rundown: run, label: labelOf(msg.topic) };
            for (const id of ['next', 'item', 'panel', 'control'])
              stage.node(id).receive({ _msgid: `${Math.random()}`, ...msg, ...own });
          }
          const ends = () => stage.completed.length + stage.caught.length;
          // Each message ends at both nodes, the panel and the control, and each press also at the node behind the panel.
          await stage.until(() => ends() === 4 * sent.length + intended.length);
          should(commands('/playnext/')).have.length(3 * intended.length);
          const labels = [...new Set(intended.map(({ control }) => labelOf(control)))];
          const keys = labels.flatMap((label) => (label === 'Gone' ? [] : [label === 'In' ? 'k1' : 'k2']));
          should(commands('/items/').map((url) => url.split('/').at(-1))).eql(keys);
          should(stage.caught.every(({ hub: { outcome } }) => outcome === 'not-sent')).be.true();
        },
      ),
      { numRuns: 25 },
    );
  });
});
