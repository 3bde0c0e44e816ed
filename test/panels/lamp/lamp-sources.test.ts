import should from 'should';
import { LampSources } from '../../../dist/panels/lamp/lamp-sources.js';
import { STATES, type State } from '../../../dist/panels/lamp/state.js';

const source = (state: State, name = 'a') => ({ from: 'source', name, state }) as const;
const command = (state?: State) => ({ from: 'command', state }) as const;
const hub = (connected: boolean) => ({ from: 'hub', connected }) as const;

describe('what was said to a lamp', () => {
  let sources: LampSources;
  beforeEach(() => {
    sources = new LampSources(STATES, 0);
  });

  it('is unknown until somebody says something', () => {
    should(sources.mostUrgent(0)).equal('unknown');
    should(sources.nextChange(0)).be.undefined();
  });

  it('the most urgent of several sources counts, each by its last word', () => {
    sources.update(source('preview', 'a'), 0);
    sources.update(source('program', 'b'), 0);
    sources.update(source('available', 'c'), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', 'b'), 0);
    should(sources.mostUrgent(0)).equal('preview');
    sources.update(source('unknown', 'c'), 0);
    should(sources.mostUrgent(0)).equal('unknown');
  });

  it('what is more urgent can be chosen', () => {
    const custom = new LampSources(['preview', ...STATES.filter((state) => state !== 'preview')], 0);
    custom.update(source('preview', 'a'), 0);
    custom.update(source('program', 'b'), 0);
    should(custom.mostUrgent(0)).equal('preview');
  });

  it('who is silent for too long is not believed any more, whatever it said', () => {
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

  it('a failure shows for 3 s, then what is still true', () => {
    sources.update(source('available'), 0);
    sources.update(command('failed'), 100);
    should(sources.mostUrgent(100)).equal('failed');
    should(sources.nextChange(100)).equal(3100);
    sources.update(source('program'), 500);
    should(sources.mostUrgent(3099)).equal('failed');
    should(sources.mostUrgent(3100)).equal('program');
    should(sources.nextChange(3100)).be.undefined();
  });

  it('what went well ends the failure', () => {
    sources.update(command('failed'), 0);
    sources.update(command(), 10);
    should(sources.mostUrgent(10)).equal('unknown');
  });

  it('a command counts until a source knows better', () => {
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

  it('a lost hub makes everything unknown until each source has spoken again', () => {
    sources.update(source('program'), 0);
    sources.update(command('preview'), 0);
    sources.update(hub(false), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(source('off'), 0);
    should(sources.mostUrgent(0)).equal('off');
    // What is said before the event node says that the hub is back counts once it does.
    sources.update(hub(false), 0);
    sources.update(source('program'), 0);
    should(sources.mostUrgent(0)).equal('unknown');
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('program');
  });

  describe('with a reading', () => {
    let held: Set<string>;
    const reading = (name: string) => ({ holds: () => held.has(name), fails: () => !held.has(name) });
    beforeEach(() => {
      held = new Set(['a', 'b']);
    });

    it('counts as long as that holds, and again only when it is said again', () => {
      sources.update(source('program', 'a'), 0, reading('a'));
      sources.update(source('off', 'b'), 0, reading('b'));
      should(sources.mostUrgent(0)).equal('program');
      held.delete('a');
      should(sources.mostUrgent(0)).equal('unknown');
      sources.update(source('preview', 'a'), 0, reading('b'));
      should(sources.mostUrgent(0)).equal('preview');
    });

    it('is not touched by what an event node says of another hub', () => {
      sources.update(source('program'), 0, reading('a'));
      sources.update(hub(false), 0);
      sources.update(hub(true), 0);
      should(sources.mostUrgent(0)).equal('program');
    });

    it('of a command is lost with its hub, until a source or a command speaks', () => {
      sources.update(command('program'), 0, reading('a'));
      should(sources.mostUrgent(0)).equal('program');
      held.delete('a');
      should(sources.mostUrgent(0)).equal('unknown');
      sources.update(command('available'), 0, reading('b'));
      should(sources.mostUrgent(0)).equal('available');
    });

    it('of a read that failed makes the lamp unknown while it does, whatever its topic', () => {
      sources.update(source('program', 'b'), 0, reading('b'));
      held.delete('a');
      sources.update({ from: 'lost', name: 'getProperty' }, 0, reading('a'));
      should(sources.mostUrgent(0)).equal('unknown');
      held.add('a');
      should(sources.mostUrgent(0)).equal('program');
    });
  });

  it('the connection alone lights a lamp, and is silent beside anything else', () => {
    sources.update(hub(true), 0);
    should(sources.mostUrgent(0)).equal('available');
    sources.update(source('off'), 0);
    should(sources.mostUrgent(0)).equal('off');
  });

  it('a command that waits for a second press is armed until it is told that it does not', () => {
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

  it('what could not be read is unknown until it can be read, not only until the hub is back', () => {
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

  it('forgets who has been silent longest where there are more than anybody watches', () => {
    sources.update(source('program', 'first'), 0);
    for (let count = 0; count < 199; count += 1) sources.update(source('off', `${count}`), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', '1'), 0);
    should(sources.mostUrgent(0)).equal('program');
    sources.update(source('off', 'last'), 0);
    should(sources.mostUrgent(0)).equal('off');
  });
});
