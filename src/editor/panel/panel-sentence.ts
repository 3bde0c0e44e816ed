import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { TREATED_AS } from '../../saved/panel.js';
import { MAX_NAME_LENGTH } from '../base/poll-while-open.js';
import { words } from '../base/words.js';

/** The control that the fields of an open dialog choose. */
export interface ChosenControl {
  /** Blank: every source. */
  readonly source: string;
  /** Blank: every control. */
  readonly control: string;
  readonly kind: string;
  /** True if each message is a press, because no release follows. */
  readonly isEachPress: boolean;
  /** The key of the sentence for a message that is not recognised. */
  readonly unrecognised: string;
}

/** True if the gesture comes from the chosen control. Others send nothing. */
export const isFromControl = ({ source, control, topic }: Gesture, chosen: ChosenControl): boolean =>
  ['', source].includes(chosen.source) && ['', control, topic].includes(chosen.control);

export type ReportWithGesture = LastGestureReport & { readonly gesture: Gesture };

type Shape = Gesture['kind'] | 'switch' | 'event';

const MOST_14_BIT = 16383;

/** At rest 0, fully right 7. */
const MOST_SHUTTLE = 7;

/** A payload that ends with one of these words comes from a switch. Buttons have words such as PRESS. */
const SWITCH_WORD = /\b(?:on|off|true|false|yes|no|open|closed)\W*$/i;

/** One for each channel: `bend 1`. */
const COMMON_CONTROL = /^(bend|pressure)(?: (\d+))?$/;

/** `cc 1/7`, or `cc 7` if the channel is unknown. */
const NUMBERED_CONTROL = /^(cc|nrpn|note|program|pressure) (?:(\d+)\/)?(\d+)$/;

/** `button 0/5`: the unit and the number. */
const UNIT_CONTROL = /^(.+) (.+)\/(.+)$/;

/** Explains the last message, for example that it is not recognised. */
export function explainMessage(report: LastGestureReport | undefined, chosen: ChosenControl): string {
  if (!report) return words('panel.live.undeployed');
  if (report.isUnrecognised) return words(`panel.recognised.${chosen.unrecognised}`);
  return hasGesture(report) ? explainControl(report, chosen) : words('panel.live.nothing');
}

export const hasGesture = (report: LastGestureReport): report is ReportWithGesture => report.gesture !== undefined;

/** Explains the control of the last gesture: `MIDI fader, CC 7, 14 bit, 0–16383, channel 1`. */
export function explainControl(report: ReportWithGesture, chosen: ChosenControl): string {
  const { gesture } = report;
  const shape = shapeOf(report, chosen);
  const details = shape === 'event' || shape === 'switch' ? [] : controlDetails(gesture, rangeOf(report, shape));
  return [title(gesture, shape), ...details, ...pressDetails(report, shape, chosen)].join(', ');
}

function shapeOf({ gesture, message = '' }: ReportWithGesture, chosen: ChosenControl): Shape {
  const { kind, word, family, origin, source } = gesture;
  if (kind === 'fader') return chosenKind(gesture, chosen);
  if (kind !== 'button') return kind;
  if (word) return 'event';
  const isDeviceState = family !== undefined && origin?.isState === true;
  const hasWord = (source === 'mqtt' || source === 'plain') && SWITCH_WORD.test(message);
  return isDeviceState || hasWord || source === 'is07' || source === 'ember' ? 'switch' : 'button';
}

/** A number may come from a fader, an encoder or a button: the user chooses. */
function chosenKind(gesture: Gesture, chosen: ChosenControl): Shape {
  const isChosen = isFromControl(gesture, chosen);
  return TREATED_AS.find((kind) => isChosen && kind === chosen.kind) ?? 'fader';
}

function title({ source, family, word = '' }: Gesture, shape: Shape): string {
  if (source === 'plain' && !family) return words(`panel.recognised.plain.${shape}`, { word });
  const name = source === 'mcu' ? 'panel.recognised.mcu' : `panel.choices.${source}`;
  return words(`panel.recognised.of.${shape}`, { device: words(family ? `panel.families.${family}` : name), word });
}

/** The name of the control, its range, and its channel or unit. */
function controlDetails({ source, control }: Gesture, range: readonly string[]): readonly string[] {
  const [, name, unit, id] = (source === 'xkeys' && UNIT_CONTROL.exec(control)) || [];
  if (name) return [`${name} ${id}`, ...range, words('panel.recognised.unit', { number: unit })];
  const midi = source === 'midi' ? midiControl(control) : undefined;
  if (!midi) return [control.slice(0, MAX_NAME_LENGTH), ...range];
  const { text, channel } = midi;
  return [text, ...range, ...(channel ? [words('panel.recognised.midi.channel', { number: channel })] : [])];
}

/** Undefined for a MIDI control of another name. The channel may be unknown. */
function midiControl(control: string): { readonly text: string; readonly channel?: string | undefined } | undefined {
  const [, common, channelOfAll] = COMMON_CONTROL.exec(control) ?? [];
  if (common) return { text: words(`panel.recognised.midi.${common}`), channel: channelOfAll };
  const [, kind, channel, number] = NUMBERED_CONTROL.exec(control) ?? [];
  const key = kind === 'pressure' ? 'notePressure' : kind;
  return key ? { text: words(`panel.recognised.midi.${key}`, { number }), channel } : undefined;
}

function rangeOf({ gesture, ends, top }: ReportWithGesture, shape: Shape): readonly string[] {
  if (shape !== 'fader' || !ends) return [];
  const { source, control, value } = gesture;
  const hasValue = value !== undefined;
  if (source === 'xkeys' && control.startsWith('shuttle') && hasValue) return [rangeText(-MOST_SHUTTLE, MOST_SHUTTLE)];
  // An Ember+ parameter has a minimum and a maximum of its own.
  if (source === 'ember' && hasValue) return [];
  if (ends.least < 0 || ends.most > (top ?? 1)) return [words('panel.recognised.noRange')];
  if (top === undefined) return [];
  const bits = top === MOST_14_BIT ? [words('panel.recognised.bits')] : [];
  return [...bits, rangeText(0, top)];
}

const rangeText = (least: number, most: number): string => words('panel.recognised.range', { least, most });

function pressDetails(
  { gesture, noRelease }: ReportWithGesture,
  shape: Shape,
  chosen: ChosenControl,
): readonly string[] {
  if (shape !== 'button' && shape !== 'switch' && shape !== 'event') return [];
  const { momentary, source, retained } = gesture;
  // A click in the browser follows a press and a release, if the button sends them.
  const isComplete = momentary && source !== 'dashboard';
  const isEachPress = chosen.isEachPress && isFromControl(gesture, chosen);
  const hasNoRelease = shape !== 'event' && (noRelease || isComplete || isEachPress);
  return [...(hasNoRelease ? [words('status.noRelease')] : []), ...(retained ? [words('status.retained')] : [])];
}
