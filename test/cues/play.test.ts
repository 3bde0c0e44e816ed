import should from 'should';
import { type Afterwards, type Cue, type CueList, type Step, sortCues } from '../../dist/cues/list.js';
import {
  firstState,
  nextDue,
  type PlayEvent,
  type PlayRules,
  type PlayState,
  play,
  rehearsalState,
} from '../../dist/cues/play.js';
import { positionOf, restoredState } from '../../dist/cues/position.js';
import type { StepOutcome } from '../../dist/cues/run.js';

const step = (topic: string, delay = 0): Step => ({ does: 'message', topic, payload: 1, delay });

/** A cue whose steps have the topics `a`, `b`, … at these delays. */
const cue = (name: string, delays: readonly number[] = [0], next?: Afterwards): Cue => ({
  name,
  note: '',
  steps: delays.map((delay, index) => step(`${name}${index}`, delay)),
  ...(next && { afterwards: next }),
});

const followOn = (after: number, from: 'start' | 'confirmed' = 'confirmed'): Afterwards => ({
  does: 'followOn',
  after,
  from,
});

const listOf = (cues: Record<string, Cue>): CueList => sortCues(Object.entries(cues));

/** Plays events in order, and writes down what happens. Times in ms. */
class Desk {
  state: PlayState;
  now = 0;
  log: string[] = [];
  rules: PlayRules = { onGo: 'next', lockout: 300, expiry: 5000 };

  constructor(cues: Record<string, Cue>, rules: Partial<PlayRules> = {}) {
    this.state = firstState(listOf(cues));
    this.rules = { ...this.rules, ...rules };
  }

  at(now: number): this {
    this.now = now;
    return this;
  }

  do(event: PlayEvent): this {
    const { state, effects, note } = play(this.state, event, this.now, this.rules);
    this.state = state;
    if (note) this.log.push(note);
    for (const effect of effects)
      if (effect.does === 'send') {
        const sent = effect.run.steps[effect.step]?.step;
        this.log.push(`send ${sent?.does === 'message' ? sent.topic : ''}`);
      } else if (effect.does === 'ended') this.log.push(`${effect.run.number} ${effect.part} ${effect.outcome}`);
      else if (effect.does === 'drop') this.log.push(`drop ${effect.run.number}`);
      else this.log.push(`${effect.run.number} held ${effect.hold.reason}`);
    return this;
  }

  go = () => this.do({ does: 'go', by: 'panel' });
  press = (does: 'again' | 'back' | 'next' | 'stop') => this.do({ does, by: 'panel' });
  to = (does: 'goto' | 'standby', number: string) => this.do({ does, cue: number, by: 'panel' });
  due = () => this.do({ does: 'due' });

  /** Answers a step of the current cue, or of another run. */
  answer(outcome: StepOutcome = 'done', index = 0, run = this.state.current?.id ?? 0): this {
    return this.do({ does: 'ended', run, step: index, outcome });
  }

  /** Since the last call. */
  get happened(): string[] {
    return this.log.splice(0);
  }

  get place() {
    const { standby, hold } = this.state;
    return [standby, hold?.number, hold?.outcome];
  }
}

const THREE = { 10: cue('a'), 20: cue('b'), 30: cue('c') };

