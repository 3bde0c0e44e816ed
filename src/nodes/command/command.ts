import type { NodeMessage } from 'node-red';
import { type Hub, isSkipped, type Result, type Skipped } from '../../hub/hub.js';
import type { Area } from '../../hub/table/operation.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { savedNames, targetNames } from '../../hub/words/target-names.js';
import { Guard } from '../../panels/mapping/guard.js';
import type { SavedOperation } from '../../saved/operation.js';
import type { SavedParams } from '../../saved/param.js';
import {
  type Deliver,
  type HubFields,
  type Outgoing,
  putFailure,
  putIgnored,
  putSuperseded,
  remainingMs,
} from '../message/message.js';
import { MovementErrors, targetText } from '../message/movement-errors.js';
import { journalBadInput } from '../registry/journal-failure.js';
import { buttonHistories, sessionOf, trackPending } from '../registry/registry.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import { Inputs, type Send, type Work } from '../runtime/inputs.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { PressFilter } from '../runtime/press-filter.js';
import { type Target, targetOf } from '../runtime/target.js';
import { EvaluationQueue, fixedParams, paramsEvaluator } from '../runtime/typed-inputs.js';
import { Status } from '../status/status.js';
import { deliverOf } from './deliver.js';

/** The run of one message. Times in ms of the clock. */
interface Attempt {
  readonly since: number;
  readonly remaining: number | undefined;
  params?: Params;
  endLockout?: (() => void) | undefined;
}

const NOTHING: Outgoing = { messages: [] };

/** The command or read of a node. Each message runs it. */
class Command implements Work {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  readonly #saved: SavedOperation;
  readonly #chosen: SavedParams<unknown>;
  readonly #target: Target;
  readonly #guard: Guard | undefined;
  readonly #needsSecondPress: () => boolean;
  readonly #deliver: Deliver<SavedOperation>;
  readonly #status: Status;
  readonly #pressFilter: PressFilter | undefined;
  readonly #movements: MovementErrors | undefined;
  readonly #evaluate: (msg: NodeMessage) => Params | Promise<Params>;
  readonly #evaluations: EvaluationQueue;

