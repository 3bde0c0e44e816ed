import type { NodeAPI, NodeMessage } from 'node-red';
import { isSkipped } from '../../hub/hub.js';
import type { Area } from '../../hub/table/operation.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { savedNames, targetNames } from '../../hub/words/target-names.js';
import { Guard } from '../../panels/mapping/guard.js';
import type { SavedOperation } from '../../saved/operation.js';
import {
  type HubFields,
  type Outgoing,
  putFailure,
  putIgnored,
  putSuperseded,
  remainingMs,
} from '../message/message.js';
import { MovementErrors, targetText } from '../message/movement-errors.js';
import { journalBadInput } from '../registry/journal-bad-input.js';
import { buttonHistories, sessionOf, trackPending } from '../registry/registry.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { PressFilter } from '../runtime/press-filter.js';
import { targetOf } from '../runtime/target.js';
import { EvaluationQueue, fixedParams, paramsEvaluator } from '../runtime/typed-inputs.js';
import { Status } from '../status/status.js';
import { deliverOf } from './deliver.js';

/**
 * Starts the command or read of a node. Each input message runs it. `asks`: true while any command needs a second press.
 */
export function startCommand(
  RED: NodeAPI,
  life: Lifetime,
  saved: SavedOperation,
  words: RuntimeWords,
  area: Area,
  asks?: () => boolean,
): void {
  const { node, clock } = life;
  const commandTarget = targetOf(RED, saved, area, words);
  const { hub, operation, options, onPress, lockout, passesSuperseded } = commandTarget;
  const guard = commandTarget.guard ?? (asks && new Guard());
  const needsSecondPress = () => commandTarget.guard !== undefined || asks?.() === true;
  const deliver = deliverOf(RED, area, hub);
  const { latest } = operation;
  // Listed one by one, since an object spread for each message costs more than the queue.
  const { delivery, expiry, timeout } = options;
  const status = new Status(life, words, hub, { operation, saved: saved.params });
  const pressFilter = onPress && new PressFilter(onPress, clock, buttonHistories(life));
  pressFilter?.start();
  const movements = latest && delivery !== 'inOrder' ? new MovementErrors(latest, clock) : undefined;
  const chosen = saved.params ?? {};
  const evaluate = paramsEvaluator(RED, node, operation, chosen);
  const evaluations = new EvaluationQueue(life);

  // A press on a slow hub needs the description of its item. If a field is wrong, the press reports it.
  fixedParams(RED, node, operation, chosen).then(
    (fixed) => {
      if (!life.hasEnded) hub.descriptions.keep(operation, fixed, node, { isUsed: false, chosen });
    },
    () => undefined,
  );

  const called = (params?: Params) =>
    params ? targetNames(operation, params, saved.params) : savedNames(operation, saved.params);

  const hubFields = (): HubFields => ({ at: clock.date(), ...sessionOf(hub) });

  /** Runs the operation for a message and shows the result. Throws a HubError. */
  async function runOperation(msg: NodeMessage): Promise<Outgoing> {
    const since = clock.now();
    const remaining = remainingMs(msg, since);
    const refused = pressFilter?.refusal(msg);
    const refusal = refused instanceof Promise ? await refused : refused;
    if (refusal) {
      status.note(refusal);
      putIgnored(msg, refusal);
      return NOTHING;
    }
    status.sending();
    let params: Params | undefined;
    let endLockout: (() => void) | undefined;
    try {
      const evaluated = evaluations.inOrder(evaluate(msg));
      params = evaluated instanceof Promise ? await evaluated : evaluated;
      if (life.hasEnded) throw new HubError('CLOSED');
      const target = guard || lockout ? targetText(params) : '';
      const now = clock.now();
      const note = lockout?.locks(target, now)
        ? 'lockedOut'
        : guard && needsSecondPress() && !guard.confirms(target, now)
          ? 'again'
          : undefined;
      if (note) {
        status.ended({ note });
        putIgnored(msg, note);
        return NOTHING;
      }
      endLockout = lockout?.start(target, now);
      movements?.arrived(params, since);
      hub.descriptions.keep(operation, params, node, { chosen });
      const options = { delivery, expiry, timeout, remaining, since, owner: node, chosen };
      const result = await hub.run(operation, params, options);
      if (isSkipped(result)) {
        endLockout?.();
        status.ended({ skipped: result });
        putIgnored(msg, result.outcome);
        if (result.outcome !== 'superseded' || !passesSuperseded) return NOTHING;
        return { messages: [putSuperseded(msg, operation, params, hubFields())] };
      }
      movements?.succeeded(params);
      const outgoing = deliver(msg, operation, result, saved, hubFields());
      status.ended(outgoing.failure ? { failure: outgoing.failure } : { done: params });
      return outgoing;
    } catch (error) {
      if (!(error instanceof HubError)) {
        status.ended();
        throw error;
      }
      const failure = error.with({ called: called(params) });
      if (failure.outcome === 'not-sent') endLockout?.();
      // The hub reports a command with its values.
      if (!params && operation.kind !== 'read') journalBadInput(hub, error, editorId(node));
      status.failed(failure, params);
      const expiresAt = since + Math.min(expiry ?? Number.POSITIVE_INFINITY, remaining ?? Number.POSITIVE_INFINITY);
      const ending = params && (await movements?.failed(failure.code, params, since, expiresAt));
      if (ending?.end === 'skipped') {
        // Not the last value of its movement. Complete nodes get its outcome.
        putFailure(msg, operation, failure, hubFields());
        putIgnored(msg, 'superseded');
        status.ended({ skipped: { outcome: 'superseded' } });
        return NOTHING;
      }
      // The hub may be back by now, so the failure is not shown again.
      status.ended();
      throw ending?.skippedBefore ? failure.with({ skippedBefore: ending.skippedBefore }) : failure;
    }
  }

  function fail(msg: NodeMessage, error: HubError): CatchError {
    // The press filter throws before the status shows a message in progress.
    if (error.code === 'BAD_INPUT') status.failed(error);
    const { skippedBefore } = error.facts;
    const fields = { ...sessionOf(hub), ...(skippedBefore !== undefined && { skippedBefore }) };
    return failMessage(life, words, msg, error, { operation, hub, fields });
  }

  const allDone = onInput(
    life,
    words,
    async (msg, send) => {
      const { messages, failure } = await runOperation(msg);
      for (const message of messages) send(message);
      if (failure) throw failure;
    },
    fail,
  );
  life.add(() => {
    pressFilter?.close();
    movements?.close();
    hub.abandon(node);
    trackPending(hub, allDone());
  });
}

const NOTHING: Outgoing = { messages: [] };
