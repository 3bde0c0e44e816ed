import { ACTION, type SavedAction } from '../../saved/control.js';
import { actionText, type ControlNode, commandNodeOf, isCommandAction } from '../base/control-actions.js';
import { element, fillSelect, formRow } from '../base/dom.js';
import { $ } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import { includeSaved } from '../fields/input-types.js';
import { OperationFields } from '../operation/operation-fields.js';
import type { NodeChange } from '../picking/renames.js';
import { optionsOf } from '../validate/judge.js';
import { CueFields } from './control-cue.js';
import { LookFields } from './control-look.js';

/** The operation of a new command. */
const FIRST_OPERATION = 'playItem';

/** The operation of a fader or an encoder, and its parameter that the control gives. */
const MOVE = { operation: 'setProperty', given: 'Value' } as const;

/** A part of the dialog with one action. */
export interface ActionPart {
  readonly element: HTMLElement;
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

/** The property of a fader or an encoder. */
export class MoveAction implements ActionPart {
  readonly element = element('div', { class: 'hub-action-fields' });
  readonly isOpen = true;
  readonly #saved: SavedAction;
  readonly #fields: OperationFields;

  constructor(node: ControlNode, hub: HTMLSelectElement, saved: SavedAction, place: HTMLElement) {
    place.append(this.element);
    this.#saved = { ...saved, operation: MOVE.operation };
    const command = commandNodeOf(node, this.#saved);
    this.#fields = new OperationFields(command, { container: this.element, hub, given: MOVE.given });
  }

  read = (): SavedAction => ({ on: 'press', ...commandOf(this.#fields, this.#saved) });

  renames = (): readonly NodeChange[] => this.#fields.renames();
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
  readonly #commandPlace = element('div');
  readonly #lookPlace = element('div');
  readonly #cuePlace = element('div');
  readonly element: HTMLDetailsElement;
  #command: OperationFields | undefined;
  #look: LookFields | undefined;
  #cue: CueFields | undefined;

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
    this.#fields.append(formRow(words('control.does'), this.#does));
    this.#fields.append(this.#commandPlace, this.#lookPlace, this.#cuePlace);
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
    if (does === 'command' && this.#command) return { on: this.#on, ...commandOf(this.#command, this.#savedCommand) };
    if (does === 'look' && this.#look) return { on: this.#on, does, ...this.#look.read() };
    if (does === 'cue' && this.#cue) return { on: this.#on, does, ...this.#cue.read() };
    return this.#saved;
  }

  renames = (): readonly NodeChange[] => this.#command?.renames() ?? [];

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
    const place = { hub: this.#hub, prefix: this.#prefix };
    if (this.element.open && does === 'command')
      this.#command ??= new OperationFields(commandNodeOf(this.#node, this.#savedCommand), {
        ...place,
        container: this.#commandPlace,
      });
    if (this.element.open && does === 'look')
      this.#look ??= new LookFields(this.#node, this.#saved ?? {}, { ...place, container: this.#lookPlace });
    if (this.element.open && does === 'cue')
      this.#cue ??= new CueFields(this.#node, this.#saved ?? {}, { ...place, container: this.#cuePlace });
    this.#commandPlace.hidden = does !== 'command';
    this.#lookPlace.hidden = does !== 'look';
    this.#cuePlace.hidden = does !== 'cue';
    this.update();
  }
}
