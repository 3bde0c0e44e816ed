import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { useTimeLapse } from '../time-lapse.js';
import { lamp, lampOn } from './lamp-stage.js';
import { host, panel, RemoteStage, WATCHES } from './remote-stage.js';
import { type Message, type NodeOf, perform, type Stage } from './stage.js';

/** Takes the values of a watch, and sends the states of a look as `hub-look` does. */
const LOOK: NodeOf = { id: 'look', type: 'helper', wires: [] };

const watch: NodeOf = { ...(WATCHES[0] as NodeOf), wires: [['look']] };

/** The message of a state, with the session of the last value that was read. */
const lookMessage = (state: string, { hub: { config, session, watch, at } }: Message): Message => ({
  ...{ topic: 'Opening', payload: state, look: 'Opening', differences: state === 'changed' ? 1 : 0 },
  hub: { look: 'Opening', config, session, watch, at },
});

/** Sends a state to a node after each value: 1 is the value of the look. */
function startLook(target: string): Message[] {
  const values: Message[] = [];
  helper.getNode('look').on('input', (msg: Message) => {
    values.push(msg);
    helper.getNode(target).receive(lookMessage(msg.payload === 1 ? 'on' : 'changed', msg));
  });
  return values;
}

const setOpacity = async (hub: Simulator, value: number) => {
  const response = await fetch(
    `${hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/${encodeURIComponent('Overlay//Opacity/0')}`,
    { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ Value: value }) },
  );
  should(response.ok).be.true();
};

describe('a lamp of a look', () => {
  useTimeLapse();
  let hub: Simulator;
  let stage: Stage;
  let values: Message[];
  const { out, shows, showsText, sendLamp } = lampOn(() => stage);

  beforeEach(async () => {
    hub = await startSimulator({ dialect: 2, restartTime: 0, port: await freePort() });
    const config = { baseUrl: hub.url, auth: 'none', dialect: '2', linearSegment: 'lino' };
    stage = await perform(config, [watch, LOOK, lamp({ surface: 'mqtt', control: 'key' })]);
    values = startLook('lamp');
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const sendLook = (state: string) => sendLamp(lookMessage(state, values.at(-1) as Message));

  it('is on, changed or recalling, and never red', async () => {
    await showsText('look on');
    should(stage.status('lamp')).match({ fill: 'blue', shape: 'dot' });
    await sendLook('recalling');
    await showsText('recalling look');
    await setOpacity(hub, 0.5);
    await showsText('look changed');
    await sendLook('unknown');
    await showsText('unknown');
    const states = out().map(({ payload }) => payload);
    should(states.filter((state) => state !== 'unknown')).eql(['lookOn', 'lookRecalling', 'lookChanged']);
  });

  it('is unknown while the hub is lost or the poll fails, and right after the next answer', async () => {
    await showsText('look on');
    const undo = hub.trouble({ operation: 'getProperty', status: 503 });
    await showsText('unknown');
    undo();
    await showsText('look on');
    const late = values.at(-1) as Message;
    const { port } = new URL(hub.url);
    await hub.close();
    await showsText('unknown');
    hub = await startSimulator({ dialect: 2, restartTime: 0, port: Number(port) });
    await setOpacity(hub, 0.5);
    await shows({ topic: 'key', payload: 'lookChanged' });
    await showsText('look changed');
    // A late message from before the loss changes nothing.
    const before = out().length;
    await sendLamp(lookMessage('on', late));
    should(stage.status('lamp').text).equal('look changed');
    should(out()).have.length(before);
  });

  it('is less urgent than an item on air, a failed command and a second press', async () => {
    await showsText('look on');
    await sendLamp({ topic: 'item', payload: 'on', hub: false });
    await showsText('on air');
    await sendLamp({ topic: 'item', payload: 'off', hub: false });
    await showsText('look on');
    const ask = (armed?: true) => ({
      status: { text: 'x', ...(armed && { armed }), source: { id: 'l', type: 'hub-look' } },
    });
    await sendLamp(ask(true));
    await showsText('second press');
    await sendLamp(ask());
    await showsText('look on');
    const { config, session } = (values.at(-1) as Message).hub;
    const hubFields = { operation: 'recallLook', look: 'Opening', outcome: 'refused', config, session };
    await sendLamp({ topic: 'key', payload: {}, hub: hubFields });
    await showsText('failed');
    await showsText('look on');
  });
});

describe('the lamp of a look on a remote panel', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();

  it('shows the state of the look, and is unknown while the host has no session with it', async () => {
    await remote.open([
      host({ wires: [['wire'], [], ['watch']] }),
      panel({ wires: [['wire'], ['lamp', 'out'], ['answers']] }),
      ...[watch, LOOK, lamp({ surface: 'mqtt', control: 'key', hub: '', wires: [[]] })],
    ]);
    const values = startLook('host');
    const shows = (text: string) => remote.stage.until(() => remote.stage.status('lamp').text === text);
    await remote.connected();
    await setOpacity(remote.hub, 0.5);
    await shows('look changed');
    await setOpacity(remote.hub, 1);
    await shows('look on');
    should(remote.stage.out.at(-1)).match({ topic: 'Opening', payload: 'on', hub: { look: 'Opening' } });
    // The answer of a recall is not a state.
    const hub = { ...lookMessage('on', values.at(-1) as Message).hub, operation: 'recallLook', outcome: 'done' };
    await remote.stage.send('host', { _msgid: 'answer', topic: 'answer', payload: 'changed', hub });
    const undo = remote.hub.trouble({ operation: 'getProperty', status: 503 });
    await shows('unknown');
    should(remote.stage.out.at(-1)).match({ topic: 'Opening', payload: 'unknown', hub: { look: 'Opening' } });
    undo();
    await shows('look on');
    remote.isConnected = false;
    await shows('unknown');
    should(remote.lamps('answer')).eql([]);
  });
});
