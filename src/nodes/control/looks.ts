import type { NodeMessage, NodeStatus } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import type { ActionValues } from '../../saved/control.js';
import { journalRecall } from '../look/journal-recall.js';
import { runLook } from '../look/run-look.js';
import { remainingMs } from '../message/message.js';
import { looksChanged, looksOf, sessionOf } from '../registry/registry.js';
import { failMessage } from '../runtime/catch-error.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { Status } from '../status/status.js';
import type { Part, Parts } from './part.js';

/** Starts the look of an action. A fader blends it. */
export function startLookPart(
  parts: Parts,
  words: RuntimeWords,
  hub: Hub,
  action: ActionValues,
  isButton: boolean,
  show: (part: Part, status: NodeStatus) => void,
): Part {
  const { look, lookOperation: operation, expiry } = action;
  const part = parts.add({ status: (shown) => show(part, shown) });
  const { life } = part;
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

  onInput(life, words, recall, (msg, error) => {
    if (error.code === 'BAD_INPUT') status.failed(error);
    return failMessage(life, words, msg, error, { hub, fields: sessionOf(hub) });
  });
  return part;
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
