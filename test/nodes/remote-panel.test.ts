import should from 'should';
import { type Message, SteppedNodes } from './stepped-nodes.js';

const digests = Array(32).fill('da39a3ee');

describe('the command of a panel whose host does not answer', () => {
  let nodes: SteppedNodes;
  let sent: Message[];

  beforeEach(async () => {
    nodes = new SteppedNodes();
    nodes.deployHub('config');
    sent = [];
    const panel = { id: 'panel', type: 'hub-remote', role: 'panel', expiry: '2', answerWithin: '3' };
    nodes.deploy(panel, (msg) => sent.push(msg));
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

  it('waits for its life and the time for the answer after it', async () => {
    should(nodes.statusOf('panel')).equal('status.remote_hears');
    nodes.receive('panel', { topic: 'take', payload: true });
    await pass(4000);
    should(nodes.statusOf('panel')).equal('status.sending');
    await pass(2000);
    should(nodes.statusOf('panel')).match(/^status\.HUB_TIMEOUT · /);
  });

  it('is shown as failed until the next command is answered', async () => {
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
