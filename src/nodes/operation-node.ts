import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { systemClock } from '../base/clock.js';
import type { Result } from '../hub/hub.js';
import type { StepResult } from '../hub/queue/plan-composite.js';
import type { Area } from '../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../hub/table/operations.js';
import { HubError } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import type { TargetNames } from '../hub/words/problem.js';
import { savedNames, targetNames } from '../hub/words/target-names.js';
import { Guard } from '../panels/mapping/guard.js';
import { Lockout } from '../panels/mapping/lockout.js';
import type { SavedOperation } from '../saved/operation.js';
import type { SavedVersion } from '../saved/version.js';
import { trackPending } from './log/pending-messages.js';
import { putAnswer, putFailure, putSuperseded } from './message/message.js';
import { MovementErrors } from './message/movement-errors.js';
import { partDone } from './message/part-done.js';
import { remainingMs } from './message/remaining-ms.js';
import { targetText } from './message/target-text.js';
import { buttonHistories } from './registry/button-histories.js';
import { sessionOf } from './registry/sessions.js';
import { type CatchError, toCatchError } from './runtime/catch-error.js';
import { checkVersion } from './runtime/check-version.js';
import { EvaluationQueue } from './runtime/evaluation-queue.js';
import { fixedParams } from './runtime/fixed-params.js';
import type { HubConfigNode } from './runtime/hub-node.js';
import { onInput } from './runtime/on-input.js';
import { PressFilter } from './runtime/press-filter.js';
import { disableNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { type Target, targetOf } from './runtime/target.js';
import { paramsEvaluator } from './runtime/typed-inputs.js';
import { Status } from './status/status.js';
import { successText } from './status/success-text.js';

/** The output messages of a successful call, and the error for the steps that failed. */
export interface Outgoing {
  readonly messages: readonly NodeMessage[];
  readonly failure?: HubError;
}

/** Turns an answer into output messages. Most areas put the answer into the input message. */
export type Deliver<Saved extends SavedOperation> = (
  msg: NodeMessage,
  operation: AnyOperation,
  result: Result,
  saved: Saved,
  /** The fields of `msg.hub` that identify the hub. */
  session: object,
) => Outgoing;

const deliverAnswer: Deliver<SavedOperation> = (msg, operation, result, _saved, session) =>
  result.outcome === 'done'
    ? { messages: [putAnswer(msg, operation, result, session)] }
    : { messages: [], failure: incompleteError(result) };

/** The steps that failed, as one error. The message gets all steps. */
function incompleteError({ statusCode, body, outcome }: Result): HubError {
  const steps = body as StepResult[];
  const incomplete = steps
    .filter((step) => step.outcome !== 'done')
    .map(
      ({ operation, params, statusCode: status, state }) =>
        `${operation} ${params.itemId ?? params.rundownId} (${status ?? state ?? '–'})`,
    );
  const hasUnknownState = (body as StepResult[]).some(({ state }) => state !== undefined);
  const code = outcome === 'unknown' ? 'HUB_FAULT' : hasUnknownState ? 'HUB_BAD_ANSWER' : 'HUB_REJECTED';
  const more = { reply: { statusCode, body }, ...(outcome !== 'done' && { outcome }) };
  return new HubError(code, { sentence: partDone(steps), left: incomplete.join(', ') }, more);
}

/** Registers the node of an area. Each input message runs the chosen operation. */
export function operationNode<Saved extends SavedOperation>(
  RED: NodeAPI,
  area: Area,
  deliver: Deliver<Saved> = deliverAnswer,
): void {
  const words = wordsOf(RED);

  RED.nodes.registerType(`hub-${area}`, function (this: Node, saved: NodeDef & Saved & SavedVersion) {
    RED.nodes.createNode(this, saved);
    try {
      checkVersion(saved);
      start(this, saved, targetOf(saved, area, RED.nodes.getNode(saved.hub) as HubConfigNode | null, words));
    } catch (error) {
      const operation = findOperation(saved.operation);
      const called = operation && savedNames(operation, saved.params);
      disableNode(this, error instanceof HubError ? error.with({ called }) : error, words, { operation });
    }
  });

  function start(
    node: Node,
    saved: Saved,
    { hub, operation, options, onPress, guarded, passesSuperseded, lockoutMs }: Target,
  ): void {
    const namesOf = (params: Params): TargetNames => targetNames(operation, params, saved.params);
    const status = new Status(node, words, {
      operation,
      successText: (params, at) => successText(words, operation, params, namesOf(params), at),
    });
    const unwatch = status.follow(hub);
    const pressFilter = onPress && new PressFilter(onPress, systemClock, buttonHistories(node));
    pressFilter?.start();
    const guard = guarded ? new Guard() : undefined;
    const lockout = lockoutMs > 0 ? new Lockout(lockoutMs) : undefined;
    const { latest } = operation;
    const movements = latest && options.delivery !== 'inOrder' ? new MovementErrors(latest) : undefined;
    const evaluate = paramsEvaluator(RED, node, operation, saved.params ?? {});
    const evaluations = new EvaluationQueue();
    // Listed one by one, since an object spread for each message costs more than the queue.
    const { delivery, expiry, timeout } = options;
    let closed = false;

    // A press on a slow hub needs the description of its item. If a field is wrong, the press reports it.
    fixedParams(RED, node, operation, saved.params ?? {}).then(
      (fixed) => {
        if (!closed) hub.keepDescriptions(operation, fixed, node, false);
      },
      () => undefined,
    );

    /** Runs the operation for a message and shows the result. Throws a HubError. */
    async function runOperation(msg: NodeMessage): Promise<Outgoing> {
      const since = performance.now();
      const remaining = remainingMs(msg);
      const refused = pressFilter?.refusal(msg);
      const refusal = refused instanceof Promise ? await refused : refused;
      if (refusal) return status.note(refusal) ?? NOTHING;
      status.sending();
      let target = '';
      let params: Params | undefined;
      let endLockout: (() => void) | undefined;
      let wouldFail: HubError | undefined;
      const onWouldFail = (failure: HubError) => {
        wouldFail = failure;
      };
      try {
        const evaluated = evaluations.inOrder(evaluate(msg));
        params = evaluated instanceof Promise ? await evaluated : evaluated;
        if (closed) throw new HubError('CLOSED');
        if (guard || lockout) target = targetText(params);
        if (lockout?.locks(target)) return status.ended({ note: 'lockedOut' }) ?? NOTHING;
        if (guard && !guard.confirms(target)) return status.ended({ note: 'again' }) ?? NOTHING;
        endLockout = lockout?.start(target);
        movements?.arrived(params, since);
        hub.keepDescriptions(operation, params, node);
        const options = { delivery, expiry, timeout, remaining, since, owner: node, onWouldFail };
        const result = await hub.run(operation, params, options);
        if (typeof result === 'string') {
          endLockout?.();
          status.ended({ skipped: result, wouldFail: wouldFail?.with({ called: namesOf(params) }) });
          if (result !== 'superseded' || !passesSuperseded) return NOTHING;
          return { messages: [putSuperseded(msg, operation, params, sessionOf(hub))] };
        }
        movements?.succeeded(params);
        const outgoing = deliver(msg, operation, result, saved, sessionOf(hub));
        status.ended(outgoing.failure ? { failure: outgoing.failure } : { done: params });
        return outgoing;
      } catch (error) {
        if (!(error instanceof HubError)) throw status.ended({}) ?? error;
        const failure = error.with({ called: params ? namesOf(params) : savedNames(operation, saved.params) });
        if (failure.outcome === 'not-sent') endLockout?.();
        status.failed(failure, params);
        const expiresAt = since + Math.min(expiry ?? Number.POSITIVE_INFINITY, remaining ?? Number.POSITIVE_INFINITY);
        const end = params && (await movements?.failed(failure.code, params, since, expiresAt));
        if (end === 'skipped') return skipFailed(msg, failure);
        // The hub may be back by now, so the failure is not shown again.
        status.ended({});
        throw end?.skippedBefore ? failure.with(end) : failure;
      }
    }

    /** Ends a value that failed, but is not the last of its movement. Complete nodes get its outcome. */
    function skipFailed(msg: NodeMessage, failure: HubError): Outgoing {
      putFailure(msg, operation, failure, sessionOf(hub));
      return status.ended({ skipped: 'superseded' }) ?? NOTHING;
    }

    function failMessage(msg: NodeMessage, error: HubError): CatchError {
      // The press filter throws before the status shows a message in progress.
      if (error.code === 'BAD_INPUT') status.failed(error);
      const { skippedBefore } = error.facts;
      putFailure(msg, operation, error, { ...sessionOf(hub), ...(skippedBefore !== undefined && { skippedBefore }) });
      const { hasNoAccess } = hub.connection;
      return toCatchError(words, error, node, { operation, hub: hub.name, hasNoAccess });
    }

    const allDone = onInput(
      node,
      words,
      async (msg, send) => {
        const { messages, failure } = await runOperation(msg);
        for (const message of messages) send(message);
        if (failure) throw failure;
      },
      failMessage,
    );
    node.on('close', () => {
      closed = true;
      unwatch();
      pressFilter?.close();
      evaluations.close();
      movements?.close();
      hub.abandon(node);
      trackPending(hub, allDone());
      status.close();
    });
  }
}

const NOTHING: Outgoing = { messages: [] };
