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

    it('does not take a bouncing key as the second press', () => {
      should(unknown().go().at(1499).go().happened).eql(['again', 'again']);
    });

    it('asks, too, if another step of the cue was refused before', () => {
      const desk = new Desk({ 10: cue('a', [0, 0]) }).go().answer('refused').answer('unknown', 1);
      should(desk.state.hold).match({ number: '10', step: 1, outcome: 'unknown' });
      should(desk.at(1000).go().happened).eql(['send a0', 'send a1', '10 steps unknown', 'again']);
    });

    it('asks again after 5 s', () => {
      const desk = unknown().go();
      should(nextDue(desk.state)).equal(6000);
      should(desk.at(6000).due().go().happened).eql(['again', 'again']);
      should(desk.at(6500).press('again').happened).eql(['send a0']);
    });

    it('moves on without a command at Next', () => {
      const desk = unknown().go().at(2000).press('next');
      should(desk.place).eql(['20', undefined, undefined]);
      should(desk.go().happened).eql(['again', 'send b0']);
    });

    it('takes Again only as the second press', () => {
      should(unknown().press('again').happened).eql(['notAsking']);
      should(new Desk(THREE).press('again').happened).eql(['notAsking']);
    });

    it('plays another cue at once if a person names it', () => {
      should(unknown().to('goto', '30').happened).eql(['send c0']);
      should(unknown().to('goto', '10').happened).eql(['again']);
    });
  });

  it('ignores presses of all panels during the lockout', () => {
    const desk = new Desk(THREE).go();
    should(desk.at(299).go().to('goto', '30').happened).eql(['send a0', 'lockedOut', 'lockedOut']);
    should(desk.at(300).go().happened).eql(['drop 10', 'send b0']);
  });

  describe('at a Go while a cue plays', () => {
    it('plays the next one, and drops the waiting steps', () => {
      const desk = new Desk({ 10: cue('a', [0, 3], followOn(1)), 20: cue('b') }).go();
      should(desk.at(1000).go().happened).eql(['send a0', 'drop 10', 'send b0']);
      should(desk.answer('done', 0, 1).happened).eql(['10 steps superseded']);
      should(desk.answer('done').at(3000).due().happened).eql(['20 steps done']);
      should(desk.place).eql([undefined, undefined, undefined]);
    });

    it('stops the follow-on, and plays the same cue as it would have done', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(5)), 20: cue('b'), 30: cue('c') }).go().answer();
      should(desk.at(1000).go().happened).eql(['send a0', '10 steps done', 'send b0']);
      should(desk.answer().at(5000).due().happened).eql(['20 steps done']);
    });

    it('refuses it, if this is chosen', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(5)), 20: cue('b') }, { onGo: 'refuse' }).go();
      should(desk.at(1000).go().to('goto', '20').happened).eql(['send a0', 'playing', 'playing']);
      should(desk.answer().go().happened).eql(['10 steps done', 'playing']);
    });

    it('holds on a late failure of the earlier cue, and drops the follow-on of the present one', () => {
      const desk = new Desk({ 10: cue('a'), 20: cue('b', [0], followOn(1)), 30: cue('c') }).go().at(400).go().answer();
      should(desk.place).eql(['30', undefined, undefined]);
      desk.answer('refused', 0, 1);
      should(desk.place).eql(['30', '10', 'refused']);
      const before = ['send a0', 'drop 10', 'send b0', '20 steps done'];
      should(desk.at(1400).due().happened).eql([...before, '10 steps failed']);
      should(desk.go().happened).eql(['send c0']);
    });

    it('plays the cue that a person has moved to standby', () => {
      const desk = new Desk(THREE).go().to('standby', '30').at(400).go();
      should(desk.happened).eql(['send a0', 'drop 10', 'send c0']);
    });

    it('does not hold on a step that did not leave any more', () => {
      const desk = new Desk(THREE).go().at(400).go().answer();
      should(desk.answer('dropped', 0, 1).place).eql(['30', undefined, undefined]);
      should(desk.happened).eql(['send a0', 'drop 10', 'send b0', '20 steps done', '10 steps superseded']);
    });
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
        should(desk.at(1030).go().happened).eql(['started']);
        desk.at(1299);
        should(desk.to('goto', '20').happened).eql(['lockedOut']);
        should(desk.at(1330).go().happened).eql(['drop 20', 'send c0']);
      });

      it('takes a Go after the lockout, which no press has started', () => {
        should(desk.at(1300).go().happened).eql(['drop 20', 'send c0']);
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

    it('waits for the steps of its cue, and holds if one fails', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(1, 'start')), 20: cue('b') }).go().at(1000).due();
      should(desk.happened).eql(['send a0']);
      should(nextDue(desk.state)).equal(undefined);
      should(desk.at(1500).answer('refused').happened).eql(['10 steps failed']);
      should(desk.place).eql(['10', '10', 'refused']);
    });

    it('does not play before the last step of its cue', () => {
      const desk = new Desk({ 10: cue('a', [0, 3], followOn(1, 'start')), 20: cue('b') }).go().answer().at(1000).due();
      should(desk.happened).eql(['send a0']);
      should(desk.at(3000).due().answer('done', 1).due().happened).eql(['send a1', '10 steps done', 'send b0']);
    });

    it('is not late after a last step that is later than the expiry', () => {
      const desk = new Desk({ 10: cue('a', [10], followOn(1, 'start')), 20: cue('b') }).go().at(10_000).due();
      should(desk.answer().due().happened).eql(['send a0', '10 steps done', 'send b0']);
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

    it('ends at a stop, also before its time is known', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(1)), 20: cue('b') }).go().press('stop').answer();
      should(desk.at(2000).due().happened).eql(['send a0', 'drop 10', '10 steps done']);
      should(desk.place).eql(['20', undefined, undefined]);
    });

    it('at the end of the list plays nothing', () => {
      const desk = new Desk({ 10: cue('a', [0], followOn(1)) }).go().answer().at(1000).due();
      should(desk.happened).eql(['send a0', '10 steps done']);
      should(nextDue(desk.state)).equal(undefined);
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

    it('holds if a second step fails, and keeps standby', () => {
      const desk = new Desk(out).go().answer().at(5000).due().at(6000).due().answer('unknown', 1);
      should(desk.place).eql(['20', '10', 'unknown']);
      should(desk.state.hold).match({ part: 'timeOut', step: 0 });
    });
  });

  it('drops a step that is late by more than the expiry', () => {
    const desk = new Desk({ 10: cue('a', [0, 1]), 20: cue('b') }).go().answer();
    should(desk.at(6001).due().happened).eql(['send a0', '10 steps failed']);
    should(desk.state.hold).match({ number: '10', step: 1, outcome: 'not-sent', reason: 'late' });
  });

  it('drops waiting steps at a stop, and keeps standby', () => {
    const desk = new Desk({ 10: cue('a', [0, 1]), 20: cue('b') }).go().answer().press('stop');
    should(desk.happened).eql(['send a0', '10 steps stopped']);
    should(desk.at(1000).due().place).eql(['10', undefined, undefined]);
    should(desk.happened).eql([]);
  });

  it('moves standby without a command', () => {
    const desk = new Desk(THREE).press('next').press('next').press('next');
    should(desk.place[0]).equal(undefined);
    should(desk.press('next').press('back').place[0]).equal('30');
    should(desk.press('back').press('back').press('back').place[0]).equal('10');
    should(desk.to('standby', '20').place[0]).equal('20');
    should(desk.happened).eql(['end', 'end']);
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
    const late = { 10: cue('a', [0, 1], followOn(1)), 20: cue('b') };
    const held = ({ state: { hold } }: Desk) => [hold?.number, hold?.part, hold?.step, hold?.outcome, hold?.reason];
    const deploy = (desk: Desk) => desk.do({ does: 'deploy' });

    it('does not know the outcome of a step in flight', () => {
      const desk = deploy(new Desk(late).go());
      should(held(desk)).eql(['10', 'steps', 0, 'unknown', 'deployed']);
      should(desk.happened).eql(['send a0', '10 steps unknown']);
      should(desk.at(1000).go().happened).eql(['again']);
    });

    it('does not know the outcomes of two cues in flight', () => {
      const desk = deploy(new Desk(THREE).go().at(1000).go());
      should([...desk.state.results]).eql([
        ['10', 'unknown'],
        ['20', 'unknown'],
      ]);
      should(held(desk)).eql(['20', 'steps', 0, 'unknown', 'deployed']);
      should(desk.state.older).eql([]);
    });

    it('has not sent a step that waits', () => {
      const desk = deploy(new Desk(late).go().answer());
      should(held(desk)).eql(['10', 'steps', 1, 'not-sent', 'deployed']);
      should(nextDue(desk.state)).equal(undefined);
      should(desk.happened).eql(['send a0', '10 steps failed']);
    });

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

    it('keeps everything of a list in which nothing is in progress, and forgets a question', () => {
      const desk = new Desk(THREE).go().answer().at(1000).go().answer('unknown').at(2000).go();
      const { askingUntil, askingFrom, ...state } = desk.state;
      should(askingUntil).equal(7000);
      should(askingFrom).equal(2500);
      should(deploy(desk).state).match(state);
      should(desk.state.askingUntil).equal(undefined);
      should(desk.at(3000).go().state.askingUntil).equal(8000);
    });
  });

  describe('after a restart', () => {
    const restart = (desk: Desk) => {
      const position = JSON.parse(JSON.stringify(positionOf(desk.state)));
      desk.state = restoredState(desk.state.list, position);
      return desk.at(desk.now + 60_000);
    };

    it('has its position, and sends nothing', () => {
      const desk = restart(new Desk({ 10: cue('a', [0], followOn(1)), 20: cue('b') }).go().answer());
      should(desk.place).eql(['20', undefined, undefined]);
      should(desk.state.isRestarted).be.true();
      should(nextDue(desk.state)).equal(undefined);
      should(desk.due().happened).eql(['send a0', '10 steps done']);
      should(desk.go().happened).eql(['send b0']);
      should(desk.state.isRestarted).be.false();
    });

    it('holds on a cue that was not answered', () => {
      const desk = restart(new Desk(THREE).go());
      should(desk.place).eql(['10', '10', 'unknown']);
      should(desk.state.hold?.reason).equal('restarted');
      should(desk.go().happened).eql(['send a0', 'again']);
    });

    it('does not know the outcomes of two cues that were not answered, and holds on the last one', () => {
      const desk = restart(new Desk(THREE).go().at(1000).go());
      should([...desk.state.results]).eql([
        ['10', 'unknown'],
        ['20', 'unknown'],
      ]);
      should(desk.state.hold).match({ number: '20', outcome: 'unknown', reason: 'restarted' });
    });

    it('keeps a failure, and the end of the list', () => {
      should(restart(new Desk(THREE).go().answer('refused')).place).eql(['10', '10', 'refused']);
      const ended = restart(new Desk({ 10: cue('a') }).go().answer());
      should(ended.place[0]).equal(undefined);
      ended.do({ does: 'list', list: listOf({ 10: cue('a'), 11: cue('b') }) });
      should(ended.place[0]).equal('11');
    });

    it('has the next cue on standby, if a person has deleted the one of the position', () => {
      const state = restoredState(listOf(THREE), { standby: '15', after: null, running: [], hold: null });
      should(state.standby).equal('20');
    });
  });
});
