import { MOTOR_MODES } from '../panels/lamp/motor.js';
import { colourOf, STATES } from '../panels/lamp/state.js';
import { hasControl, SURFACES } from '../panels/render/surfaces.js';
import { choice, describe, external, flag, name, number, rows, type SavedOf, type ValuesOf } from './field.js';

const DAY_S = 86_400;

/** The appearance of a state. A blank: the usual one. */
const STATE = {
  state: { ...choice('params.state', STATES), required: true },
  /** `#rrggbb`. */
  colour: name('params.colour', { key: 'colour' }, (text) => colourOf(text) !== undefined),
  blink: { ...flag('params.blink'), usual: undefined },
  /** For a surface that takes numbers or words. */
  value: name('params.lampValue', { key: 'anyText' }),
};

/** The saved fields of the lamp. */
export const LAMP = describe(
  {
    surface: choice('params.surface', SURFACES, 'lamp.surfaces'),
    /** The configuration for messages without `msg.hub`. Blank: the only one in the flows. */
    hub: external('optionalHub', 'editor.hub'),
    /** The lamp or fader of the surface: `key 0`, `note 1/60`, `/1/push1`. */
    control: name('params.control', { key: 'control' }),
    /** The states, the most urgent first. Missing states follow in their default order. */
    states: rows('lamp.looks', STATE),
    /** Seconds. 0: no limit. */
    sourceTimeout: number('params.sourceTimeout', 0, { minimum: 0 }),
    /** The mode of a motor fader. */
    mode: choice('params.mode', MOTOR_MODES, 'lamp.modes'),
    /** The control that reports a touch of the fader. */
    touch: name('params.touch', { key: 'anyText' }),
    /** The values of the hub at both ends of the fader. */
    low: number('params.low', 0),
    high: number('params.high', 1),
    /** The state is sent again every this many seconds. 0: never. */
    repeat: number('params.repeat', 0, {
      allowed: { key: 'repeat' },
      isValid: (value) => value === 0 || (value >= 1 && value <= DAY_S),
    }),
  },
  [
    {
      field: 'control',
      needs: ['surface'],
      holds: ({ surface, control }) => hasControl(surface, control),
      allowed: { key: 'control' },
    },
    { field: 'high', needs: ['low'], holds: ({ low, high }) => low !== high, allowed: { key: 'otherEnd' } },
  ],
);

export type LampValues = ValuesOf<typeof LAMP.fields>;
/** A row of `states`. */
export type SavedLook = SavedOf<typeof STATE> & { state: string };

export interface SavedLamp extends Omit<SavedOf<typeof LAMP.fields>, 'states'> {
  states?: SavedLook[];
}
