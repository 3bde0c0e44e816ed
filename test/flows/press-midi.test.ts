import should from 'should';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { controller, note } from './panel-stage.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
};

/** Longer than a trigger waits for the second selector, in ms. */
const REST_MS = 60;

describe('a trigger of a MIDI controller', () => {
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

  it('does not act on RPN', async () => {
    await open();
    await play(controller(101, 1), controller(100, 2), controller(6, 2), controller(38, 1));
    should(presses()).equal(0);
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

  it('acts on all of them if its settings choose every message, or a byte', async () => {
    const nrpn = [controller(99, 2), controller(98, 44), controller(6, 64), controller(38, 1)];
    await open({ actOn: 'every' });
    await play(...nrpn);
    should(presses()).equal(4);
    await stage.close();
    await open({ property: '[0]', pressedIs: '6' });
    await play(...nrpn);
    should(presses()).equal(1);
  });

  it('does not act on a press that waits when it is closed', async () => {
    await open();
    stage.node('next').receive({ _msgid: 'w', ...controller(98, 127) });
    await stage.node('next').close();
    await stage.until(() => stage.completed.length === 1);
    await rest();
    should(presses()).equal(0);
  });
});
