import { type Fields, isObject } from '../../base/values.js';
import { fromAxes, isUpTo, LEVELS, NONE, nameOf, type ParsedGesture } from './parse-values.js';

/** Words for wheels and bars in a topic or a control. */
const ANALOG = /jog|shuttle|joystick|t-?bar|rotary|trackball/i;

const MOST_8_BIT = 255;

/** At rest 0, fully right 7, fully left -7. Source: P.I. Engineering, "X-keys Jog & Shuttle Pro Data Report". */
const MOST_SHUTTLE = 7;

/**
 * The X-keys nodes over `dcdp-server`: `payload` is `{device, product_id, unit_id, vendor_id, control_id, value}`. A
 * button also has `button_id` as text. A jog wheel sends steps, a T-bar 0 … 255, a shuttle -7 … 7, a stick x and y.
 */
export function xkeys({ topic, payload }: Fields): readonly ParsedGesture[] {
  if (!isObject(payload) || payload.product_id === undefined || payload.unit_id === undefined) return NONE;
  const { button_id: button, control_id: id, unit_id: unit, value } = payload;
  if (button !== undefined) return fromButton(`button ${nameOf(unit, '0')}/${nameOf(button, '?')}`, value);
  const type = (ANALOG.exec(`${id}`) ?? ANALOG.exec(typeof topic === 'string' ? topic : ''))?.[0].toLowerCase();
  if (/button/i.test(String(topic))) return fromButton(`button ${nameOf(unit, '0')}/${nameOf(id, '?')}`, value);
  return fromAnalog(type ?? 'jog', `${nameOf(unit, '0')}/${nameOf(id, '0')}`, value);
}

function fromButton(control: string, value: unknown): readonly ParsedGesture[] {
  const pressed = LEVELS.get(value);
  return pressed === undefined ? NONE : [{ control, kind: 'button', pressed }];
}

function fromAnalog(type: string, name: string, value: unknown): readonly ParsedGesture[] {
  const control = `${type} ${name}`;
  if (isObject(value)) return fromAxes(control, [value.x, value.y]);
  if (typeof value !== 'number' || !Number.isInteger(value)) return NONE;
  switch (type) {
    case 'tbar':
    case 't-bar':
    case 'rotary':
      return isUpTo(MOST_8_BIT, value) ? [{ control, kind: 'fader', value: value / MOST_8_BIT, raw: value }] : NONE;
    case 'shuttle':
      return [{ control, kind: 'fader', ...shuttlePosition(value), raw: value }];
    default:
      return [{ control, kind: 'encoder', delta: value, raw: value }];
  }
}

/** 0.5 at rest. A ring with a larger range has no value. */
const shuttlePosition = (value: number) =>
  Math.abs(value) <= MOST_SHUTTLE ? { value: (value + MOST_SHUTTLE) / (2 * MOST_SHUTTLE) } : {};
