import should from 'should';
import { controller, key, pad, panel } from './panel-stage.js';
import { type Message, perform, type Stage } from './stage.js';

describe('a panel node', function () {
  this.timeout(20_000);

  let stage: Stage;
  let sent = 0;

  const open = async (fields: object) => {
    stage = await perform(undefined, [panel(fields)]);
  };

  /** Sends messages, each once the one before was done with. */
  async function send(...messages: Message[]): Promise<void> {
    for (const msg of messages) {
      sent += 1;
      await stage.send('panel', { _msgid: `m${sent}`, ...msg });
    }
  }

  const values = () => stage.out.map(({ payload }) => payload);
  const shows = (text: string) => stage.until(() => stage.status('panel').text === text);

  afterEach(() => stage.close());

  describe('of a fader', () => {
    it('hands on the message with the value and the gesture', async () => {
      await open({ control: 'cc 1/7' });
      await send({ ...controller(7, 127), mine: 'kept' });
      const [{ _msgid, ...msg }] = stage.out as [Message];
      should(msg).match({ topic: 'Fader bank', payload: 1, mine: 'kept' });
      should(msg.gesture).eql({ source: 'midi', control: 'cc 1/7', kind: 'fader', value: 1, raw: 127, pressed: true });
      should(stage.completed).have.length(1);
      await shows('1');
    });

    it('reaches both ends of its range, and nothing else moves it', async () => {
      await open({ control: 'cc 1/7', low: '-40', high: '10' });
      await send(controller(7, 0), controller(8, 64), controller(7, 127), key(7, 1));
      should(values()).eql([-40, 10]);
      should(stage.completed).have.length(4);
      should(stage.caught).be.empty();
    });

    it('is scaled from learned ends, and stays at them beyond', async () => {
      await open({ from: '3', to: '118', low: '0', high: '100' });
      await send(controller(7, 0), controller(7, 3), controller(7, 118), controller(7, 127));
      should(values()).eql([0, 0, 100, 100]);
    });

    it('goes the other way round, in steps', async () => {
      await open({ invert: true, step: '0.25' });
      await send(controller(7, 0), controller(7, 60), controller(7, 127));
      should(values()).eql([1, 0.5, 0]);
    });

    it('bends its way', async () => {
      const middles = [];
      for (const curve of ['logarithmic', 'exponential', 's']) {
        await open({ curve, from: '0', to: '100' });
        await send(controller(7, 0), controller(7, 25), controller(7, 100));
        should([values()[0], values()[2]]).eql([0, 1]);
        middles.push(values()[1]);
        if (curve !== 's') await stage.close();
      }
      const [logarithmic, exponential, s] = middles as [number, number, number];
      should(logarithmic).be.above(0.25);
      should(exponential).be.below(0.25);
      should(s).be.below(0.25);
    });

    it('chooses from a list', async () => {
      await open({ list: 'out, preview, 3, true' });
      await send(controller(7, 0), controller(7, 40), controller(7, 70), controller(7, 127));
      should(values()).eql(['out', 'preview', 3, true]);
    });

    it('joins a pair of controllers', async () => {
      await open({ pair: true, control: 'cc 1/7' });
      await send(controller(7, 64), controller(39, 0), controller(7, 127), controller(39, 127));
      should(values().at(-1)).equal(1);
      should(values()).containEql((64 << 7) / 16383);
      should(stage.out.every(({ gesture }) => gesture.control === 'cc 1/7')).be.true();
    });

    it('takes one component of a pad', async () => {
      await open({ component: '1', low: '0', high: '10' });
      await send(pad(0.9, 0.2), pad(0, 1));
      should(values()).eql([2, 10]);
    });

    it('ignores the first message where it is told to', async () => {
      await open({ ignoreFirst: true });
      await send(controller(7, 64), controller(7, 127));
      should(values()).eql([1]);
    });
  });
});
