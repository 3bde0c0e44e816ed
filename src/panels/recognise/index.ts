import type { Gesture, Source, SourceReport } from '../gesture.js';
import { dashboard } from './dashboard.js';
import { ember } from './ember.js';
import { gpio } from './gpio.js';
import { is07 } from './is07.js';
import { midi } from './midi.js';
import { holdsNothing, isRetained, mqtt } from './mqtt.js';
import { osc } from './osc.js';
import { plain } from './plain.js';
import { isObject, type Message, type Recogniser } from './reading.js';
import { is07Report, statusReport } from './source-report.js';
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
  return reading(msg, (message) => gesturesIn(message, as)) ?? [];
}

function gesturesIn(msg: Message, as: Source | undefined): readonly Gesture[] {
  const retained = isRetained(msg) && { retained: true as const };
  for (const source of as ? [as] : sourcesOf(msg)) {
    const done = RECOGNISERS[source](msg);
    if (done.length > 0) return done.map((each) => ({ source, ...each, ...retained }));
  }
  return [];
}

/** Whether a message of MQTT brings nothing, as when a retained message is cleared. Never throws. */
export const isEmpty = (msg: unknown): boolean => reading(msg, holdsNothing) ?? false;

/** What an IS-07 source says beside its states: `reboot`, for example. Never throws. */
export const reportIn = (msg: unknown): SourceReport | undefined => reading(msg, is07Report);

/** What core's *status* node says of a connection. Never throws. */
export const connectionIn = (msg: unknown): SourceReport | undefined => reading(msg, statusReport);

/** Undefined if it is no message, or if a getter or a proxy of somebody else's throws. */
function reading<Read>(msg: unknown, read: (message: Message) => Read): Read | undefined {
  try {
    return isObject(msg) ? read(msg) : undefined;
  } catch {
    return undefined;
  }
}
