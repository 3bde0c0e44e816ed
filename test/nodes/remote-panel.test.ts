import should from 'should';
import { SteppedNodes } from './stepped-nodes.js';

const digests = Array(32).fill('da39a3ee');

describe('the command of a panel whose host does not answer', () => {
  let nodes: SteppedNodes;

  beforeEach(async () => {
    nodes = new SteppedNodes();
    nodes.deployHub('config');
    nodes.deploy({ id: 'panel', type: 'hub-remote', role: 'panel', expiry: '2', answerWithin: '3' }, () => {});
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
});