  constructor(
    life: Lifetime,
    words: RuntimeWords,
    hub: Hub,
    saved: SavedOperation,
    area: Area,
    asks: (() => boolean) | undefined,
  ) {
    const { node, clock } = life;
    const target = targetOf(hub, saved, area);
    const { operation, options, onPress, guard } = target;
    const chosen = saved.params ?? {};
    this.#life = life;
    this.#words = words;
    this.#saved = saved;
    this.#chosen = chosen;
    this.#target = target;
    this.#guard = guard ?? (asks && new Guard());
    this.#needsSecondPress = () => guard !== undefined || asks?.() === true;
    this.#deliver = deliverOf(node.tools, area, hub);
    this.#status = new Status(life, words, hub, { operation, saved: saved.params });
    this.#pressFilter = onPress && new PressFilter(onPress, clock, buttonHistories(life));
    this.#pressFilter?.start();
    // A press in rehearsal does not confirm one that is sent.
    life.add(hub.rehearsal.changed.watch(() => this.#disarm()));
    const { latest } = operation;
    this.#movements = latest && options.delivery !== 'inOrder' ? new MovementErrors(latest, clock) : undefined;
    this.#evaluate = paramsEvaluator(node, operation, chosen);
    this.#evaluations = new EvaluationQueue(life);
    // A press on a slow hub needs the description of its item. If a field is wrong, the press reports it.
    fixedParams(node, operation, chosen).then(
      (fixed) => {
        if (!life.hasEnded) hub.descriptions.keep(operation, fixed, node, { isUsed: false, chosen });
      },
      () => undefined,
    );
    life.add(() => {
      this.#pressFilter?.close();
      this.#movements?.close();
      hub.abandon(node);
    });
  }

  async handle(msg: NodeMessage, send: Send): Promise<void> {
    const { messages, failure } = await this.#run(msg);
    for (const message of messages) send(message);
    if (failure) throw failure;
  }

  fail(msg: NodeMessage, error: HubError): CatchError {
    const { hub, operation } = this.#target;
    // The press filter throws before the status shows a message in progress.
    if (error.code === 'BAD_INPUT') this.#status.failed(error);
    const { skippedBefore } = error.facts;
    const fields = { ...sessionOf(hub), ...(skippedBefore !== undefined && { skippedBefore }) };
    return failMessage(this.#life, this.#words, msg, error, { operation, hub, fields });
  }

  /** Runs the operation for a message and shows the result. Throws a HubError. */
  async #run(msg: NodeMessage): Promise<Outgoing> {
    const since = this.#life.clock.now();
    const attempt: Attempt = { since, remaining: remainingMs(msg, since) };
    const refused = this.#pressFilter?.refusal(msg);
    const refusal = refused instanceof Promise ? await refused : refused;
    if (refusal) {
      this.#status.note(refusal);
      putIgnored(msg, refusal);
      return NOTHING;
    }
    this.#status.sending();
    try {
      return await this.#send(msg, attempt);
    } catch (error) {
      if (error instanceof HubError) return await this.#failed(msg, error, attempt);
      this.#status.ended();
      throw error;
    }
  }

  async #send(msg: NodeMessage, attempt: Attempt): Promise<Outgoing> {
    const { node, clock } = this.#life;
    const { hub, operation, options, lockout } = this.#target;
    const evaluated = this.#evaluations.inOrder(this.#evaluate(msg));
    const params = evaluated instanceof Promise ? await evaluated : evaluated;
    attempt.params = params;
    if (this.#life.hasEnded) throw new HubError('CLOSED');
    const target = this.#guard || lockout ? targetText(params) : '';
    const now = clock.now();
    const note = this.#noteOf(target, now);
    if (note) {
      this.#status.ended({ note });
      putIgnored(msg, note);
      return NOTHING;
    }
    attempt.endLockout = lockout?.start(target, now);
    this.#movements?.arrived(params, attempt.since);
    hub.descriptions.keep(operation, params, node, { chosen: this.#chosen });
    // Listed one by one, since an object spread for each message costs more than the queue.
    const { delivery, expiry, timeout } = options;
    const { remaining, since } = attempt;
    const call = { delivery, expiry, timeout, remaining, since, owner: node, chosen: this.#chosen };
    const result = await hub.run(operation, params, call);
    return isSkipped(result) ? this.#skipped(msg, result, attempt, params) : this.#done(msg, result, params);
  }

  #disarm(): void {
    if (!this.#guard) return;
    this.#guard.disarm();
    this.#status.note(undefined);
  }

  /** The reason why this press sends nothing. */
  #noteOf(target: string, now: number): 'lockedOut' | 'again' | undefined {
    if (this.#target.lockout?.locks(target, now)) return 'lockedOut';
    return this.#guard && this.#needsSecondPress() && !this.#guard.confirms(target, now) ? 'again' : undefined;
  }

  #skipped(msg: NodeMessage, skipped: Skipped, { endLockout }: Attempt, params: Params): Outgoing {
    endLockout?.();
    this.#status.ended({ skipped });
    putIgnored(msg, skipped.outcome === 'rehearsal' && skipped.wouldFail ? 'wouldFail' : skipped.outcome);
    const { operation, passesSuperseded } = this.#target;
    if (skipped.outcome !== 'superseded' || !passesSuperseded) return NOTHING;
    return { messages: [putSuperseded(msg, operation, params, this.#hubFields())] };
  }

  #done(msg: NodeMessage, result: Result, params: Params): Outgoing {
    this.#movements?.succeeded(params);
    const outgoing = this.#deliver(msg, this.#target.operation, result, this.#saved, this.#hubFields());
    this.#status.ended(outgoing.failure ? { failure: outgoing.failure } : { done: params });
    return outgoing;
  }

  /** Throws the failure with the names of its target, unless a newer value of its movement follows. */
  async #failed(msg: NodeMessage, error: HubError, attempt: Attempt): Promise<Outgoing> {
    const { hub, operation, options } = this.#target;
    const { params, since, remaining, endLockout } = attempt;
    const saved = this.#saved.params;
    const failure = error.with({
      called: params ? targetNames(operation, params, saved) : savedNames(operation, saved),
    });
    if (failure.outcome === 'not-sent') endLockout?.();
    // The hub reports a command with its values.
    if (!params && operation.kind !== 'read') journalBadInput(hub, error, editorId(this.#life.node));
    this.#status.failed(failure, params);
    const { expiry = Number.POSITIVE_INFINITY } = options;
    const expiresAt = since + Math.min(expiry, remaining ?? Number.POSITIVE_INFINITY);
    const ending = params && (await this.#movements?.failed(failure.code, params, since, expiresAt));
    if (ending?.end === 'skipped') {
      // Not the last value of its movement. Complete nodes get its outcome.
      putFailure(msg, operation, failure, this.#hubFields());
      putIgnored(msg, 'superseded');
      this.#status.ended({ skipped: { outcome: 'superseded' } });
      return NOTHING;
    }
    // The hub may be back by now, so the failure is not shown again.
    this.#status.ended();
    throw ending?.skippedBefore ? failure.with({ skippedBefore: ending.skippedBefore }) : failure;
  }

  #hubFields = (): HubFields => ({ at: this.#life.clock.date(), ...sessionOf(this.#target.hub) });
}

/**
 * The messages that run the command or read of a node, or of a control. `asks`: true while any command needs a second
 * press. Throws a HubError.
 */
export function commandInputs(
  life: Lifetime,
  words: RuntimeWords,
  hub: Hub,
  saved: SavedOperation,
  area: Area,
  asks?: () => boolean,
): Inputs {
  const inputs = new Inputs(life, words, new Command(life, words, hub, saved, area, asks));
  life.add(() => trackPending(hub, inputs.allDone()));
  return inputs;
}
