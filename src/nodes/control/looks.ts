import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { ActionValues } from '../../saved/control.js';
import { journalRecall } from '../look/journal-recall.js';
import { runLook } from '../look/run-look.js';
import { remainingMs } from '../message/message.js';
import { looksChanged, looksOf, sessionOf } from '../registry/registry.js';
import { failMessage } from '../runtime/catch-error.js';
import { Inputs } from '../runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';

import { Status } from '../status/status.js';

/** The messages that run the look of an action. A fader blends it. */
export function lookInputs(
  life: Lifetime,
  words: RuntimeWords,
  hub: Hub,
  action: ActionValues,
  isButton: boolean,
): Inputs {
  const { look, lookOperation: operation, expiry } = action;
  const status = new Status(life, words, hub);
  const expiryMs = (expiry ?? Number.POSITIVE_INFINITY) * 1000;

  async function recall(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
    const looks = looksOf(hub, action.lookNode);
    if (!looks) {
      const error = new HubError('BAD_INPUT', { sentence: 'noLookNode' });
      if (operation === 'recall' && isButton) journalRecall(hub, look, error, editorId(life.node));
      throw error;
    }
    const remaining = Math.min(expiryMs, remainingMs(msg, life.clock.now()) ?? Number.POSITIVE_INFINITY);
    const share = isButton ? undefined : shareIn(msg.payload);
    const request = { operation, look, only: undefined, share } as const;
    const place = { life, hub, desk: looks.desk, path: looks.path, status };
    await runLook(place, request, msg, Number.isFinite(remaining) ? remaining : undefined, send);
  }

  return new Inputs(life, words, {
    handle: recall,
    fail: (msg, error) => {
      if (error.code === 'BAD_INPUT') status.failed(error);
      return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub) });
    },
  });
}

function shareIn(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw badInput('blend', value, { key: 'share' });
}

/** Calls the listener with the present state of the look of an action, and with each later one. */
export function followLook(life: Lifetime, hub: Hub, action: ActionValues, listener: (msg: NodeMessage) => void): void {
  const report = () => {
    const looks = looksOf(hub, action.lookNode);
    if (looks) listener(looks.stateOf(action.look));
  };
  life.add(looksChanged.watch(logErrors(life.node, report)));
  life.afterStart(report);
}
