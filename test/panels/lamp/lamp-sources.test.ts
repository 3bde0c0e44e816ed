import should from 'should';
import { LampSources } from '../../../dist/panels/lamp/lamp-sources.js';
import { STATES, type State } from '../../../dist/panels/lamp/state.js';

const source = (state: State, name = 'a') => ({ from: 'source', name, state }) as const;
const command = (state?: State) => ({ from: 'command', state }) as const;
const hub = (connected: boolean) => ({ from: 'hub', connected }) as const;

describe('the sources of a lamp', () => {
  let sources: LampSources;
  beforeEach(() => {
    sources = new LampSources(STATES, 0);
  });

  it('are unknown before the first input', () => {
    should(sources.mostUrgent(0)).equal('unknown');
    should(sources.nextChange(0)).be.undefined();
  });

  it('show the most urgent state, each with its last message', () => {
    sources.update(source('preview', 'a'), 0);
    sources.update(source('program', 'b'), 0);
    sources.update(source('available', 'c'), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', 'b'), 0);
    should(sources.mostUrgent(0)).equal('preview');
    sources.update(source('unknown', 'c'), 0);
    should(sources.mostUrgent(0)).equal('unknown');
  });

  it('show a look only if no source is on air or on preview', () => {
    const order = [
      'failed',
      'armed',
      'unknown',
      'program',
      'preview',
      'lookRecalling',
      'lookChanged',
      'lookOn',
      'lookEmpty',
    ] as const;
    for (const [at, state] of order.entries()) {
      if (state === 'failed' || state === 'armed') continue;
      sources = new LampSources(STATES, 0);
      sources.update(source('available', 'item'), 0);
      for (const later of order.slice(at).toReversed()) sources.update(source(later, later), 0);
      should(sources.mostUrgent(0)).equal(state);
    }
    sources.update({ from: 'guard', name: 'restore', armed: true }, 0);
    should(sources.mostUrgent(0)).equal('armed');
  });

  it('wait for a message only if one was lost and its hub is back', () => {
    const session = { isPresent: true, isRead: true };
    const validity = { holds: () => session.isPresent, isBack: () => session.isRead };
    sources.update(source('program'), 0, validity);
    should(sources.waits).be.false();
    Object.assign(session, { isPresent: false, isRead: false });
    should(sources.waits).be.false();
    session.isRead = true;
    should(sources.waits).be.true();
    sources.update(source('program'), 0, { ...validity, holds: () => true });
    should(sources.waits).be.false();
  });

  it('have an order of urgency that can be changed', () => {
    const custom = new LampSources(['preview', ...STATES.filter((state) => state !== 'preview')], 0);
    custom.update(source('preview', 'a'), 0);
    custom.update(source('program', 'b'), 0);
    should(custom.mostUrgent(0)).equal('preview');
  });

  it('are unknown after their timeout, in every state', () => {
    sources = new LampSources(STATES, 1000);
    sources.update(source('program', 'a'), 0);
    sources.update(source('available', 'b'), 600);
    should(sources.nextChange(600)).equal(1000);
    should(sources.mostUrgent(999)).equal('program');
    should(sources.mostUrgent(1000)).equal('unknown');
    should(sources.nextChange(1000)).equal(1600);
    sources.update(source('off', 'a'), 1500);
    should(sources.mostUrgent(1500)).equal('available');
    should(sources.mostUrgent(1600)).equal('unknown');
    should(sources.mostUrgent(2600)).equal('unknown');
    should(sources.nextChange(2600)).be.undefined();
  });

  it('are unknown at the very moment of their timeout, also where a difference of two times is rounded', () => {
    sources = new LampSources(STATES, 1000);
    // 1724.1 - 724.1 is less than 1000 in floating point.
    sources.update(source('program', 'a'), 724.1);
    should(sources.nextChange(724.1)).equal(1724.1);
    should(sources.mostUrgent(1724.1)).equal('unknown');
    should(sources.nextChange(1724.1)).be.undefined();
  });

  it('show a failed command for 3 s, then the state from before', () => {
    sources.update(source('available'), 0);
    sources.update(command('failed'), 100);
    should(sources.mostUrgent(100)).equal('failed');
    should(sources.nextChange(100)).equal(3100);
    sources.update(source('program'), 500);
    should(sources.mostUrgent(3099)).equal('failed');
    should(sources.mostUrgent(3100)).equal('program');
    should(sources.nextChange(3100)).be.undefined();
  });

  it('show a failed command until a successful one', () => {
    sources.update(command('failed'), 0);
    sources.update(command(), 10);
    should(sources.mostUrgent(10)).equal('unknown');
  });

  it('show the state after a command until the next message of a source', () => {
    sources.update(source('available'), 0);
    sources.update(command('program'), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(command('failed'), 10);
    should(sources.mostUrgent(5000)).equal('program');
    sources.update(command('unknown'), 5000);
    should(sources.mostUrgent(60_000)).equal('unknown');
    sources.update(source('preview'), 60_000);
    should(sources.mostUrgent(60_000)).equal('preview');
  });

  it('are unknown after the hub is lost, each until its next message', () => {
    sources.update(source('program'), 0);
    sources.update(command('preview'), 0);
    sources.update(hub(false), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(source('off'), 0);
    should(sources.mostUrgent(0)).equal('off');
    // A message before the event node reports the connection counts after this report.
    sources.update(hub(false), 0);
    sources.update(source('program'), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('program');
  });

  describe('with a validity', () => {
    let held: Set<string>;
    const validity = (name: string) => ({ holds: () => held.has(name), fails: () => !held.has(name) });
    beforeEach(() => {
      held = new Set(['a', 'b']);
    });

    it('keep a state that holds if an outdated message arrives late', () => {
      sources.update(source('program', 'a'), 0, validity('a'));
      sources.update(source('off', 'a'), 0, validity('gone'));
      should(sources.mostUrgent(0)).equal('program');
      sources.update(source('preview', 'a'), 0, validity('a'));
      should(sources.mostUrgent(0)).equal('preview');
      held.delete('a');
      sources.update(source('off', 'a'), 0, validity('gone'));
      should(sources.mostUrgent(0)).equal('unknown');
    });

    it('ignore the outdated state after a command', () => {
      sources.update(source('preview'), 0);
      sources.update(command('program'), 0, validity('gone'));
      should(sources.mostUrgent(0)).equal('preview');
    });

    it('lose only states without a validity with the hub of an event', () => {
      sources.update(source('off', 'b'), 0, validity('b'));
      sources.update(command('preview'), 0, validity('b'));
      sources.update(hub(false), 0);
      sources.update(hub(true), 0);
      should(sources.mostUrgent(0)).equal('preview');
      sources.update(command('preview'), 0);
      sources.update(hub(false), 0);
      sources.update(hub(true), 0);
      should(sources.mostUrgent(0)).equal('unknown');
      sources.update(source('off', 'a'), 0);
      should(sources.mostUrgent(0)).equal('off');
      sources.update(hub(false), 0);
      sources.update(hub(true), 0);
      should(sources.mostUrgent(0)).equal('unknown');
    });

    it('count 200 failing reads and 200 waiting commands', () => {
      sources.update(source('off'), 0);
      const names = Array.from({ length: 200 }, (_, index) => `name ${index}`);
      for (const name of [...names, 'last'])
        for (const from of ['lost', 'guard'] as const) sources.update({ from, name, armed: true }, 0, validity(name));
      for (const name of names) {
        held.add(name);
        sources.update({ from: 'guard', name, armed: false }, 0);
      }
      should(sources.mostUrgent(0)).equal('off');
    });

    it('ignore the events of another hub', () => {
      sources.update(source('program'), 0, validity('a'));
      sources.update(hub(false), 0);
      sources.update(hub(true), 0);
      should(sources.mostUrgent(0)).equal('program');
    });

    it('make the lamp unknown while a read fails, with any topic', () => {
      sources.update(source('program', 'b'), 0, validity('b'));
      held.delete('a');
      sources.update({ from: 'lost', name: 'getProperty' }, 0, validity('a'));
      should(sources.mostUrgent(0)).equal('unknown');
      held.add('a');
      should(sources.mostUrgent(0)).equal('program');
    });
  });

  it('show the connection only if there is no other input', () => {
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('available');
    sources.update(source('off'), 0);
    should(sources.mostUrgent(0)).equal('off');
  });

  it('show that a command waits for its second press', () => {
    const guard = (name: string, armed: boolean) => sources.update({ from: 'guard', name, armed }, 0);
    guard('a', false);
    should(sources.mostUrgent(0)).equal('off');
    sources.update(source('program'), 0);
    guard('a', true);
    guard('b', true);
    should(sources.mostUrgent(0)).equal('armed');
    sources.update(source('preview'), 0);
    guard('a', false);
    should(sources.mostUrgent(0)).equal('armed');
    guard('b', false);
    should(sources.mostUrgent(0)).equal('preview');
    should(sources.nextChange(0)).be.undefined();
  });

  it('stay unknown until they are read again, also after the hub is back', () => {
    const lost = { from: 'lost', name: 'a' } as const;
    sources.update(lost, 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(source('program'), 0);
    sources.update(lost, 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(source('off', 'b'), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(source('preview'), 0);
    should(sources.mostUrgent(0)).equal('preview');
  });

  it('drop the source with the oldest message beyond 200 sources', () => {
    sources.update(source('program', 'first'), 0);
    for (let count = 0; count < 199; count += 1) sources.update(source('off', `${count}`), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', '1'), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', 'last'), 0);
    should(sources.mostUrgent(0)).equal('off');
  });
});
