import type { Patience } from '../../../dist/hub/lookup/look-ups.js';
import type { Read, ReadFor, Want } from '../../../dist/hub/reads/read.js';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { FakeClock } from '../fake-clock.js';
import { type Answer, FAILURES, type Failure, READS, type Request, Target, type Watching } from './model-target.js';

/** Timers have whole ms. */
const ROUNDING_MS = 2;

export interface LookUpPlan {
  /** The age of the oldest request that it accepts, in ms. */
  readonly maxAge: number;
  /** Its time in ms. */
  readonly expiry: number;
  /** It accepts an older answer after this time in ms. */
  readonly older?: { readonly after: number; readonly mayUse: boolean } | undefined;
}

/** Reads with a hub that answers after random times. Each rule that is broken becomes a sentence in `problems`. */
export class ReadsModel {
  readonly problems: string[] = [];
  readonly clock = new FakeClock();
  readonly #reads = new Reads(
    {
      ask: (...asked) => this.#ask(...asked),
      abandon: (read) => {
        for (const request of this.#targetOf(read).inFlight) request.isAbandoned = !request.isLookUp;
      },
    },
    this.clock,
  );
  readonly targets = READS.map((about) => new Target(this.#reads.of(about.name, about.params), about));
  readonly #answers = new Map<unknown, Answer>();
  readonly #delays: readonly number[];
  readonly #longest: number;
  #turn = 0;
  #away: 'unreachable' | 'refused' | undefined;
  #losses = 0;
  /** Observers that were notified of a change. */
  #changedCalls = 0;
  #faultAskedAt = Number.NEGATIVE_INFINITY;
  /** Since then, a read waits for the hub. */
  #faultySince: number | undefined;

  /** `delays`: the times of the answers to each read, in ms, again and again. */
  constructor(delays: readonly number[]) {
    this.#delays = delays;
    this.#longest = Math.max(...delays) + ROUNDING_MS;
  }

  #targetOf(read: Read): Target {
    return this.targets.find((each) => each.read === read) as Target;
  }

  get watching(): Watching[] {
    return this.targets.flatMap(({ watching }) => [...watching]);
  }

  get inFlight(): number {
    return this.targets.reduce((sum, { inFlight }) => sum + inFlight.size, 0);
  }

  #must(isRight: boolean, sentence: string): void {
    if (!isRight) this.problems.push(`${this.clock.now()} ms: ${sentence}`);
  }

  async pause(ms: number): Promise<void> {
    await this.clock.advance(ms, async () => {
      await new Promise(setImmediate);
      this.#check();
    });
  }

  /** Checks all that must have happened until now. Answers and requests check if they are in time, too. */
  #check(): void {
    const now = this.clock.now();
    for (const target of this.targets) {
      this.#must(!target.failing || !target.read.latest, 'an answer counts after a failure');
      if (target.isBusy) target.busyAt = now;
      else if (this.#away !== 'unreachable') this.#checkAskBy(target);
      for (const { answerBy } of target.watching) this.#must(now <= answerBy, 'an observer misses an answer');
    }
    const isFaulty = this.#away !== 'unreachable' && this.targets.some((target) => target.isFaulty);
    this.#faultySince = isFaulty ? (this.#faultySince ?? now) : undefined;
    this.#checkFaultPause();
  }

