import should from 'should';
import { type Message, SteppedNodes } from './stepped-nodes.js';

const digests = Array(32).fill('da39a3ee');

describe('a remote panel', () => {
  let nodes: SteppedNodes;
  let sent: Message[];

  beforeEach(async () => {
    nodes = new SteppedNodes();
    nodes.deployHub('config');
    sent = [];
    const panel = { id: 'panel', type: 'hub-remote', role: 'panel', expiry: '2', answerWithin: '3' };
    nodes.deploy(panel, (msg) => sent.push(msg));
    await nodes.settle();
    await pass(1000);
  });
  afterEach(() => nodes.end());

  /** The host sends a beat every second. */
  async function pass(ms: number): Promise<void> {
    for (let second = 0; second < ms; second += 1000) {
      const payload = JSON.stringify({ version: 1, run: 'the-host', at: Date.now(), steady: nodes.now, digests });
      nodes.receive('panel', { topic: 'graphics-hub/host', payload, qos: 0, retain: false });
      await nodes.advance(1000);
    }
  }

  it('asks for a heartbeat at its start, and trusts the first one', () => {
    should(sent.map(({ topic }) => topic)).eql(['graphics-hub/ask']);
    should(nodes.statusOf('panel')).equal('status.remote_hears');
  });

  it('trusts its host until the last will comes from the broker', async () => {
    const place = 'graphics-hub/host';
    nodes.receive('panel', { topic: place, payload: 'another text', qos: 0, retain: false });
    // From the flow, it is a command.
    nodes.receive('panel', { topic: place, payload: 'gone' });
    nodes.receive('panel', { topic: place, payload: 'gone', qos: 0, retain: false });
    nodes.receive('panel', { topic: 'take', payload: true });
    await nodes.settle();
    const topics = sent.map(({ topic }) => topic).filter((topic) => topic !== 'graphics-hub/ask');
    should(topics).eql(['graphics-hub/command/graphics-hub/host']);
  });

  it('sends one command for a press that the broker delivers twice, and marks the copy of a number', async () => {
    const commands = () =>
      sent.filter(({ topic }) => /command/.test(topic)).map(({ topic }) => topic.split('/').at(-1));
    const marks = () =>
      sent.filter(({ topic }) => /command/.test(topic)).map(({ payload }) => JSON.parse(payload).copy);
    const twice = (topic: string, payload: unknown) => {
      for (const delivery of [1, 2])
        nodes.receive('panel', { _msgid: `${topic} ${delivery}`, topic, payload, qos: 1, retain: false });
    };
    twice('Übergabe', 'PRESS');
    twice('Übergabe', 'RELEASE');
    // It may be a step of an encoder.
    twice('Drehgeber', '1');
    await nodes.settle();
    should(commands()).eql(['Übergabe', 'Übergabe', 'Drehgeber', 'Drehgeber']);
    should(marks()).eql([undefined, undefined, undefined, true]);
    await pass(1000);
    twice('Übergabe', 'PRESS');
    await nodes.settle();
    should(commands()).have.length(5);
    sent = [];
    for (const payload of [2, { value: 3 }, '4']) twice('日本語', payload);
    await nodes.advance(25);
    twice('日本語', 2);
    await nodes.settle();
    should(marks()).eql(Array(4).fill([undefined, true]).flat());
  });

  it('waits for an answer during the life of the command and the time after it', async () => {
    should(nodes.statusOf('panel')).equal('status.remote_hears');
    nodes.receive('panel', { topic: 'take', payload: true });
    await pass(4000);
    should(nodes.statusOf('panel')).equal('status.sending');
    await pass(2000);
    should(nodes.statusOf('panel')).match(/^status\.HUB_TIMEOUT · /);
  });

  it('shows a failed command until the next one is answered', async () => {
    nodes.receive('panel', { topic: 'take', payload: true });
    await pass(6000);
    nodes.receive('panel', { topic: 'take', payload: true });
    const { id, from } = JSON.parse(sent.findLast(({ topic }) => topic === 'graphics-hub/command/take')?.payload);
    should(nodes.statusOf('panel')).match(/^status\.HUB_TIMEOUT · /);
    const payload = JSON.stringify({ version: 1, id, outcome: 'done', statusCode: 200 });
    nodes.receive('panel', { topic: `graphics-hub/answer/${from}`, payload, qos: 1, retain: false });
    await pass(1000);
    should(nodes.statusOf('panel')).equal('status.remote_hears');
  });
});
