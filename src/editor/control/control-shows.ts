import { numberIn } from '../../base/numbers.js';
import type { PublicOperation } from '../../hub/table/public-table.js';
import { isLampSurface } from '../../panels/render/surfaces.js';
import { CONTROL, lightSurfaceOf, NO_LIGHT, type SavedAction, type SavedControl } from '../../saved/control.js';
import { valuesOf } from '../../saved/field.js';
import {
  commandNodeOf,
  isCommandAction,
  isCueAction,
  isLookAction,
  isMoved,
  isPageAction,
} from '../base/control-actions.js';
import { element } from '../base/dom.js';
import { dialectOf, hubConfigOf } from '../base/hubs.js';
import { thingName } from '../base/node-label.js';
import { type ControlNode, type OperationNode, paramOf } from '../base/node-types.js';
import { operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import type { CompleteAppearance } from '../lamp/appearance-rows.js';
import { colourName } from '../lamp/colour-words.js';

/** A state of the light, and the key of the sentence about it. */
type Shown = readonly [state: string, sentence: string];

/** States whose sentences have their names. */
const same = (...states: string[]): Shown[] => states.map((state) => [state, state]);

const UNKNOWN: Shown = ['unknown', 'unknown'];
const ITEM = same('program', 'preview', 'unknown');
const LOOK = same('lookOn', 'lookChanged', 'lookEmpty', 'unknown');
const CUES: readonly Shown[] = [
  ...same('cueStandby', 'cueRunning', 'cueHolding'),
  ['failed', 'cueFailed'],
  ...same('cueRestarted', 'unknown'),
];

const PAGE: readonly Shown[] = [
  ['lookOn', 'pageShown'],
  ['available', 'otherPage'],
];

/** For a command without a state that can be read. */
const FLASH: readonly Shown[] = [
  ['lookOn', 'moment'],
  ['available', 'ready'],
  ['unknown', 'lost'],
];

/** True for a fader or an encoder that shows the value of the hub by itself. */
export const isFollowing = (control: SavedControl): boolean =>
  !isLampSurface(lightSurfaceOf(valuesOf(CONTROL.fields, control)));

/** True if the control has a light, which shows states by its colour. */
export const hasLight = (control: SavedControl): boolean =>
  control.light !== NO_LIGHT && (isMoved(control.kind) ? !isFollowing(control) && Boolean(control.light) : true);

/** The surfaces that have no light of the same name as the control. */
export const needsLight = ({ device, light = '' }: SavedControl): boolean =>
  light === '' && (device === 'mqtt' || device === 'template');

/** The sentences about the light of a control, each with its colour. `node` has the fields of the dialog. */
export function showsOf(
  node: ControlNode,
  action: SavedAction | undefined,
  appearances: readonly CompleteAppearance[],
): HTMLElement[] {
  if (node.light === NO_LIGHT) return [sentence('noLight')];
  const name = (action && nameOf(node, action)) || '…';
  if (isFollowing(node)) {
    const strip = node.device === 'mcu' && node.kind === 'fader' ? [sentence('strip')] : [];
    return [sentence(node.kind === 'fader' ? 'motor' : 'ring', { name }), ...strip];
  }
  if (!hasLight(node)) return [sentence('nothing')];
  if (needsLight(node)) return [sentence('needsLight')];
  const command = action && isCommandAction(action) ? commandNodeOf(node, action) : undefined;
  const states = shownBy(action, command);
  const value = command ? shownValue(command) : undefined;
  const rows = states.map(([state, key]) => {
    const appearance = appearances.find((each) => each.state === state);
    const colour = appearance ? colourName(appearance.colour) : '';
    const shown = appearance?.blink ? words('control.blinking', { colour }) : colour;
    const isEqual = key === 'on' && value !== undefined;
    return sentence(isEqual ? 'equals' : key, { colour: shown, name, value }, appearance?.colour);
  });
  return [...notes(node, command, states), ...rows];
}

function shownBy(action: SavedAction | undefined, command: OperationNode | undefined): readonly Shown[] {
  if (action && isPageAction(action)) return action.pageTurn === 'goto' ? PAGE : [];
  if (action && isCueAction(action)) return CUES;
  return action && !command ? LOOK : statesOf(command);
}

/** The reason why the light shows no state of the hub. */
function notes(node: ControlNode, command: OperationNode | undefined, states: readonly Shown[]): HTMLElement[] {
  if (states === LOOK || states === CUES || !command) return [];
  if (states !== FLASH) return numberIn(String(node.interval ?? '')) === 0 ? [sentence('notRead')] : [];
  const operation = command && operationOf(command);
  if (!operation) return [];
  return [sentence(isItemCommand(operation) && reportsItems(command) ? 'noRundown' : 'noState')];
}

/** The states that the light of a command shows. */
function statesOf(command: OperationNode | undefined): readonly Shown[] {
  const operation = command && operationOf(command);
  if (operation?.latest) return [['program', 'on'], UNKNOWN];
  const isRead = operation && isItemCommand(operation) && reportsItems(command) && namesRundown(command, operation);
  return isRead ? ITEM : FLASH;
}

/** The kinds of things that a read of the state of an item needs. */
const ITEM_KINDS: readonly string[] = ['linearEngine', 'linearRundown', 'linearItem'];

const isItemCommand = ({ parameters }: PublicOperation): boolean =>
  ITEM_KINDS.every((kind) => parameters.some(({ names }) => names === kind));

/** Hubs of revision 1 report no states of items. */
const reportsItems = (command: OperationNode): boolean => dialectOf(hubConfigOf(command, command.hub)) !== 1;

/** A new command has no item yet, so nothing is missing. */
function namesRundown({ params }: OperationNode, { parameters }: PublicOperation): boolean {
  const paramValue = (kind: string) => {
    const parameter = parameters.find(({ names }) => names === kind);
    return parameter && paramOf(params, parameter.name)?.value;
  };
  return Boolean(paramValue('linearRundown')) || !paramValue('linearItem');
}

/** The text that a property must have, if it is neither a number nor a switch. */
function shownValue(command: OperationNode): string | undefined {
  const value = paramOf(command.params, operationOf(command)?.latest ?? '');
  return value && value.value !== '' && (value.type === 'str' || value.type === 'json') ? value.value : undefined;
}

/** The name of the look or of the thing that an action changes. Blank: not chosen yet. */
function nameOf(node: ControlNode, action: SavedAction): string {
  if (isLookAction(action)) return String(action.look ?? '');
  return isCommandAction(action) ? thingName(commandNodeOf(node, action)) : '';
}

function sentence(key: string, values: Readonly<Record<string, unknown>> = {}, colour?: string): HTMLElement {
  const swatch = element('span', { class: 'hub-swatch', 'aria-hidden': 'true' });
  if (colour) swatch.style.background = colour;
  else swatch.hidden = true;
  return element('div', { role: 'listitem' }, swatch, words(`control.shows.${key}`, values));
}
