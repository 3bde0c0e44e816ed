import type { Gesture, Source } from '../gesture.js';
import { dashboard } from './dashboard.js';
import { ember } from './ember.js';
import { gpio } from './gpio.js';
import { is07 } from './is07.js';
import { midi } from './midi.js';
import { isRetained, mqtt } from './mqtt.js';
import { osc } from './osc.js';
import { plain } from './plain.js';
import { isObject, type Message, type Recogniser } from './reading.js';
import { streamdeck } from './streamdeck.js';
import { xkeys } from './xkeys.js';

/** The most telling shape first: MQTT also carries X-keys and IS-07, and nearly everything has a plain payload. */
const RECOGNISERS: Readonly<Record<Source, Recogniser>> = {
  midi,
  is07,
  xkeys,
  dashboard,
  mqtt,
  gpio,
  streamdeck,
  osc,
  ember,
  plain,
};

const IN_ORDER = Object.keys(RECOGNISERS) as readonly Source[];

/** What became a value already says so with its `gesture`; what the panel sent may still be beside it, and is old. */
const sourcesOf = ({ gesture }: Message): readonly Source[] =>
  isObject(gesture) && typeof gesture.source === 'string' ? ['plain'] : IN_ORDER;

/**
 * What a hand did, by the shape of the message; undefined if it is no gesture, whatever the message does when it is
 * read. `as` is the source where that is known: then only its shape counts. Of a bundle it is the first; all of them
 * gives `recogniseAll`.
 */
export const recognise = (msg: unknown, as?: Source): Gesture | undefined => recogniseAll(msg, as)[0];

/** All that a message tells of: one gesture, none, or those of an OSC bundle. Never throws. */
export function recogniseAll(msg: unknown, as?: Source): readonly Gesture[] {
  try {
    if (!isObject(msg)) return [];
    const retained = isRetained(msg) && { retained: true as const };
    for (const source of as ? [as] : sourcesOf(msg)) {
      const done = RECOGNISERS[source](msg);
      if (done.length > 0) return done.map((each) => ({ source, ...each, ...retained }));
    }
  } catch {
    // A getter or a proxy of somebody else's that throws.
  }
  return [];
}
