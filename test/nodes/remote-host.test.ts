import should from 'should';
import { type Message, SteppedNodes } from './stepped-nodes.js';

const digests = Array(32).fill('da39a3ee');

describe('another host with the same prefix', () => {
  let nodes: SteppedNodes;
  let isConnected: boolean;

  beforeEach(async () => {
    nodes = new SteppedNodes();
    isConnected = true;
    nodes.deployHub('config');
    const returnBeat = (msg: Message) => {
      if (isConnected && msg.topic === 'graphics-hub/host') nodes.receive('host', { ...msg, retain: false });
    };
    nodes.deploy({ id: 'host', type: 'hub-remote', role: 'host' }, returnBeat);
    await nodes.advance(1500);
  });
  afterEach(() => nodes.end());

  async function receiveBeats(count: number, retain = false): Promise<void> {
    const payload = JSON.stringify({ version: 1, run: 'another-host', at: 0, steady: 0, digests });
    for (let beat = 0; beat < count; beat += 1)
      nodes.receive('host', { topic: 'graphics-hub/host', payload, qos: 0, retain });
    await nodes.advance(500);
  }

  it('is reported at its third beat, once', async () => {
    should(nodes.statusOf('host')).equal('status.remote_tells');
    await receiveBeats(2);
    should(nodes.errorsOf('host')).have.length(0);
    should(nodes.statusOf('host')).equal('status.remote_tells');
    await receiveBeats(1);
    should(nodes.errorsOf('host')).have.length(1);
    should(nodes.statusOf('host')).equal('status.remote_twoHosts');
    await receiveBeats(3);
    should(nodes.errorsOf('host')).have.length(1);
  });

  it('needs three new beats after the broker was lost', async () => {
    await receiveBeats(2);
    isConnected = false;
    await nodes.advance(4500);
    should(nodes.statusOf('host')).equal('status.remote_noBroker');
    isConnected = true;
    await nodes.advance(1500);
    await receiveBeats(2);
    should(nodes.errorsOf('host')).have.length(0);
    await receiveBeats(1);
    should(nodes.errorsOf('host')).have.length(1);
  });

  it('is not reported for retained beats', async () => {
    await receiveBeats(5, true);
    should(nodes.errorsOf('host')).have.length(0);
    should(nodes.statusOf('host')).equal('status.remote_tells');
  });
});
