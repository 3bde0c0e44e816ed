import should from 'should';
import { STATES, type State } from '../../../dist/panels/lamp/state.js';
import { Voices } from '../../../dist/panels/lamp/voices.js';

const source = (state: State, name = 'a') => ({ from: 'source', name, state }) as const;
const command = (state?: State) => ({ from: 'command', state }) as const;
const hub = (connected: boolean) => ({ from: 'hub', connected }) as const;

describe('what was said to a lamp', () => {
  let voices: Voices;
  beforeEach(() => {
    voices = new Voices(STATES, 0);
  });

  it('is unknown until somebody says something', () => {
    should(voices.most(0)).equal('unknown');
    should(voices.due(0)).be.undefined();
  });

  it('the most urgent of several sources counts, each by its last word', () => {
    voices.hear(source('preview', 'a'), 0);
    voices.hear(source('program', 'b'), 0);
    voices.hear(source('available', 'c'), 0);
    should(voices.most(0)).equal('program');
    voices.hear(source('off', 'b'), 0);
    should(voices.most(0)).equal('preview');
    voices.hear(source('unknown', 'c'), 0);
    should(voices.most(0)).equal('unknown');
  });

  it('what is more urgent can be chosen', () => {
    const others = new Voices(['preview', ...STATES.filter((state) => state !== 'preview')], 0);
    others.hear(source('preview', 'a'), 0);
    others.hear(source('program', 'b'), 0);
    should(others.most(0)).equal('preview');
  });

  it('who is silent for too long is not believed any more, whatever it said', () => {
    voices = new Voices(STATES, 1000);
    voices.hear(source('program', 'a'), 0);
    voices.hear(source('available', 'b'), 600);
    should(voices.due(600)).equal(1000);
    should(voices.most(999)).equal('program');
    should(voices.most(1000)).equal('unknown');
    should(voices.due(1000)).equal(1600);
    voices.hear(source('off', 'a'), 1500);
    should(voices.most(1500)).equal('available');
    should(voices.most(1600)).equal('unknown');
    should(voices.most(2600)).equal('unknown');
    should(voices.due(2600)).be.undefined();
  });

  it('a failure shows for 3 s, then what is still true', () => {
    voices.hear(source('available'), 0);
    voices.hear(command('failed'), 100);
    should(voices.most(100)).equal('failed');
    should(voices.due(100)).equal(3100);
    voices.hear(source('program'), 500);
    should(voices.most(3099)).equal('failed');
    should(voices.most(3100)).equal('program');
    should(voices.due(3100)).be.undefined();
  });

  it('what went well ends the failure', () => {
    voices.hear(command('failed'), 0);
    voices.hear(command(), 10);
    should(voices.most(10)).equal('unknown');
  });

  it('a command counts until a source knows better', () => {
    voices.hear(source('available'), 0);
    voices.hear(command('program'), 0);
    should(voices.most(0)).equal('program');
    voices.hear(command('failed'), 10);
    should(voices.most(5000)).equal('program');
    voices.hear(command('unknown'), 5000);
    should(voices.most(60_000)).equal('unknown');
    voices.hear(source('preview'), 60_000);
    should(voices.most(60_000)).equal('preview');
  });

  it('a lost hub makes everything unknown until each source has spoken again', () => {
    voices.hear(source('program'), 0);
    voices.hear(command('preview'), 0);
    voices.hear(hub(false), 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(hub(true), 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(source('off'), 0);
    should(voices.most(0)).equal('off');
    // What is said before the event node says that the hub is back counts once it does.
    voices.hear(hub(false), 0);
    voices.hear(source('program'), 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(hub(true), 0);
    should(voices.most(0)).equal('program');
  });

  describe('with a reading', () => {
    let held: Set<string>;
    const reading = (name: string) => ({ holds: () => held.has(name), fails: () => !held.has(name) });
    beforeEach(() => {
      held = new Set(['a', 'b']);
    });

    it('counts as long as that holds, and again only when it is said again', () => {
      voices.hear(source('program', 'a'), 0, reading('a'));
      voices.hear(source('off', 'b'), 0, reading('b'));
      should(voices.most(0)).equal('program');
      held.delete('a');
      should(voices.most(0)).equal('unknown');
      voices.hear(source('preview', 'a'), 0, reading('b'));
      should(voices.most(0)).equal('preview');
    });

    it('is not touched by what an event node says of another hub', () => {
      voices.hear(source('program'), 0, reading('a'));
      voices.hear(hub(false), 0);
      voices.hear(hub(true), 0);
      should(voices.most(0)).equal('program');
    });

    it('of a command is lost with its hub, until a source or a command speaks', () => {
      voices.hear(command('program'), 0, reading('a'));
      should(voices.most(0)).equal('program');
      held.delete('a');
      should(voices.most(0)).equal('unknown');
      voices.hear(command('available'), 0, reading('b'));
      should(voices.most(0)).equal('available');
    });

    it('of a read that failed makes the lamp unknown while it does, whatever its topic', () => {
      voices.hear(source('program', 'b'), 0, reading('b'));
      held.delete('a');
      voices.hear({ from: 'lost', name: 'getProperty' }, 0, reading('a'));
      should(voices.most(0)).equal('unknown');
      held.add('a');
      should(voices.most(0)).equal('program');
    });
  });

  it('the connection alone lights a lamp, and is silent beside anything else', () => {
    voices.hear(hub(true), 0);
    should(voices.most(0)).equal('available');
    voices.hear(source('off'), 0);
    should(voices.most(0)).equal('off');
  });

  it('a command that waits for a second press is armed until it is told that it does not', () => {
    const guard = (name: string, armed: boolean) => voices.hear({ from: 'guard', name, armed }, 0);
    guard('a', false);
    should(voices.most(0)).equal('off');
    voices.hear(source('program'), 0);
    guard('a', true);
    guard('b', true);
    should(voices.most(0)).equal('armed');
    voices.hear(source('preview'), 0);
    guard('a', false);
    should(voices.most(0)).equal('armed');
    guard('b', false);
    should(voices.most(0)).equal('preview');
    should(voices.due(0)).be.undefined();
  });

  it('what could not be read is unknown until it can be read, not only until the hub is back', () => {
    const lost = { from: 'lost', name: 'a' } as const;
    voices.hear(lost, 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(source('program'), 0);
    voices.hear(lost, 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(source('off', 'b'), 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(hub(true), 0);
    should(voices.most(0)).equal('unknown');
    voices.hear(source('preview'), 0);
    should(voices.most(0)).equal('preview');
  });

  it('forgets who has been silent longest where there are more than anybody watches', () => {
    voices.hear(source('program', 'first'), 0);
    for (let count = 0; count < 199; count += 1) voices.hear(source('off', `${count}`), 0);
    should(voices.most(0)).equal('program');
    voices.hear(source('off', '1'), 0);
    should(voices.most(0)).equal('program');
    voices.hear(source('off', 'last'), 0);
    should(voices.most(0)).equal('off');
  });
});
