import { type Fields, isObject } from '../../base/values.js';
import { isUpTo, NONE, type ParsedGesture } from './parse-values.js';

/** No deck has more keys or dials. */
const MOST_CONTROLS = 255;

/** No report of a turn has more steps: they have 8 bits with a sign. */
const MOST_STEPS = 128;

/**
 * `node-red-contrib-streamdeck`: `topic` is the number of the key, from 0. `payload` is 1 for a press, 0 for a release. It
 * has no dials. Their messages are events of `@elgato-stream-deck/node`, as the function of our recipe sends them.
 */
export function streamdeck({ topic, payload }: Fields): readonly ParsedGesture[] {
  if (isObject(payload)) return fromDial(payload);
  if (!isUpTo(MOST_CONTROLS, topic) || !isUpTo(1, payload)) return NONE;
  return [{ control: `key ${topic}`, kind: 'button', pressed: payload === 1 }];
}

/**
 * `{type: 'encoder', index: 0}` with `event` `rotate`, `down` or `up`. `amount` is the number of steps, negative to the
 * left. Source: `StreamDeckEvents` in the types of `@elgato-stream-deck/core` 7.6.3.
 */
function fromDial({ type, index, event, amount }: Fields): readonly ParsedGesture[] {
  if (type !== 'encoder' || !isUpTo(MOST_CONTROLS, index)) return NONE;
  if (event === 'down' || event === 'up')
    return [{ control: `dial press ${index}`, kind: 'button', pressed: event === 'down' }];
  if (event !== 'rotate' || !Number.isInteger(amount) || Math.abs(Number(amount)) > MOST_STEPS) return NONE;
  return [{ control: `dial ${index}`, kind: 'encoder', delta: Number(amount), raw: Number(amount) }];
}
