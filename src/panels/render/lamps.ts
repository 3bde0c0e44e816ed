import { TAI_AHEAD_S } from '../../base/clock.js';
import { roundForDisplay } from '../../base/display.js';
import { brightness, type Colour } from '../lamp/state.js';
import {
  type DisplayContent,
  type DisplaySurface,
  type FaderSurface,
  integer,
  isLit,
  type Surface,
} from './surface.js';

/** `rpi-gpio out` has the pin in its own settings. */
export const gpio: Surface = () => (lamp) => ({ payload: isLit(lamp) ? 1 : 0 });

/** An MQTT topic without wildcards. A topic in the settings of the MQTT node overrides it. */
export const mqtt: Surface = (control) =>
  /[#+\0]/.test(control)
    ? undefined
    : ({ state, value }) => ({ ...(control && { topic: control }), payload: value ?? state });

/** An OSC address. The excluded characters are wildcards or separators in it. */
const ADDRESS = /^(\/[^\s#*,/?[\]{}]+)+$/;

/** One argument for `node-red-contrib-osc` before `udp out`: the brightness, 0 … 1. */
export const osc: Surface = (control) =>
  ADDRESS.test(control)
    ? ({ colour, value }) => ({ topic: control, payload: value ?? Math.round(brightness(colour) * 1000) / 1000 })
    : undefined;

/** A motor fader, or a fader on a screen. */
export const oscFader: FaderSurface = (control) =>
  ADDRESS.test(control) ? { draw: (value) => [{ topic: control, payload: value }], names: [control] } : undefined;

/**
 * A key of `node-red-contrib-streamdeck`: `0`, or `key 0` as in its gestures. The fields besides the colour are for the function of
 * our recipe: a text, and what a key with a text shows besides it. The node ignores them.
 */
export const streamdeck: Surface = (control) => {
  const key = integer(control.replace(/^key /, ''), 0, 999);
  if (key === undefined) return undefined;
  return ({ colour, value, cues, face }) => {
    const text = value ?? cues?.text;
    return {
      topic: key,
      payload: { command: 'fillColor', value: [...colour], ...(text !== undefined && { text: String(text), ...face }) },
    };
  };
};

/** The part of the display above a dial of a Stream Deck +: `dial 0`, or `dial 0 CAM 1` for a text. Only for our recipe. */
export const streamdeckDial: DisplaySurface = (control) => {
  const [, dial, text] = /^(dial \d+)(?: (.+))?$/s.exec(control) ?? [];
  if (!dial) return undefined;
  return {
    draw: (content, bar) => ({
      topic: dial,
      payload: {
        command: 'fillDial',
        ...(content !== '' && { ...(text && { text }), state: wordOf(content), ...(bar !== undefined && { bar }) }),
      },
    }),
  };
};

const wordOf = (content: DisplayContent): string =>
  typeof content === 'number' ? String(roundForDisplay(content)) : String(content ?? '?');

/**
 * A light of an X-keys panel: `led 3`, or `led 0/3` for one unit, as in `button 0/3`. The light blinks by itself. `color` is
 * a word of `setBacklight` in the package `xkeys`. A key with blue and red lights is red only for program.
 */
export const xkeys: Surface = (control) => {
  const [, unitText, ledText = ''] = /^(?:led )?(?:(\d+)\/)?(\d+)$/.exec(control) ?? [];
  const ledid = integer(ledText, 0, 255);
  const unit = integer(unitText ?? '0', 0, 255);
  if (ledid === undefined || unit === undefined) return undefined;
  return (lamp) => ({
    payload: {
      action: isLit(lamp) ? 'start' : 'stop',
      ...(unitText !== undefined && { unit_id: unit }),
      ledid,
      flashing: isLit(lamp) && lamp.blink,
      ...(isLit(lamp) && { color: lamp.state === 'program' ? 'red' : 'blue' }),
    },
  });
};

/** A boolean state of NMOS IS-07. The control is the id of the source, or the ids of source and flow: `SOURCE FLOW`. */
export const is07: Surface = (control) => {
  const [source_id, flow_id, ...more] = control.split(' ');
  if (!source_id || more.length > 0 || /[#+\0]/.test(source_id)) return undefined;
  return (lamp) => ({
    topic: `x-nmos/events/v1.0/sources/${source_id}`,
    payload: {
      identity: { source_id, ...(flow_id && { flow_id }) },
      event_type: 'boolean',
      timing: { creation_timestamp: taiOf(lamp.at) },
      payload: { value: isLit(lamp) },
      message_type: 'state',
    },
    // The standard requires that the broker retains states for later subscribers.
    retain: true,
  });
};

/** Seconds and nanoseconds, e.g. `1531680501:280000000`. */
const taiOf = (ms: number): string => `${Math.floor(ms / 1000) + TAI_AHEAD_S}:${(Math.trunc(ms) % 1000) * 1e6}`;

/** A button of Dashboard 2 uses the colour. Other widgets show the payload. */
export const dashboard: Surface =
  () =>
  ({ state, colour, value }) => ({ payload: value ?? state, ui_update: { buttonColor: hex(colour) } });

/** A colour as `#rrggbb`. */
export const hex = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
