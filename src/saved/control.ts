import { isCueNumber } from '../base/names.js';
import { hasControl, type LampSurface, type SURFACES } from '../panels/render/surfaces.js';
import type { CueOperation } from './cues.js';
import { choice, describe, flag, number, rows, type SavedOf, text, type ValuesOf } from './field.js';
import { LIGHT_FIELDS, type SavedAppearance, VALUE_RULE } from './lamp.js';
import { COMMAND_FIELDS } from './operation.js';
import { GESTURE_FIELDS, RANGE_RULES, type TREATED_AS } from './panel.js';
import { DEVICES } from './surface.js';

/** The name for every control of a device. A control without a name acts on none. */
export const EVERY = '*';

/** The types of controls, the default first. */
const CONTROL_KINDS = ['button', 'fader', 'encoder'] as const satisfies readonly (typeof TREATED_AS)[number][];

/** The gestures of a button that can do something, the default first. */
export const CONTROL_GESTURES = ['press', 'hold', 'double', 'release'] as const;

/** The things that an action can do, the default first. */
const DOES = ['command', 'look', 'cue', 'page'] as const;

/** The operations of a cue list for a control, the default first. */
const CUE_ACTIONS = ['go', 'back', 'next', 'stop', 'goto'] as const satisfies readonly CueOperation[];

/** The ways to another page of the surface, the default first. `back` is the page before the present one. */
const PAGE_TURNS = ['next', 'previous', 'goto', 'back'] as const;

/** One action. A button has one for each gesture, a fader or an encoder one, whose `on` does not count. */
export const ACTION = describe(
  {
    on: choice('control.on', CONTROL_GESTURES, 'control.choices'),
    does: choice('control.does', DOES, 'control.choices'),
    /** A command of any area of the table. */
    ...COMMAND_FIELDS,
    /** The editor id of a `hub-look`. Blank: the only one of this hub. */
    lookNode: text('control.lookNode'),
    look: text('look.look', 'name', { key: 'lookName' }),
    lookOperation: choice('look.operation', ['recall', 'store'] as const, 'look.choices'),
    /** The editor id of a `hub-cues`. Blank: the only one of this hub. */
    cuesNode: text('control.cuesNode'),
    cueOperation: choice('editor.operation', CUE_ACTIONS, 'cues.choices'),
    /** The number of the cue that *Go to* plays. */
    cue: text('control.cue', 'name', { key: 'anyText' }),
    pageTurn: choice('editor.operation', PAGE_TURNS, 'surface.turns'),
    /** The id of the page that *Go to* shows. */
    toPage: text('surface.page', 'name', { key: 'anyText' }),
  },
  [
    {
      field: 'look',
      needs: ['does'],
      // A message cannot give it.
      holds: ({ does, look }) => does !== 'look' || look !== '',
      allowed: { key: 'text' },
      reason: 'reasons.missing',
    },
    {
      field: 'cue',
      needs: ['does', 'cueOperation'],
      holds: ({ does, cueOperation, cue }) => does !== 'cue' || cueOperation !== 'goto' || isCueNumber(cue),
      allowed: { key: 'text' },
      reason: 'control.reasons.cueNumber',
    },
    {
      field: 'toPage',
      needs: ['does', 'pageTurn'],
      holds: ({ does, pageTurn, toPage }) => does !== 'page' || pageTurn !== 'goto' || toPage !== '',
      allowed: { key: 'text' },
      reason: 'reasons.missing',
    },
  ],
);

/** The `light` of a control without one. */
export const NO_LIGHT = '-';

/** The motor or the ring of a fader or an encoder, by its device. */
const MOTORS: Readonly<Partial<Record<LampSurface, (typeof SURFACES)[number]>>> = {
  midi: 'midiFader',
  mcu: 'mcuFader',
  osc: 'oscFader',
};

/** The surface of the light of a control: its device, or the motor or the ring that the device has for it. */
export function lightSurfaceOf({
  kind,
  device,
  pair,
}: Pick<ControlValues, 'kind' | 'device' | 'pair'>): (typeof SURFACES)[number] {
  if (kind === 'button') return device;
  if (device === 'mcu' && kind === 'encoder') return 'mcuRing';
  if (device === 'streamdeck' && kind === 'encoder') return 'streamdeckDial';
  return device === 'midi' && pair ? 'midiPair' : (MOTORS[device] ?? device);
}

const FIELDS = {
  hub: text('editor.hub', 'hub'),
  /** The id of its `hub-surface`. */
  surface: text('control.surface', 'surface'),
  /** The type of its surface. Not saved: whoever reads a control adds it. */
  device: choice('params.device', DEVICES, 'control.choices'),
  /** The id of its page. Blank: every page. */
  page: text('surface.page', 'name', { key: 'anyText' }),
  /** The control in the messages of the device: `key 0`, `note 1/60`, `/1/push1`. Blank: it does nothing yet. */
  control: text('panel.control', 'name', { key: 'anyText' }),
  kind: choice('panel.kind', CONTROL_KINDS, 'panel.choices'),
  actions: rows('control.actions', ACTION, {
    key: ({ on }: { on?: string }) => String(on || 'press'),
    allowed: { key: 'otherGesture' },
    reason: 'control.reasons.twice',
  }),
  /** A press takes out an item that is on air, and plays one that is not. Unknown: asks for a second press. */
  toggle: flag('control.toggle'),
  ...GESTURE_FIELDS,
  ...LIGHT_FIELDS,
  /** The control that has the light, if it is another one. `-`: no light. */
  light: text('control.light', 'name', { key: 'anyText' }),
  /** The text on the surface. Blank: the name of the target of the first action. */
  text: text('control.text', 'name', { key: 'anyText' }),
  /** The time between two reads of the state, in seconds. 0: the light shows only its own commands. */
  interval: number('editor.interval', 1, { key: 'pollInterval' }),
};

/** The saved fields of a `hub-control`: one key, fader or encoder of a surface, with its actions and its light. */
export const CONTROL = describe(FIELDS, [
  ...RANGE_RULES,
  VALUE_RULE,
  {
    field: 'light',
    needs: ['device', 'kind', 'pair'],
    holds: ({ light, ...values }) => ['', NO_LIGHT].includes(light) || hasControl(lightSurfaceOf(values), light),
    allowed: { key: 'control' },
  },
  {
    field: 'actions',
    needs: ['kind'],
    // Neither a cue list nor a page has a value that a fader could move.
    holds: ({ kind, actions: [first] }) => kind === 'button' || !(first?.does === 'cue' || first?.does === 'page'),
    allowed: { key: 'choice', options: ['command', 'look'] },
    reason: 'control.reasons.movedCue',
  },
]);

export type ControlValues = ValuesOf<typeof FIELDS>;
/** A row of `actions`, as the runtime uses it and as a flow holds it. */
export type ActionValues = ControlValues['actions'][number];
export type SavedAction = SavedOf<typeof ACTION.fields>;

export interface SavedControl extends Omit<SavedOf<typeof FIELDS>, 'actions' | 'states'> {
  hub: string;
  actions?: SavedAction[];
  states?: SavedAppearance[];
}
