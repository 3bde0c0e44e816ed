import { ACTION, type SavedAction } from '../../saved/control.js';
import type { NodeChange } from '../base/change-nodes.js';
import { actionText, commandNodeOf, isCommandAction } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import type { ControlNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import { includeSaved } from '../fields/input-types.js';
import { OperationFields } from '../operation/operation-fields.js';
import { optionsOf } from '../validate/judge.js';
import { addCueFields } from './control-cue.js';
import { addLookFields } from './control-look.js';
import { addTurnFields } from './control-page.js';

/** The operation of a new command. */
const FIRST_OPERATION = 'playItem';

/** The operation of a fader or an encoder, and its parameter that the control gives. */
const MOVE = { operation: 'setProperty', given: 'Value' } as const;

/** A part of the dialog with one action. */
export interface ActionPart {
  /** The action as the fields show it. Undefined: nothing. */
  read(): SavedAction | undefined;
  /** True if its fields show their own faults. */
  readonly isOpen: boolean;
  renames(): readonly NodeChange[];
  /** Updates the summary. */
  update?(): void;
}

/** The saved command of the fields. Blank settings are left out. */
function commandOf(fields: OperationFields, saved: SavedAction): SavedAction {
  const { operation } = fields;
  if (!operation) return saved;
  const { params, expiry, timeout, secondPress } = fields.fieldsToSave();
  return {
    ...{ does: 'command', operation: operation.name, params: params ?? {} },
    ...(expiry && { expiry }),
    ...(timeout && { timeout }),
    ...(operation.guarded && { secondPress: secondPress === true }),
  };
}

/** Adds the property of a fader or an encoder. */
export function addMove(node: ControlNode, hub: HTMLSelectElement, saved: SavedAction, place: HTMLElement): ActionPart {
  const container = element('div', { class: 'hub-action-fields' });
  place.append(container);
  const move = { ...saved, operation: MOVE.operation };
  const fields = new OperationFields(commandNodeOf(node, move), { container, hub, given: MOVE.given });
  return {
    isOpen: true,
    read: () => ({ on: 'press', ...commandOf(fields, move) }),
    renames: () => fields.renames(),
  };
}

/** True for the action of a fader or an encoder. */
export const isMove = ({ operation, does }: SavedAction): boolean =>
  operation === MOVE.operation && isCommandAction({ does });

/** The action of one gesture of a button. Its fields are created when it is first opened. */
export class GestureAction implements ActionPart {
  readonly #node: ControlNode;
  readonly #hub: HTMLSelectElement;
  readonly #on: string;
  readonly #saved: SavedAction | undefined;
  readonly #does: HTMLSelectElement;
  readonly #text = element('span');
  readonly #fields = element('div', { class: 'hub-action-fields' });
  readonly #places = { command: element('div'), look: element('div'), cue: element('div'), page: element('div') };
  /** The fields of each kind that was chosen so far. */
  readonly #parts: { command?: OperationFields } & Partial<Record<'look' | 'cue' | 'page', () => SavedAction>> = {};
  readonly element: HTMLDetailsElement;

  /** `place` is an element of the dialog. A new action has a `usual` kind. */
  constructor(
    node: ControlNode,
    hub: HTMLSelectElement,
    { on, saved, usual, place }: { on: string; saved: SavedAction | undefined; usual: string; place: HTMLElement },
  ) {
    this.#node = node;
    this.#hub = hub;
    this.#on = on;
    this.#saved = saved;
    const chosen = saved ? String(saved.does || 'command') : usual;
    const options = [{ value: '', label: words('control.choices.nothing') }, ...optionsOf(ACTION.fields.does)];
    this.#does = element('select', { id: `node-input-${this.#prefix}does`, class: 'hub-choice' });
    fillSelect(this.#does, includeSaved(options, chosen), chosen);
    this.#fields.append(formRow(words('control.does'), this.#does), ...Object.values(this.#places));
    const title = element('strong', {}, words(`control.choices.${on}`));
    this.element = element(
      'details',
      { class: 'hub-action', 'data-on': on },
      element('summary', {}, title, ' ', this.#text),
      this.#fields,
    );
    place.append(this.element);
    this.element.addEventListener('toggle', () => this.#create());
    $(this.#does).on('change', () => this.#create());
    this.update();
  }

  /** Shows the fields at once. */
  open(): void {
    this.element.open = true;
    this.#create();
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  read(): SavedAction | undefined {
    const does = this.#does.value;
    if (does === '') return undefined;
    const { command, ...others } = this.#parts;
    if (does === 'command' && command) return { on: this.#on, ...commandOf(command, this.#savedCommand) };
    const read = others[does as keyof typeof others];
    if (read) return { on: this.#on, does, ...read() };
    return this.#saved;
  }

  renames = (): readonly NodeChange[] => this.#parts.command?.renames() ?? [];

  update(): void {
    const action = this.read();
    this.#text.textContent = action ? actionText(this.#node, action) : words('control.choices.nothing');
  }

  /** The ids of a press are as in the dialog of a command. */
  get #prefix(): string {
    return this.#on === 'press' ? '' : `${this.#on}-`;
  }

  /** A guarded command that is new asks for a second press. */
  get #savedCommand(): SavedAction {
    const saved = this.#saved && isCommandAction(this.#saved) ? this.#saved : { operation: FIRST_OPERATION };
    const isGuarded = operationOf(commandNodeOf(this.#node, saved))?.guarded;
    return isGuarded ? { secondPress: false, ...saved } : { ...saved, secondPress: true };
  }

  #create(): void {
    const does = this.#does.value;
    const saved = this.#saved ?? {};
    const place = (container: HTMLElement) => ({ container, hub: this.#hub, prefix: this.#prefix });
    const [parts, places, node] = [this.#parts, this.#places, this.#node];
    if (this.isOpen && does === 'command')
      parts.command ??= new OperationFields(commandNodeOf(node, this.#savedCommand), place(places.command));
    if (this.isOpen && does === 'look') parts.look ??= addLookFields(node, saved, place(places.look));
    if (this.isOpen && does === 'cue') parts.cue ??= addCueFields(node, saved, place(places.cue));
    if (this.isOpen && does === 'page') parts.page ??= addTurnFields(saved, place(places.page));
    for (const [kind, each] of Object.entries(places)) each.hidden = kind !== does;
    this.update();
  }
}