  #checkAskBy({ askBy, busyAt }: Target): void {
    this.#must(this.clock.now() <= Math.max(askBy, busyAt) + ROUNDING_MS, 'a failed read is not sent in time');
  }

  #checkFaultPause(): void {
    const pause = this.clock.now() - Math.max(this.#faultySince ?? Number.POSITIVE_INFINITY, this.#faultAskedAt);
    this.#must(pause <= 1000 + ROUNDING_MS, 'no read tries a hub with faults each second');
  }

  #ask(read: Read, lookUp?: ReadFor): Promise<unknown> {
    const now = this.clock.now();
    const target = this.#targetOf(read);
    const isLookUp = lookUp !== undefined;
    target.trace.push(`${now} ${isLookUp ? 'look-up' : 'poll'}`);
    if (isLookUp) this.#onLookUp(target);
    else this.#onPoll(target);
    this.#turn += 1;
    target.sent += 1;
    const delay = this.#delays[target.sent % this.#delays.length] as number;
    const moment = { sentAt: now, turn: this.#turn, number: target.sent, valueBefore: target.value };
    const request: Request = { target, isLookUp, ...moment, isAbandoned: false, isOld: false };
    target.inFlight.add(request);
    return new Promise((resolve, reject) => {
      this.clock.setTimeout(() => {
        const body = this.#end(request);
        if (body instanceof HubError) reject(body);
        else resolve(body);
      }, delay);
    });
  }

  /** A read is sent for look-ups. */
  #onLookUp({ lookUps, inFlight, changedTurn }: Target): void {
    this.#must(lookUps > 0, 'a look-up is sent that nobody wants');
    const isSame = [...inFlight].some(({ isLookUp, turn }) => isLookUp && turn > changedTurn);
    this.#must(!isSame, 'a look-up is sent although the same one is in flight');
  }

  /** A read is sent for its observers. */
  #onPoll(target: Target): void {
    const now = this.clock.now();
    this.#must(this.#away !== 'unreachable', 'a read is repeated while the hub is away');
    this.#must(target.isRepeated, 'a read is repeated that nobody observes');
    this.#must(!target.polling, 'two requests for the observers of a read are in flight');
    this.#must(now >= target.askFrom, 'a failed read is sent too soon');
    this.#checkAskBy(target);
    if (target.failing === 'fault' && !target.isRetried) {
      this.#must(now >= this.#faultAskedAt + 1000, 'two reads try a hub with faults within a second');
      const isNext = this.targets.every((each) => !each.isFaulty || each.askedAt >= target.askedAt);
      this.#must(isNext, 'the failed read that was sent longest ago is not the next one');
      this.#checkFaultPause();
      this.#faultAskedAt = now;
    }
    target.askWithin();
    target.askedAt = now;
    for (const each of target.watching) if (each.isFailing) each.answerBy = this.#soon(each);
  }

  /** The latest time of an answer to a request that is sent now. */
  #soon({ interval }: Watching): number {
    return interval < Number.POSITIVE_INFINITY ? this.clock.now() + this.#longest : interval;
  }

  /** The hub answers with the value at the request, or the present one. */
  #end(request: Request): unknown {
    const { target, turn, isLookUp } = request;
    const now = this.clock.now();
    target.inFlight.delete(request);
    if (!isLookUp) target.busyAt = now;
    const error = this.#failureOf(request);
    const isCurrent = target.isRepeated && !request.isAbandoned && !request.isOld && turn > target.repeatedTurn;
    if (error) {
      if (error.code === 'HUB_TIMEOUT' || error.code === 'EXPIRED') target.slowFailureAt = now;
      if (isCurrent && !isLookUp) this.#onFailure(target, error);
      this.#extend(target);
      return error;
    }
    const answer = { ...request, value: request.number % 2 ? request.valueBefore : target.value };
    const body = target.about.bodyOf(answer.value);
    this.#answers.set(body, answer);
    const isUsable = !request.isOld && turn > target.changedTurn;
    if (isUsable && turn > (target.usable?.turn ?? 0)) target.usable = answer;
    if (isCurrent && turn > target.shownTurn) this.#onSuccess(target, turn);
    else this.#extend(target);
    return body;
  }

  #failureOf({ target, isOld, number }: Request): HubError | undefined {
    if (this.#away && !(isOld && number % 2)) {
      if (this.#away === 'refused') return FAILURES.HUB_AUTH();
      return FAILURES[number % 3 ? 'HUB_TIMEOUT' : 'HUB_UNREACHABLE']();
    }
    return target.brokenUntil > this.clock.now() ? FAILURES[target.brokenBy]() : undefined;
  }

  /** An answer was of no use for the observers, so they may need another one. */
  #extend({ watching }: Target): void {
    for (const each of watching) each.answerBy = Math.max(each.answerBy, this.#soon(each));
  }

  #onFailure(target: Target, error: HubError): void {
    const now = this.clock.now();
    target.failures += 1;
    target.failing = error.outcome === 'refused' ? 'refusal' : 'fault';
    const pause = Math.max(Math.min(1000 * 2 ** (target.failures - 1), 30_000), target.interval);
    if (target.failing === 'refusal') target.askWithin(now + pause, now + 1.25 * pause);
    else target.askWithin();
  }

  #onSuccess(target: Target, turn: number): void {
    const isRecovered = target.failing !== undefined;
    target.shownTurn = turn;
    target.failures = 0;
    target.failing = undefined;
    target.askWithin();
    if (isRecovered) this.#retry();
  }

  /** Failed reads are sent again: 0.5 s after the last request, or at once instead of a request from before a loss. */
  #retry(): void {
    const now = this.clock.now();
    for (const target of this.targets) {
      const { polling } = target;
      if (!target.failing || (polling && !polling.isOld)) continue;
      target.failures = 1;
      const from = polling ? now : Math.max(now, target.askedAt + 500);
      target.askWithin(from, from, true);
      if (polling) target.busyAt = now;
    }
  }

  /** An observer joins. With `follows`, it also wants reads after commands. */
  join(index: number, interval: number, follows: boolean): void {
    const target = this.targets[index] as Target;
    let hasLeft = false;
    const watching: Watching = { interval, turn: 0, value: 0, isFailing: false, answerBy: 0, leave: () => {} };
    watching.answerBy = this.#soon(watching);
    const isFirst = !target.isRepeated;
    const isShorter = interval < target.interval;
    target.watching.add(watching);
    if (isFirst && target.isRepeated) target.repeatedTurn = this.#turn;
    // The pause of the others may be long.
    else if (isShorter && target.failing === 'refusal') {
      target.failures = 1;
      const from = Math.max(this.clock.now(), target.askedAt + 500);
      target.askWithin(Math.min(target.askFrom, from), Math.min(target.askBy, from), target.isRetried);
    }
    if (isFirst && target.isRepeated && this.#away === 'unreachable')
      this.#onFailure(target, FAILURES.HUB_UNREACHABLE());
    const number = this.watching.length;
    const leave = this.#reads.observe(target.read, {
      interval,
      answer: ({ body }) => {
        this.#must(!hasLeft, 'an observer that has left gets an answer');
        this.#onAnswer(target, watching, body);
        target.trace.push(`${this.clock.now()} observer ${number}: ${JSON.stringify(body)}`);
      },
      failure: (error) => {
        this.#must(!hasLeft, 'an observer that has left gets a failure');
        this.#must(target.failing !== undefined, `an observer gets ${error}, but the hub did not fail`);
        watching.isFailing = true;
        watching.answerBy = Number.POSITIVE_INFINITY;
      },
      ...(follows && { expect: () => {} }),
      changed: () => {
        this.#changedCalls += 1;
      },
    });
    watching.leave = () => {
      hasLeft = true;
      target.watching.delete(watching);
      if (!target.isRepeated) {
        target.failing = undefined;
        target.failures = 0;
        target.shownTurn = 0;
        target.askWithin();
      }
      leave();
    };
  }

  #onAnswer(target: Target, watching: Watching, body: unknown): void {
    const now = this.clock.now();
    const answer = this.#answers.get(body) as Answer;
    this.#must(answer.target === target, 'an observer gets the answer of another read');
    this.#must(answer.turn > watching.turn, 'an observer gets an old answer after a new one');
    this.#must(answer.turn > target.lostTurn, 'an observer gets an answer from before a loss');
    this.#must(now <= watching.answerBy, 'an observer gets an answer too late');
    const { interval } = watching;
    // A read after a command, or for a look-up, replaces the next one if that is due within 1 s.
    const answerBy = now + interval + Math.min(interval, 1000) + this.#longest;
    Object.assign(watching, { turn: answer.turn, value: answer.value, isFailing: false, answerBy });
  }

  /** A look-up begins. */
  lookUp(index: number, { maxAge, expiry, older }: LookUpPlan): void {
    const { clock } = this;
    const target = this.targets[index] as Target;
    const now = clock.now();
    const since = now - maxAge;
    const { changedTurn, usable } = target;
    const losses = this.#losses;
    const accepted = new Set<unknown>();
    const onAnswer = (body: unknown) => {
      const answer = this.#answers.get(body) as Answer;
      target.trace.push(`${clock.now()} look-up: ${JSON.stringify(body)}`);
      this.#must(answer.target === target, 'a look-up gets the answer of another read');
      this.#must(answer.turn > changedTurn, 'a look-up gets an answer from before a command');
      this.#must(answer.turn >= (usable?.turn ?? 0), 'a look-up gets an old answer after a new one');
      if (answer.sentAt >= since && answer.sentAt > now - 60_000) return;
      const isSlow = older && (clock.now() >= now + older.after || target.slowFailureAt === clock.now());
      const isYoung = clock.now() - answer.sentAt < 120_000;
      const isAllowed = accepted.has(body) && isSlow === true && isYoung && target.watching.size > 0;
      this.#must(isAllowed, 'a look-up gets an answer that is too old');
    };
    const mayUse = (body: unknown) => {
      if (older?.mayUse) accepted.add(body);
      return accepted.has(body);
    };
    // It waits for one read that began before it, one after it, and a second one if there is time after a command.
    const isEarlier = ({ isLookUp, turn, sentAt, isOld }: Request) =>
      isLookUp && turn > target.changedTurn && (sentAt < since || isOld);
    let own = 0;
    let others = 0;
    let hasFailed = false;
    const wait: Want['wait'] = async (...read) => {
      const isOwn = ![...target.inFlight].some(isEarlier);
      own += Number(isOwn);
      others += Number(!isOwn);
      const lost = this.#losses - losses;
      this.#must(own <= 2 + lost && others <= 1 + lost, 'a look-up waits for too many reads');
      this.#must(!hasFailed, 'a look-up reads again although its own read has failed');
      try {
        await this.#wait(...read);
      } catch (error) {
        hasFailed ||= isOwn;
        throw error;
      }
    };
    const onEnd = () => {
      target.lookUps -= 1;
      const reads = Math.min(3 * this.#longest, Math.max(2 * this.#longest, expiry + this.#longest));
      const lost = (this.#losses - losses) * this.#longest;
      this.#must(clock.now() - now <= reads + lost, 'a look-up takes too long');
    };
    const { timers } = clock;
    target.lookUps += 1;
    const want = { since, until: now + expiry, wait, ...(older && { older: { until: now + older.after, mayUse } }) };
    const result = target.read.lookUp(want);
    const isWaiting = result instanceof Promise;
    const isCertain = usable && usable.sentAt >= since && usable.sentAt > now - 60_000;
    this.#must(!isCertain || !(isWaiting || clock.timers > timers), 'a look-up waits although the answer is certain');
    const onError = (error: unknown) => this.#must(error instanceof HubError, `a look-up fails with ${error}`);
    if (isWaiting) void result.then(onAnswer, onError).then(onEnd);
    else {
      onAnswer(result);
      onEnd();
    }
  }

  /** As `Composer` waits. */
  #wait = async (lookUp: () => Promise<void>, patience?: Patience): Promise<void> => {
    let unwatch = () => {};
    let timer: unknown;
    try {
      await new Promise<void>((resolve, reject) => {
        lookUp().then(resolve, reject);
        if (!patience) return;
        const { until, isOver, answered } = patience;
        const end = () => {
          if (isOver()) resolve();
          else unwatch = answered.watch(() => isOver() && resolve());
        };
        timer = this.clock.setTimeout(end, Math.max(0, until - this.clock.now()));
      });
    } finally {
      this.clock.clearTimeout(timer);
      unwatch();
    }
  };

  /** Somebody else changes the state. */
  change(index: number): void {
    (this.targets[index] as Target).value += 1;
  }

  /** A command ends that has changed the answer of one read, or may have changed all. */
  command(index: number, isForAll: boolean): void {
    const { about } = this.targets[index] as Target;
    this.change(index);
    const { name, params } = about.command;
    const changed = isForAll ? 'all' : [{ operation: about.name, target: about.params }];
    const targets = this.targets.filter((_, each) => isForAll || each === index);
    this.#changedCalls = 0;
    this.#onChanged(targets);
    this.#reads.invalidate(changed);
    const observers = targets.reduce((sum, { watching }) => sum + watching.size, 0);
    this.#must(this.#changedCalls === observers, 'not exactly the observers of the changed reads are notified');
    this.#reads.onCommand({
      operation: findOperation(name) as Operation,
      params,
      invalidates: changed,
      isUnknown: false,
    });
  }

  /** Twelve commands, one after the other. */
  feed(index: number, pause: number, count = 12): void {
    this.command(index, false);
    if (count > 1) this.clock.setTimeout(() => this.feed(index, pause, count - 1), pause);
  }

  #onChanged(targets: readonly Target[]): void {
    this.#turn += 1;
    for (const target of targets) {
      target.changedTurn = this.#turn;
      target.usable = undefined;
    }
  }

  /** The hub fails to answer a read for some time. */
  break(index: number, by: Failure, ms: number): void {
    const target = this.targets[index] as Target;
    target.brokenBy = by;
    target.brokenUntil = this.clock.now() + ms;
  }

  /** The hub is lost. Requests in flight may still be answered, but nobody may see these answers. */
  lose(state: 'unreachable' | 'refused'): void {
    this.#away = state;
    this.#losses += 1;
    this.#turn += 1;
    const error = FAILURES[state === 'refused' ? 'HUB_AUTH' : 'HUB_UNREACHABLE']();
    for (const target of this.targets) {
      target.lostTurn = this.#turn;
      target.busyAt = this.clock.now();
      for (const request of target.inFlight) request.isOld = true;
      if (target.isRepeated) this.#onFailure(target, error);
    }
    this.#reads.onLost(state, error);
    for (const target of this.targets)
      if (target.isRepeated)
        for (const { isFailing } of target.watching) this.#must(isFailing, 'an observer does not notice a loss');
  }

  /** The hub is back. After a loss, it may be another one. */
  return(wasLost: boolean): void {
    this.#away = undefined;
    if (wasLost) this.#onChanged(this.targets);
    this.#retry();
    this.#reads.onReturn(wasLost);
  }

  /** The hub works again, and nothing happens any more. Then everybody has the present state, and leaves. */
  async end(): Promise<void> {
    for (const target of this.targets) {
      target.brokenUntil = 0;
      target.value += 1;
    }
    this.return(true);
    await this.pause(15_000 + 4 * this.#longest);
    for (const target of this.targets) {
      this.#must(target.lookUps === 0, 'a look-up does not end');
      for (const { value, isFailing, interval } of target.watching)
        if (interval < Number.POSITIVE_INFINITY)
          this.#must(value === target.value && !isFailing, 'an observer does not have the present state');
    }
    for (const { leave } of this.watching) leave();
    this.#must(this.clock.timers === this.inFlight, 'a timer is left after all have left');
    await this.pause(5000);
  }
}
