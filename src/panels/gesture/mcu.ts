/**
 * The buttons of a Mackie Control by their notes on channel 1: an X-Touch in its mode MC has the same. Sources:
 * github.com/NicoG60/TouchMCU, doc/mackie_control_protocol.md, "MIDI Note Mapping Summary", and
 * github.com/Do-sth-sharp/libMackieControl, doc/MackieControl.md, "Mackie Control by Note On/Off Events".
 */
const STRIP_BUTTONS = ['rec', 'solo', 'mute', 'select', 'push'];

const OTHER_BUTTONS = [
  ...['track', 'send', 'pan', 'plug-in', 'eq', 'instrument'],
  ...['bank left', 'bank right', 'channel left', 'channel right', 'flip', 'global view', 'name/value', 'smpte/beats'],
  ...['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'],
  ...['midi tracks', 'inputs', 'audio tracks', 'audio instrument', 'aux', 'buses', 'outputs', 'user'],
  ...['shift', 'option', 'control', 'alt'],
  ...['read', 'write', 'trim', 'touch', 'latch', 'group', 'save', 'undo', 'cancel', 'enter'],
  ...['marker', 'nudge', 'cycle', 'drop', 'replace', 'click', 'solo'],
  ...['rewind', 'forward', 'stop', 'play', 'record'],
  ...['up', 'down', 'left', 'right', 'zoom', 'scrub', 'user a', 'user b'],
];

/** The buttons by note: `rec 1` is 0, `track` is 40. */
export const MCU_BUTTONS: readonly string[] = [
  ...STRIP_BUTTONS.flatMap((name) => Array.from({ length: 8 }, (_, index) => `${name} ${index + 1}`)),
  ...OTHER_BUTTONS,
];

/** The faders by channel, from 0. Their touch sensors have the notes 104 … 112. */
export const MCU_FADERS = ['1', '2', '3', '4', '5', '6', '7', '8', 'master'] as const;

export const FIRST_TOUCH = 104;
