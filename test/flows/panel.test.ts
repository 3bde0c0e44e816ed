import should from 'should';
import { controller, key, PanelStage, pad } from './panel-stage.js';
import type { Message } from './stage.js';

describe('a panel node', function () {
  this.timeout(120_000);

  const show = PanelStage.forSuite();

  describe('of a fader', () => {
    it('sends the message with the value and the gesture', async () => {
      await show.open({ control: 'cc 1/7' });
      await show.send({ ...controller(7, 127), mine: 'kept' });
      const [{ _msgid, ...msg }] = show.stage.out as [Message];
      should(msg).match({ topic: 'Fader bank', payload: 1, mine: 'kept' });
      should(msg.gesture).eql({ source: 'midi', control: 'cc 1/7', kind: 'fader', value: 1, raw: 127, pressed: true });
      should(show.stage.completed).have.length(1);
      await show.shows('1');
    });

    it('reaches both ends of its range, and ignores other controls', async () => {
      await show.open({ control: 'cc 1/7', low: '-40', high: '10' });
      await show.send(controller(7, 0), controller(8, 64), controller(7, 127), key(7, 1));
      should(show.values()).eql([-40, 10]);
      should(show.stage.completed).have.length(4);
      should(show.stage.caught).be.empty();
    });

    it('uses its ends, its curve, its step, one axis, and ignores its first message', async () => {
      for (const [fields, messages, values] of [
        [{ from: '3', to: '118', high: '100' }, [0, 3, 118, 127].map((each) => controller(7, each)), [0, 0, 100, 100]],
        [{ to: '100', high: '10' }, [0, 50, 127].map((each) => controller(7, each)), [0, 5, 10]],
        [{ inverted: true, step: '0.25' }, [0, 60, 127].map((each) => controller(7, each)), [1, 0.5, 0]],
        [{ curve: 's', from: '0', to: '100', step: '0.5' }, [0, 25, 100].map((each) => controller(7, each)), [0, 0, 1]],
        [{ axis: '1', high: '10' }, [pad(0.9, 0.2), pad(0, 1)], [2, 10]],
        [{ ignoreFirst: true }, [controller(7, 64), controller(7, 127)], [1]],
      ] as const) {
        await show.open(fields);
        await show.send(...messages);
        should([fields, show.values()]).eql([fields, values]);
        await show.stage.close();
      }
      await show.open({});
    });

    it('chooses from a list', async () => {
      await show.open({ list: '$t(out), preview' });
      await show.send(controller(7, 0));
      should(show.values()).eql(['$t(out)']);
      // Node-RED's translator would look up the text.
      await show.shows('$\u200bt(out)');
      await show.stage.close();
      await show.open({ list: 'out, preview, 3, true' });
      await show.send(controller(7, 0), controller(7, 40), controller(7, 70), controller(7, 127));
      should(show.values()).eql(['out', 'preview', 3, true]);
    });

    it('joins a pair of controllers', async () => {
      await show.open({ pair: true, control: 'cc 1/7' });
      await show.send(controller(7, 64), controller(39, 0), controller(7, 127), controller(39, 127));
      should(show.values().at(-1)).equal(1);
      should(show.values()).containEql((64 << 7) / 16383);
      should(show.stage.out.every(({ gesture }) => gesture.control === 'cc 1/7')).be.true();
    });
  });

  it('of a button shows why a retained press is ignored', async () => {
    await show.open({ kind: 'button' });
    await show.send({ topic: 'studio/go', payload: 'ON', qos: 1, retain: true });
    await show.shows('retained, ignored');
    should(show.values()).be.empty();
    await show.send({ topic: 'studio/go', payload: 'OFF', qos: 1, retain: false });
    await show.send({ topic: 'studio/go', payload: 'ON', qos: 1, retain: false });
    should(show.did()).eql([['press', true]]);
    await show.shows('a press true');
    should(show.logged()).be.empty();
  });

  it('ignores messages of other sources and controls without a warning', async () => {
    await show.open({ source: 'midi', control: 'cc 1/7' });
    await show.send(pad(0.1, 0.2), { topic: 'cc 1/7', payload: 0.5 }, key(7, 1), controller(8, 1));
    should(show.values()).be.empty();
    should(show.logged()).be.empty();
    should(show.stage.completed).have.length(4);
  });

  describe('drops with one warning', () => {
    for (const [kind, msg, warning] of [
      [
        'an empty list of arguments',
        { topic: '/1/fader1', payload: [] },
        /1\/fader1 does not send the messages of a fader/,
      ],
      ['NaN', { topic: 'x', payload: Number.NaN }, /not look like one of a panel and was dropped: NaN/],
      ['a number without ends', { topic: 'x', payload: 50 }, /x sends 50 without a range/],
    ] as const)
      it(kind, async () => {
        await show.open({});
        await show.send(msg, msg, controller(7, 127), msg);
        should(show.values()).eql([1]);
        should(show.logged()).have.length(1);
        should(show.logged()[0]).match(warning);
        should(show.stage.completed).have.length(4);
        should(show.stage.caught).be.empty();
      });

    it('a message that neither an encoder nor a button sends', async () => {
      for (const kind of ['encoder', 'button']) {
        await show.open({ kind });
        await show.send(pad(0.5, 0.5), pad(0.6, 0.5));
        should(show.values()).be.empty();
        should(show.logged()).have.length(1);
        should(show.logged()[0]).match(new RegExp(`/1/xy1 does not send the messages of an? ${kind}`));
        if (kind === 'encoder') await show.stage.close();
      }
    });
  });

  for (const control of ['zigbee2mqtt/desk 1', 'zigbee2mqtt/desk'])
    it(`takes a key of a device by its name or by the topic: ${control}`, async () => {
      await show.open({ kind: 'button', control });
      const press = (topic: string) => ({ topic, payload: '{"action":"1_single"}', qos: 0, retain: false });
      await show.send(press('zigbee2mqtt/other'));
      should(show.stage.out).be.empty();
      await show.send(press('zigbee2mqtt/desk'));
      should(show.stage.out).have.length(1);
    });

  it('handles each packet of a bundle, and still works after frozen and unreadable messages', async () => {
    await show.open({ source: 'osc', control: '/b' });
    const packets = [
      { address: '/a', args: [{ type: 'float', value: 0.1 }] },
      { address: '/b', args: [{ type: 'float', value: 0.25 }] },
    ];
    await show.send({ topic: 'bundle', payload: packets });
    const hostile = { _msgid: 'h', topic: '/b' };
    Object.defineProperty(hostile, 'payload', {
      enumerable: true,
      get() {
        throw new Error('hands off');
      },
    });
    show.stage.node('panel').receive(hostile);
    await show.stage.send('panel', Object.freeze({ _msgid: 'f', topic: '/b', payload: 0.75 }) as never);
    should(show.values()).eql([0.25, 0.75]);
  });
});
