import { type Done, isUpTo, type Message, NONE } from './reading.js';

/** No deck has more keys. */
const MOST_KEYS = 255;

/** `node-red-contrib-streamdeck`: `topic` is the key as a number, 0 the first; `payload` 1 when pressed, 0 when let go. */
export function streamdeck({ topic, payload }: Message): readonly Done[] {
  if (!isUpTo(MOST_KEYS, topic) || !isUpTo(1, payload)) return NONE;
  return [{ control: `key ${topic}`, kind: 'button', pressed: payload === 1 }];
}
