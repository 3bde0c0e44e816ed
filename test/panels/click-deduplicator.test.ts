import should from 'should';
import { ClickDeduplicator, type Gesture, recognise } from '../../dist/panels/index.js';
import { FakeClock } from '../hub/fake-clock.js';

type Event = 'pointerdown' | 'pointerup' | 'click';

describe('a click', () => {
  let clock: FakeClock;
  let clicks: ClickDeduplicator;

  beforeEach(() => {
    clock = new FakeClock();
    clicks = new ClickDeduplicator(clock);
  });

  const send = (type: Event, client?: string, topic = 'take') =>
    clicks.isDuplicate(recognise({ topic, payload: '', _event: { type }, _client: client && { socketId: client } })!);
  const press = (client?: string, topic = 'take') => {
    send('pointerdown', client, topic);
    send('pointerup', client, topic);
  };

  it('belongs to a held press for any time, also during presses of other controls', () => {
    send('pointerdown', 'A');
    clock.jump(600_000);
    for (let index = 0; index < 5000; index++) {
      send('pointerdown', 'B', `other ${index}`);
      if (index % 50 > 0) send('pointerup', 'B', `other ${index}`);
      if (index % 50 > 1) should(send('click', 'B', `other ${index}`)).be.true();
      clock.jump(1000);
    }
    send('pointerup', 'A');
    should(send('click', 'A')).be.true();
  });

  it('belongs to a release within 2 s before it, but not to an earlier one', () => {
    press('A');
    clock.jump(1999);
    should(send('click', 'A')).be.true();
    press('A');
    clock.jump(2000);
    should(send('click', 'A')).be.false();
  });

  it('of another source is always a press', () => {
    const program: Gesture = { source: 'midi', control: 'take', kind: 'button', pressed: true, momentary: true };
    press();
    should([clicks.isDuplicate({ ...program, momentary: undefined }), clicks.isDuplicate(program)]).eql([false, false]);
  });

  it('is compared with 1000 presses, and expired ones are dropped first', () => {
    send('pointerdown', 'A');
    for (let index = 0; index < 999; index += 1) press('B', `other ${index}`);
    clock.jump(2000);
    press('B', 'last');
    should(send('click', 'B', 'last')).be.true();
    should(send('click', 'A')).be.true();
  });

  it('of a browser that reconnected is a press if 1000 other controls sent a down after it', () => {
    for (const [others, isDuplicate] of [
      [998, true],
      [999, false],
    ] as const) {
      clicks = new ClickDeduplicator(clock);
      send('pointerdown', 'A');
      for (let index = 0; index < others; index += 1) send('pointerdown', 'B', `other ${index}`);
      send('pointerup', 'A again');
      should(send('click', 'A again')).equal(isDuplicate);
    }
  });
});
