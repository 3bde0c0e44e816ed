import should from 'should';
import { type Message, SteppedNodes } from './stepped-nodes.js';

describe('a motor fader', () => {
  let nodes: SteppedNodes;
  let sent: unknown[];

  beforeEach(() => {
    nodes = new SteppedNodes();
    sent = [];
    nodes.deployHub('config');
    const fader = { surface: 'midiFader', control: 'cc 1/7', touch: 'note 1/104', mode: 'rest' };
    nodes.deploy({ id: 'lamp', type: 'hub-lamp', ...fader }, ({ payload }: Message) => sent.push(payload));
  });
  afterEach(() => nodes.end());

  const receive = async (msg: Message) => {
    nodes.receive('lamp', msg);
    await nodes.advance(300);
  };
  const touch = () => receive({ payload: [104, 127], midi: { channel: 1, type: 'noteon', data: [104, 127] } });
  const setValue = (payload: unknown) => receive({ payload, hub: false });

  it('sends a value that arrives before its start at its start', async () => {
    nodes.receive('lamp', { payload: 1, hub: false });
    await nodes.advance(200);
    should(sent).be.empty();
    await nodes.advance(100);
    should(sent).eql([[0xb0, 7, 127]]);
  });

  describe('after a reset of its surface', () => {
    beforeEach(() => nodes.advance(500));

    it('has no hand, since the surface may have lost its release', async () => {
      await touch();
      should(nodes.statusOf('lamp')).equal('status.fader_touched');
      await receive({ reset: true });
      should(nodes.statusOf('lamp')).equal('status.fader_waiting');
      await setValue(1);
      should(nodes.statusOf('lamp')).equal('status.fader_follows');
      should(sent).eql([[0xb0, 7, 127]]);
    });

    it('moves at once to the value that arrived during a touch', async () => {
      await touch();
      await setValue(1);
      should(sent).be.empty();
      await receive({ reset: true });
      should(sent).eql([[0xb0, 7, 127]]);
    });

    it('moves again to the same value', async () => {
      await setValue(1);
      await setValue(1);
      should(sent).have.length(1);
      await receive({ reset: true });
      should(sent).have.length(2);
    });
  });
});
