import { isGrouped } from '../../base/numbers.js';
import { type Fields, isObject } from '../../base/values.js';
import type { Gesture, Source, SourceReport } from '../gesture/gesture.js';
import { dashboard } from './dashboard.js';
import { ember } from './ember.js';
import { gpio } from './gpio.js';
import { is07, is07Report } from './is07.js';
import { mcu } from './mcu.js';
import { midi } from './midi.js';
import { contentOf, isEmptyMqtt, isRetained, mqtt } from './mqtt.js';
import { osc } from './osc.js';
import { LONGEST_NAME, nameOf, type ParsedGesture, type Recogniser, tryRead } from './parse-values.js';
import { plain } from './plain.js';
import { fromProperty, type PropertyOptions } from './property.js';
import { statusReport } from './status-report.js';
import { streamdeck } from './streamdeck.js';
import { xkeys } from './xkeys.js';

/** The most specific format first: MQTT also carries X-keys and IS-07, and most messages have a plain payload. */
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
  mcu,
};

/** A Mackie Control sends the bytes of any MIDI controller, so only its own source reads it. */
const IN_ORDER = (Object.keys(RECOGNISERS) as readonly Source[]).filter((source) => source !== 'mcu');

/** A message with a `gesture` already has its value in `payload`. Its other fields may be old fields of the device. */
const sourcesOf = ({ gesture }: Fields): readonly Source[] =>
  isObject(gesture) && typeof gesture.source === 'string' ? ['plain'] : IN_ORDER;

/**
 * The gesture in a message, or undefined. If `as` is set, only the format of this source is read. From an OSC bundle
 * it returns the first gesture: `recogniseAll` returns all. Never throws.
 */
export const recognise = (msg: unknown, as?: Source): Gesture | undefined => recogniseAll(msg, as)[0];

/**
 * All gestures in a message: none, one, or several from an OSC bundle. A device may repeat a message: `Repeats` finds
 * that. Never throws.
 */
export const recogniseAll = (msg: unknown, as?: Source): readonly Gesture[] =>
  readGestures(msg, as).filter(({ isReport }) => !isReport);

/** The same with reports: a message that a known device sends without an act has one report. Never throws. */
export const readGestures = (msg: unknown, as?: Source): readonly Gesture[] =>
  tryRead(msg, (message) => gesturesIn(message, as)) ?? [];

function gesturesIn(msg: Fields, as: Source | undefined): readonly Gesture[] {
  const retained = isRetained(msg) && { retained: true as const };
  for (const source of as ? [as] : sourcesOf(msg)) {
    const gestures = RECOGNISERS[source](msg);
    if (gestures.length > 0) return gestures.filter(hasUsualName).map((each) => ({ source, ...each, ...retained }));
  }
  return [];
}

/** The names of the last controls are kept, so a long one would take memory. */
const hasUsualName = ({ control }: ParsedGesture): boolean => control.length <= LONGEST_NAME;

/** The gestures of a device that the options describe, or its report that it is online again. Never throws. */
export function readProperty(msg: unknown, options: PropertyOptions): readonly Gesture[] {
  const gestures = tryRead(msg, (message) => fromProperty(message, options)) ?? [];
  return gestures.length > 0 ? gestures : readGestures(msg).filter(({ restarts }) => restarts !== undefined);
}

/** A text that looks like a number, but can be read in two ways, and its control. Example: `1,000`. Never throws. */
export const groupedNumber = (msg: unknown): { readonly control: string; readonly text: string } | undefined =>
  tryRead(msg, ({ topic, payload }) => {
    const text = contentOf(payload);
    return typeof text === 'string' && isGrouped(text) ? { control: nameOf(topic, ''), text } : undefined;
  });

/** True if an MQTT message is empty, for example because a retained message is cleared. Never throws. */
export const isEmpty = (msg: unknown): boolean => tryRead(msg, isEmptyMqtt) ?? false;

/** The report of an IS-07 source about itself, for example `reboot`. Never throws. */
export const reportIn = (msg: unknown): SourceReport | undefined => tryRead(msg, is07Report);

/** The report of core's *status* node about a connection. Never throws. */
export const connectionIn = (msg: unknown): SourceReport | undefined => tryRead(msg, statusReport);

/**
 * True for a packet of a device, also without a gesture: OSC without arguments or with text, every MIDI message. Never
 * throws.
 */
export const isPacket = (msg: unknown): boolean =>
  tryRead(msg, (message) =>
    isObject(message.gesture)
      ? message.gesture.source !== 'plain'
      : isMidi(message) || isOsc(message) || recogniseAll(message).some(({ source }) => source !== 'plain'),
  ) ?? false;

/** A flow may replace the bytes and keep `midi`. */
const isMidi = ({ midi, payload }: Fields): boolean => isObject(midi) && isList(payload);

/** MQTT topics may look like OSC addresses, so a message with `qos` is not OSC. */
function isOsc({ topic, payload, qos }: Fields): boolean {
  if (typeof topic !== 'string' || qos !== undefined) return false;
  if (topic === 'bundle') return isList(payload);
  return topic.startsWith('/') && (!isObject(payload) || isList(payload) || typeof payload.type === 'string');
}

const isList = (value: unknown): boolean => Array.isArray(value) || value instanceof Uint8Array;