describe('a cue list', () => {
  it('plays the cue on standby, and moves on when all its steps are done', () => {
    const desk = new Desk({ 10: cue('a', [0, 0]), 20: cue('b') }).go();
    should(desk.happened).eql(['send a0', 'send a1']);
    should(desk.answer('done', 1).place).eql(['10', undefined, undefined]);
    should(desk.answer('done', 0).place).eql(['20', undefined, undefined]);
    should(desk.happened).eql(['10 steps done']);
    desk.at(1000).go().answer();
    should(desk.place).eql([undefined, undefined, undefined]);
    should(desk.at(2000).go().happened).eql(['send b0', '20 steps done', 'end']);
  });

  it('counts a value that a newer one replaced as done', () => {
    should(new Desk(THREE).go().answer('superseded').place).eql(['20', undefined, undefined]);
  });

  it('holds on a refused step, keeps standby, and plays the whole cue again at the next Go', () => {
    const desk = new Desk({ 10: cue('a', [0, 0, 2]), 20: cue('b') }).go();
    desk.answer('done', 0).answer('refused', 1);
    should(desk.place).eql(['10', '10', 'refused']);
    should(desk.state.hold).match({ step: 1, part: 'steps', reason: 'step', name: 'a' });
    should(desk.state.current?.steps.map(({ state }) => state)).eql(['done', 'refused', 'dropped']);
    should(desk.happened).eql(['send a0', 'send a1', '10 steps failed']);
    should(desk.at(2000).due().happened).eql([]);
    should(desk.at(9000).go().happened).eql(['send a0', 'send a1']);
    should(desk.place).eql(['10', undefined, undefined]);
  });

  describe('with an unknown outcome', () => {
    const unknown = () => {
      const desk = new Desk(THREE).go().answer('unknown').at(1000);
      should(desk.happened).eql(['send a0', '10 steps unknown']);
      return desk;
    };

    it('asks at the next Go, and plays the cue again at the second one', () => {
      const desk = unknown().go();
      should(desk.happened).eql(['again']);
      should(desk.at(1500).go().happened).eql(['send a0']);
    });

    it('asks, although earlier and later steps of the cue are then refused', () => {
      const desk = new Desk({ 10: cue('Zoe\u0308 ', [0, 0, 0]), 20: cue('b') }).go();
      desk.answer('unknown', 1).answer('refused', 0).answer('refused', 2);
      should(desk.place).eql(['10', '10', 'unknown']);
      should(desk.state.hold).match({ name: 'Zoe\u0308 ', step: 1 });
      should(desk.log.splice(0).slice(3)).eql(['10 steps unknown']);
      should(desk.at(1000).go().at(1001).go().at(1002).go().happened).eql(['again', 'again', 'again']);
      should(desk.at(1500).go().log).have.length(3);
    });

    it('does not take a bouncing key as the second press', () => {
      should(unknown().go().at(1499).go().happened).eql(['again', 'again']);
    });
  });

  it('ignores presses of all panels during the lockout', () => {
    const desk = new Desk(THREE).go();
    should(desk.at(299).go().to('goto', '30').happened).eql(['send a0', 'lockedOut', 'lockedOut']);
    should(desk.at(300).go().happened).eql(['drop 10', 'send b0']);
  });

  it('plays a cue again at a Go after one of its three steps was refused, while the others are not answered', () => {
    const desk = new Desk({ 10: cue('a', [0, 0, 0]), 20: cue('b') }).go().answer('refused', 1).at(1000);
    should(desk.go().happened.slice(3)).eql(['drop 10', 'send a0', 'send a1', 'send a2']);
  });

  it('plays three cues at three quick presses, and holds on the one whose outcome is unknown, in any order of the answers', () => {
    const outcomes = { 1: 'refused', 2: 'unknown', 3: 'done' } as const;
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ] as const) {
      const desk = new Desk(THREE).go().at(300).go().at(600).go();
      should(desk.happened).eql(['send a0', 'drop 10', 'send b0', 'drop 20', 'send c0']);
      for (const run of order) desk.answer(outcomes[run], 0, run);
      should(desk.place).eql([undefined, '20', 'unknown']);
      should([...desk.state.results].sort()).eql([
        ['10', 'failed'],
        ['20', 'unknown'],
        ['30', 'done'],
      ]);
      should(desk.to('goto', '20').happened.at(-1)).equal('lockedOut');
      should(desk.at(1000).to('goto', '20').at(1600).to('goto', '20').happened).eql(['again', 'send b0']);
    }
  });

  describe('with a follow-on', () => {
    it('plays the next cue after the start, or after the end of its last step', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(2, 'start')), 20: cue('b', [0], followOn(2)), 30: cue('c') });
      desk.go().at(500).answer();
      should(nextDue(desk.state)).equal(2000);
      desk.at(2000).due().at(2500).answer();
      should(nextDue(desk.state)).equal(4500);
      should(desk.at(4499).due().happened).eql(['send a0', '10 steps done', 'send b0', '20 steps done']);
      should(desk.at(4500).due().happened).eql(['send c0']);
    });

    describe('and a hand that meant the same cue', () => {
      let desk: Desk;
      beforeEach(() => {
        desk = new Desk({ 10: cue('a', [0], followOn(1)), 20: cue('b'), 30: cue('c') }).go().answer();
        should(desk.at(1000).due().happened).eql(['send a0', '10 steps done', 'send b0']);
      });

      it('takes its Go for the cue that has started by itself, also one by its number', () => {
        const { state } = desk;
        should(desk.at(1030).to('goto', '20').happened).eql(['started']);
        desk.state = state;
        should(desk.at(1030).go().at(1299).to('goto', '20').happened).eql(['started', 'lockedOut']);
        should(desk.at(1330).go().happened).eql(['drop 20', 'send c0']);
      });

      it('takes a Go to another cue, and one after a person has moved standby or has stopped', () => {
        const { state } = desk;
        should(desk.at(1010).to('goto', '10').happened).eql(['drop 20', 'send a0']);
        desk.state = state;
        should(desk.to('standby', '30').go().happened).eql(['drop 20', 'send c0']);
        desk.state = state;
        should(desk.press('stop').go().happened).eql(['drop 20', 'drop 20', 'send c0']);
      });
    });

    it('is not late after a last step that is later than the expiry', () => {
      const desk = new Desk({ 10: cue('a', [10], followOn(1, 'start')), 20: cue('b') }).go().at(10_000).due();
      should(desk.answer().due().happened).eql(['send a0', '10 steps done', 'send b0']);
    });

    it('ends at a stop, also before its time is known, and if an earlier cue has failed before', () => {
      const cues = { 10: cue('a', [0], followOn(1)), 20: cue('b', [0], followOn(1)), 30: cue('c') };
      should(nextDue(new Desk(cues).go().press('stop').answer().state)).equal(undefined);
      const desk = new Desk(cues).go().at(400).go().answer('refused', 0, 1).answer();
      should(nextDue(desk.state)).equal(undefined);
      should(desk.place).eql(['30', '10', 'refused']);
    });

    it('after 0 s is an event of its own, also behind a cue without steps, so a Stop comes between', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(0)), 20: cue('b', [], followOn(0)), 30: cue('c') });
      should(desk.go().answer().happened).eql(['send a0', '10 steps done']);
      should(nextDue(desk.state)).equal(0);
      should(desk.due().happened).eql(['20 steps done']);
      should(desk.press('stop').due().happened).eql([]);
      should(desk.place).eql(['30', undefined, undefined]);
      should(nextDue(desk.state)).equal(undefined);
    });

    it('that is late by more than the expiry holds instead', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(1)), 20: cue('b') }).go().answer();
      should(desk.at(6000).due().happened).eql(['send a0', '10 steps done', 'send b0']);
      const late = new Desk({ 10: cue('a', [0], followOn(1)), 20: cue('b') }).go().answer();
      should(late.at(6001).due().happened).eql(['send a0', '10 steps done', '10 held late']);
      should(late.place).eql(['20', '10', 'not-sent']);
    });
  });

  describe('with a time out', () => {
    const out = {
      10: cue('a', [0], { does: 'timeOut', after: 5, from: 'start', steps: [step('out', 1)] }),
      20: cue('b'),
    };

    it('sends its second steps, and has moved standby before', () => {
      const desk = new Desk(out).go().answer();
      should(desk.place).eql(['20', undefined, undefined]);
      should(desk.at(5000).due().happened).eql(['send a0', '10 steps done']);
      should(nextDue(desk.state)).equal(6000);
      should(desk.at(6000).due().answer('done', 1).happened).eql(['send out', '10 timeOut done']);
    });
  });

  it('keeps a playing cue as it was when a person edits the list', () => {
    const desk = new Desk({ 10: cue('a', [0, 1]), 20: cue('b') }).go().answer();
    desk.do({ does: 'list', list: listOf({ 10: cue('x'), 15: cue('y'), 20: cue('b') }) });
    should(desk.at(1000).due().answer('done', 1).happened).eql(['send a0', 'send a1', '10 steps done']);
    should(desk.place[0]).equal('15');
    desk.do({ does: 'list', list: listOf({ 10: cue('x'), 20: cue('b') }) });
    should(desk.place[0]).equal('20');
    desk.go().answer();
    desk.do({ does: 'list', list: listOf({ 20: cue('b'), 30: cue('c') }) });
    should(desk.place[0]).equal('30');
  });

  it('ignores answers of a rehearsal and of steps that have ended', () => {
    const desk = new Desk(THREE).go().answer().answer('refused').answer('refused', 0, 7);
    should(desk.place).eql(['20', undefined, undefined]);
  });

  it('counts a rehearsed step as done in a rehearsal, and as not sent outside of it', () => {
    should(new Desk(THREE, { isRehearsal: true }).go().answer('rehearsal').place).eql(['20', undefined, undefined]);
    const desk = new Desk(THREE).go().answer('rehearsal');
    should(desk.state.hold).match({ outcome: 'not-sent', reason: 'rehearsal' });
    should(rehearsalState(desk.state)).match({ standby: '10', older: [] });
    should(rehearsalState(desk.state).current).equal(undefined);
  });

  describe('after a deploy', () => {
    const held = ({ state: { hold } }: Desk) => [hold?.number, hold?.part, hold?.step, hold?.outcome, hold?.reason];
    const deploy = (desk: Desk) => desk.do({ does: 'deploy' });

    for (const [does, part] of [
      ['followOn', 'steps'],
      ['timeOut', 'timeOut'],
    ] as const)
      it(`names a ${does} that was dropped, and keeps the result of its cue`, () => {
        const afterwards = { does, after: 5, from: 'confirmed', steps: [step('out', 0)] } as const;
        const desk = deploy(new Desk({ 10: cue('a', [0], afterwards), 20: cue('b') }).go().answer());
        should(held(desk)).eql(['10', part, undefined, 'not-sent', 'deployed']);
        should(desk.state.results.get('10')).equal('done');
        should(nextDue(desk.state)).equal(undefined);
        should(desk.at(9000).due().go().happened).eql(['send a0', '10 steps done', '10 held deployed', 'send b0']);
      });
  });

  describe('after a restart', () => {
    const restart = (desk: Desk) => {
      const position = JSON.parse(JSON.stringify(positionOf(desk.state)));
      desk.state = restoredState(desk.state.list, position);
      return desk.at(desk.now + 60_000);
    };

    it('keeps a failure, and the end of the list', () => {
      should(restart(new Desk(THREE).go().answer('refused')).place).eql(['10', '10', 'refused']);
      const ended = restart(new Desk({ 10: cue('a') }).go().answer());
      should(ended.place[0]).equal(undefined);
      ended.do({ does: 'list', list: listOf({ 10: cue('a'), 11: cue('b') }) });
      should(ended.place[0]).equal('11');
    });
  });
});
