import type { Fields } from '../../../base/values.js';
import type { Family } from '../../gesture/gesture.js';
import type { ParsedGesture } from '../parse-values.js';
import { type Act, pressOf } from './event-words.js';

/** A message with its topic and its decoded payload: JSON, a text or a number. */
interface DeviceMessage {
  readonly topic: string;
  readonly content: unknown;
  readonly msg: Fields;
}

/**
 * Reads the messages of one family of devices. Returns undefined for a message of another family, and an empty list for a
 * message without an act: an announcement, availability, a battery.
 */
export type DeviceReader = (message: DeviceMessage) => readonly ParsedGesture[] | undefined;

/** A message that no act causes: an announcement, availability, a battery. */
export const reportOf = (control: string): ParsedGesture => ({ control, kind: 'button', isReport: true });

/** A device is online again. `device` is the first part of its topics. */
export const onlineReport = (control: string, device: string): ParsedGesture => ({
  ...reportOf(control),
  restarts: device,
});

/** A topic without its last level. */
export const parentOf = (topic: string): string => topic.slice(0, Math.max(0, topic.lastIndexOf('/')));

/** A button of a device, as the rows of its file describe it. */
export interface DeviceButton {
  readonly family: Family;
  readonly topic: string;
  /** The name of the button at its device. Blank: the device has one button. */
  readonly button?: string;
  /** The same for all messages about this button, if they have several topics. */
  readonly origin?: string;
  /** If several messages are about one press, those with the highest rank count. */
  readonly rank?: number;
  /** The same fields as in `Origin`. */
  readonly isChange?: true;
  readonly isPeriodic?: true;
}

/** The gesture of an event. `word` is the event as the device names it. */
export const eventGesture = (
  from: DeviceButton,
  act: Act,
  word: string,
  id?: string | number,
): readonly ParsedGesture[] => [
  {
    ...named(from),
    kind: 'button',
    ...pressOf(act),
    word,
    origin: { ...originOf(from), ...(id !== undefined && { id }) },
  },
];

/** The gesture of a state that the device repeats, so that only a change is an act. */
export const stateGesture = (from: DeviceButton, pressed: boolean): readonly ParsedGesture[] => [
  { ...named(from), kind: 'button', pressed, origin: { ...originOf(from), isState: true } },
];

/** The state of a button is unknown, or its device restarts. The next state only reports. */
export const unknownState = (from: DeviceButton): readonly ParsedGesture[] => [
  { ...named(from), kind: 'button', isReport: true, origin: { ...originOf(from), isState: true } },
];

const named = ({ family, topic, button }: DeviceButton) =>
  button ? { family, control: `${topic} ${button}`, topic } : { family, control: topic };

/** The family is part of the name, since devices of two families may have one topic. */
const originOf = ({ family, topic, button = '', origin, rank = 1, isChange, isPeriodic }: DeviceButton) => ({
  button: origin ?? `${family} ${topic} ${button}`,
  rank,
  ...(isChange && { isChange }),
  ...(isPeriodic && { isPeriodic }),
});
