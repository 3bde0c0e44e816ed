import type { NodeMessage } from 'node-red';
import { isEqual } from '../../base/values.js';
import type { ControlCommand } from './subject.js';

const STATIC_TEXTS: readonly string[] = ['str', 'json'];

/**
 * A message of the watch as a state for the light of a button. A number or a boolean is a state itself: above 0 and `true`
 * are on. For every other value, the light is on while the property has the value that the button sets.
 */
export function shownState<Message extends NodeMessage>(msg: Message, { operation, params }: ControlCommand): Message {
  const { payload } = msg;
  const input = operation.latest ? params[operation.latest] : undefined;
  const isState = payload === undefined || ['number', 'boolean'].includes(typeof payload);
  if (isState || !input || !STATIC_TEXTS.includes(input.type)) return msg;
  return { ...msg, payload: isEqual(payload, literalOf(input)) };
}

function literalOf({ type, value }: { readonly type: string; readonly value: unknown }): unknown {
  if (type !== 'json') return value;
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
}
