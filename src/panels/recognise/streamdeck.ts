import { isUpTo, type Message, NONE, type ParsedGesture } from './parse-values.js';

/** No deck has more keys. */
const MOST_KEYS = 255;

/** `node-red-contrib-streamdeck`: `topic` is the number of the key, from 0. `payload` is 1 for a press, 0 for a release. */
export function streamdeck({ topic, payload }: Message): readonly ParsedGesture[] {
  if (!isUpTo(MOST_KEYS, topic) || !isUpTo(1, payload)) return NONE;
  return [{ control: `key ${topic}`, kind: 'button', pressed: payload === 1 }];
}
