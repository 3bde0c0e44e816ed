import should from 'should';
import { Ledger } from '../../dist/hub/lookup/ledger.js';
import { WantedValues } from '../../dist/looks/wanted-values.js';
import { FakeClock } from '../hub/fake-clock.js';

const LANE = 'lane';

describe('the wanted value of a property', () => {
  let clock: FakeClock;
  let ledger: Ledger;
  let wanted: WantedValues;
  const target = (component?: string) => ({ key: `k${component ?? ''}`, engine: 'Arena', component, lane: LANE });
  const value = (component?: string) => wanted.get(target(component))?.value;
  const send = (sent: unknown, component?: string, travelMs = 0) =>
    ledger.sent(LANE, 'done', { value: sent, component, travelMs });
  /** A poll, and then the list of engines. */
  const poll = (polled: unknown) => {
    wanted.polled(target(), polled);
    wanted.confirm('Arena');
  };

  beforeEach(() => {
    clock = new FakeClock();
    ledger = new Ledger(clock);
    wanted = new WantedValues(ledger, clock);
  });

  it('is a polled one after two lists of engines', () => {
    poll(1);
    should(value()).be.undefined();
    poll(2);
    should(value()).equal(1);
    poll(3);
    should(value()).equal(2);
  });

  it('is not one that was polled before the engine was away', () => {
    poll(1);
    wanted.discard('Arena');
    wanted.confirm('Arena');
    wanted.confirm('Arena');
    should(value()).be.undefined();
  });

  it('is the one that was sent, until two lists have confirmed a newer one', () => {
    poll(1);
    poll(1);
    send(5);
    should(value()).equal(5);
    // This answer may be from before the command.
    poll(1);
    poll(6);
    should(value()).equal(5);
    poll(6);
    should(value()).equal(6);
  });

  it('is not a polled one from before the last command', () => {
    poll(1);
    ledger.sent(LANE, 'unknown');
    poll(1);
    poll(1);
    should(value()).be.undefined();
    poll(1);
    should(value()).equal(1);
  });

  it('is not one that was polled during a fade', async () => {
    poll(1);
    send(5, undefined, 1000);
    for (let count = 0; count < 4; count += 1) poll(3);
    should(value()).equal(5);
    await clock.advance(1000, () => Promise.resolve());
    poll(4.9);
    poll(5.1);
    poll(5.1);
    should(value()).equal(5.1);
  });

  it('is the part of a whole value, but not the whole of a part', () => {
    send({ x: 1, y: 2 });
    should([value(), value('x'), value('z')]).eql([{ x: 1, y: 2 }, 1, undefined]);
    send(3, 'x');
    should([value(), value('x'), value('y')]).eql([undefined, 3, undefined]);
  });
});
