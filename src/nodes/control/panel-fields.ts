import type { NodeMessage } from 'node-red';
import type { Clock } from '../../base/clock.js';
import { type Gesture, sourceOf } from '../../panels/gesture/gesture.js';
import type { ButtonEvent } from '../../panels/mapping/button.js';
import { readGestures } from '../../panels/recognise/index.js';
import { type ControlValues, EVERY, type SavedControl } from '../../saved/control.js';
import { savedPart } from '../../saved/field.js';
import type { PageAct } from '../../saved/page-key.js';
import { GESTURE_FIELDS, type SavedPanel } from '../../saved/panel.js';
import { ownMessages } from '../panel/own-messages.js';
import type { Surface } from '../surface/surface.js';
import type { LightFields } from './light-fields.js';
import { touchesOf } from './lights.js';

type Followed = Pick<SavedPanel, 'hub' | 'params' | 'component'>;

/**
 * The values of a control on a surface with several pages. There, a fader may have the position of another one, so it cannot jump:
 * without a motor, or while a hand moves it that no touch sensor reports.
 */
export function pagedValues(values: ControlValues, { pages }: Surface, lights: readonly LightFields[]): ControlValues {
  const canJump = pages.length <= 1 || values.page === '' || lights.flatMap(touchesOf).length > 0;
  return values.takeover === 'jump' && !canJump ? { ...values, takeover: 'pickUp' } : values;
}

/** The property whose present value a panel follows: every encoder does, and a fader that takes over. */
export function followedOf(
  { kind, takeover }: ControlValues,
  hub: string,
  component: string,
  params: SavedPanel['params'],
): Followed {
  const follows = kind === 'encoder' || (kind === 'fader' && takeover !== 'jump');
  return follows && params ? { hub, component, params } : {};
}

/** The panel of a control as its own node saves it. */
export function panelOf(saved: SavedControl, values: ControlValues, followed: Followed): SavedPanel {
  const { kind, device, actions } = values;
  const acts = (on: ButtonEvent) => actions.some((action) => action.on === on);
  return {
    ...savedPart(GESTURE_FIELDS, saved),
    takeover: values.takeover,
    kind,
    source: sourceOf(device) ?? '',
    control: values.control === EVERY ? '' : values.control,
    press: true,
    // The release of a hold that is not reported is not reported either.
    hold: acts('hold') || acts('release'),
    double: acts('double'),
    release: acts('hold') || acts('release'),
    ...followed,
  };
}

/** An act on the page of keys. Its own client keeps it apart from a hand on the device, and from other pages. */
export function pageGesture(
  { device, control, inverted }: ControlValues,
  hand: string,
  act: PageAct | 'gone',
): Gesture {
  const isDown = act === 'press' || act === 'held';
  return {
    ...{ source: sourceOf(device) ?? 'plain', control, kind: 'button', pressed: isDown !== inverted },
    client: `editor ${hand}`,
    ...(act === 'press' && { anew: true, hand: 'presses' }),
    ...(act === 'held' && { hand: 'holds' }),
    ...(act === 'gone' && { hand: 'gone' }),
  };
}

/** True if several messages are one value. */
export const isJoined = ({ control, pair }: ControlValues): boolean => pair || /^n?rpn /.test(control);

/** True for a gesture of the control, or of its motor. A pair or a parameter has the messages of several controllers. */
export function ownGestures(
  values: ControlValues,
  isHand: (control: string) => boolean,
): (gesture: Gesture) => boolean {
  const { control } = values;
  if (control === '') return () => false;
  if (control === EVERY || isJoined(values)) return () => true;
  return (gesture) =>
    gesture.control === control ||
    gesture.topic === control ||
    gesture.restarts !== undefined ||
    isHand(gesture.control);
}

/**
 * Returns a function that is true for the messages of a control that could not start. If its name is unreadable or blank,
 * no message is its own.
 */
export function ownMessagesOf(
  { device = '', control, pair }: SavedControl,
  clock: Clock,
): (msg: NodeMessage) => boolean {
  if (typeof control !== 'string' || control === '') return () => false;
  const own = { control: control === EVERY ? '' : control, pair: Boolean(pair) };
  return ownMessages((msg) => readGestures(msg, sourceOf(device)), own, clock);
}
