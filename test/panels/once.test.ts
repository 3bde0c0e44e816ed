import should from 'should';
import { Once, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';

type Event = 'pointerdown' | 'pointerup' | 'click';

describe('a click', () => {
  let clock: FakeClock;
  let once: Once;

  beforeEach(() => {
    clock = new FakeClock();
    once = new Once(clock);
  });

  const does = (type: Event, client?: string, topic = 'take') =>
    once.isToldAlready(recognise({ topic, payload: '', _event: { type }, _client: client && { socketId: client } })!);
  const press = (client?: string, topic = 'take') => {
    does('pointerdown', client, topic);
    does('pointerup', client, topic);
  };

  it('belongs to the press of its own browser', () => {
    for (const client of ['A', 'B', 'C']) does('pointerdown', client);
    should(['A', 'B', 'C'].map((client) => does('click', client))).eql([true, true, true]);
    should(['A', 'B', 'C'].map((client) => does('click', client))).eql([false, false, false]);
  });

  it('by a key of one browser is a press while another browser holds the button', () => {
    does('pointerdown', 'A');
    should(does('click', 'B')).be.false();
    should(does('click', 'A')).be.true();
  });

  it('belongs to a held press for any time, whatever other controls do', () => {
    does('pointerdown', 'A');
    clock.jump(600_000);
    for (let index = 0; index < 5000; index++) {
      does('pointerdown', 'B', `other ${index}`);
      if (index % 50 > 0) does('pointerup', 'B', `other ${index}`);
      if (index % 50 > 1) should(does('click', 'B', `other ${index}`)).be.true();
      clock.jump(1000);
    }
    does('pointerup', 'A');
    should(does('click', 'A')).be.true();
  });

  it('belongs to a release right before it, and not to one a while ago: the press ended beside the button', () => {
    press('A');
    clock.jump(499);
    should(does('click', 'A')).be.true();
    press('A');
    clock.jump(500);
    should(does('click', 'A')).be.false();
  });

  it('belongs to the press of a browser that was connected again while it held the button', () => {
    does('pointerdown', 'A');
    does('pointerup', 'A again');
    should(does('click', 'A again')).be.true();
    should(does('click', 'A again')).be.false();
  });

  it('is a press where the button sends no down, or only clicks', () => {
    does('pointerup', 'A');
    should(does('click', 'A')).be.false();
    should(does('click', 'A')).be.false();
  });

  it('is right for one hand without client data', () => {
    press();
    should(does('click')).be.true();
    should(does('click')).be.false();
    press();
    clock.jump(1000);
    should(does('click')).be.false();
  });
});
