import type { PublicOperation } from '../../hub/table/public-table.js';
import type { SavedAction, SavedControl } from '../../saved/control.js';
import { type ControlNode, commandNodeOf, isLookAction } from '../base/control-actions.js';
import { element } from '../base/dom.js';
import { thingName } from '../base/node-label.js';
import { operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import type { CompleteAppearance } from './appearance-rows.js';
import { colourName } from './colour-words.js';

/** The states that a light shows, by the kind of its source: the state, and the key of its sentence. */
const SHOWN = {
  item: ['program', 'preview', 'unknown'],
  value: ['on', 'unknown'],
  launch: ['runs', 'unknown'],
  look: ['lookOn', 'lookChanged', 'lookEmpty', 'unknown'],
  none: ['failed'],
} as const;

type Source = keyof typeof SHOWN;

/** The sentences about states of the hub, by the state of the light that shows them. */
const LIGHT: Readonly<Record<string, string>> = { on: 'program', runs: 'available' };

/** The state of the hub that the light shows, found from the command. */
export function sourceOf(action: SavedAction | undefined, operation: PublicOperation | undefined): Source {
  if (action && isLookAction(action)) return 'look';
  if (!operation) return 'none';
  if (operation.latest) return 'value';
  if (operation.area === 'launcher') return operation.stateAfter ? 'launch' : 'none';
  const isOfItem = operation.area === 'linear-play' && operation.parameters.some(isItem);
  return isOfItem ? 'item' : 'none';
}

const isItem = ({ names, required }: PublicOperation['parameters'][number]): boolean =>
  names === 'linearItem' && required;

/** True if the hub can show the present state, and another command ends it. */
export const canToggle = (operation: PublicOperation | undefined): boolean =>
  operation?.stateAfter === 'output'
    ? sourceOf(undefined, operation) === 'item'
    : operation?.area === 'launcher' && operation.stateAfter === 'available';

/** The surfaces with faders that move by themselves. */
const MOTORS: readonly string[] = ['midi', 'mcu', 'osc'];

export const hasMotor = ({ surface = '', kind }: SavedControl): boolean => kind === 'fader' && MOTORS.includes(surface);

const hasRing = ({ surface, kind }: SavedControl): boolean => kind === 'encoder' && surface === 'mcu';

/** True if the control has a light, which shows states by its colour. */
export const hasLight = ({ kind, light }: SavedControl): boolean =>
  kind !== 'fader' && kind !== 'encoder' && light !== '-';

/** The name of the look or of the thing that an action changes. Blank: not chosen yet. */
export const nameOfChanged = (node: ControlNode, action: SavedAction | undefined): string => {
  if (!action) return '';
  return isLookAction(action) ? String(action.look ?? '') : thingName(commandNodeOf(node, action));
};

/** The sentences about what the control shows, each with its colour. `node` has the fields of the dialog. */
export function showsOf(
  node: ControlNode,
  action: SavedAction | undefined,
  appearances: readonly CompleteAppearance[],
): HTMLElement[] {
  const name = nameOfChanged(node, action) || '…';
  if (node.light === '-') return [row(words('control.shows.noLight'))];
  if (hasMotor(node)) return [row(words('control.shows.motor', { name }))];
  if (hasRing(node)) return [row(words('control.shows.ring', { name }))];
  if (!hasLight(node)) return [row(words('control.shows.nothing'))];
  const operation = action && operationOf(commandNodeOf(node, action));
  const source = sourceOf(action, operation);
  const states = Number(node.interval) === 0 && source !== 'look' ? SHOWN.none : SHOWN[source];
  const sentences = states.map((state) => {
    const appearance = appearances.find((each) => each.state === (LIGHT[state] ?? state));
    const colour = appearance ? colourName(appearance.colour) : '';
    const shown = appearance?.blink ? words('control.blinking', { colour }) : colour;
    return row(words(`control.shows.${state}`, { colour: shown, name }), appearance?.colour);
  });
  return states === SHOWN.none ? [row(words('control.shows.moment')), ...sentences] : sentences;
}

function row(text: string, colour?: string): HTMLElement {
  const swatch = element('span', { class: 'hub-swatch', 'aria-hidden': 'true' });
  if (colour) swatch.style.background = colour;
  else swatch.hidden = true;
  return element('li', {}, swatch, ' ', text);
}
