import type { NodeMessage, NodeStatus } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { ACTION, type SavedAction } from '../../saved/control.js';
import { fieldValue } from '../../saved/field.js';
import { runLook } from '../look/run-look.js';
import { remainingMs } from '../message/message.js';
import { looksChanged, looksOf, sessionOf } from '../registry/registry.js';
import { failMessage } from '../runtime/catch-error.js';
import { type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { Status } from '../status/status.js';
import type { Part, Parts } from './part.js';

/** Starts the look of an action. A fader blends it. Throws `BAD_INPUT`. */
export function startLookPart(
  parts: Parts,
  words: RuntimeWords,
  hub: Hub,
  action: SavedAction,
  isButton: boolean,
  show: (part: Part, status: NodeStatus) => void,
): Part {
  const { look = '', expiry } = action;
  if (look === '') throw badInput('look', look, { key: 'text' });
  const part = parts.add({ status: (shown) => show(part, shown) });
  const { life } = part;
  const status = new Status(life, words, hub);
  const expiryMs = (fieldValue(ACTION.expiry, expiry) ?? Number.POSITIVE_INFINITY) * 1000;

  async function recall(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
    const looks = looksOf(hub, action.lookNode);
    if (!looks) throw new HubError('BAD_INPUT', { sentence: 'noLookNode' });
    const remaining = Math.min(expiryMs, remainingMs(msg, life.clock.now()) ?? Number.POSITIVE_INFINITY);
    const operation = action.lookOperation === 'store' ? 'store' : 'recall';
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
export function followLook(life: Lifetime, hub: Hub, action: SavedAction, listener: (msg: NodeMessage) => void): void {
  const report = () => {
    const looks = looksOf(hub, action.lookNode);
    if (looks) listener(looks.stateOf(action.look ?? ''));
  };
  life.add(looksChanged.watch(logErrors(life.node, report)));
  life.afterStart(report);
}
