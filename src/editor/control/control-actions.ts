import { isEqual } from '../../base/values.js';
import { CONTROL_GESTURES, type SavedAction } from '../../saved/control.js';
import type { NodeChange } from '../base/change-nodes.js';
import { actionsInUse, isMoved, savedActions } from '../base/control-actions.js';
import { element } from '../base/dom.js';
import type { ControlNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import type { Verdict } from '../validate/judge.js';
import { judgeActions, reasonsOf } from '../validate/judge-actions.js';
import { type ActionPart, addMove, GestureAction, isMove } from './control-action.js';

/** The actions of a control in its dialog: one for each gesture of a button, one for a fader or an encoder. */
export class ControlActions {
  readonly #node: ControlNode;
  readonly #box: HTMLElement;
  readonly #hub: HTMLSelectElement;
  readonly #saved: readonly SavedAction[];
  #parts: readonly ActionPart[] = [];
  /** Undefined before the first drawing. */
  #isMoved: boolean | undefined;
  /** The actions of a button, and that of a fader, while the other ones are shown. */
  #ofButton: readonly SavedAction[] = [];
  #ofMove: SavedAction | undefined;

  constructor(node: ControlNode, box: HTMLElement, hub: HTMLSelectElement) {
    this.#node = node;
    this.#box = box;
    this.#hub = hub;
    const saved = actionsInUse(node.kind, node.actions);
    this.#ofButton = saved;
    this.#ofMove = saved.find(isMove);
    this.#saved = savedActions(node.actions);
  }

  /** Shows the actions of a kind of control. The others stay until the dialog is closed. */
  show(kind: string): void {
    const isNow = isMoved(kind);
    if (isNow === this.#isMoved) return;
    if (this.#isMoved === true) [this.#ofMove] = this.read();
    if (this.#isMoved === false) this.#ofButton = this.read();
    this.#isMoved = isNow;
    this.#clear();
    this.#parts = isNow ? [this.#move()] : this.#gestures();
  }

  read(): SavedAction[] {
    return this.#parts.flatMap((part) => part.read() ?? []);
  }

  /** The action that the light shows. */
  get first(): SavedAction | undefined {
    return this.read()[0];
  }

  /** Undefined if the actions are as saved. */
  get changedActions(): SavedAction[] | undefined {
    const actions = this.read();
    return isEqual(actions, this.#saved) ? undefined : actions;
  }

  renames(): readonly NodeChange[] {
    return this.#parts.flatMap((part) => part.renames());
  }

  update(): void {
    for (const part of this.#parts) part.update?.();
  }

  /** The first fault that no field shows. `node` has the fields of the dialog. */
  verdict(node: ControlNode): Verdict {
    const actions = this.read();
    if (actions.length === 0) {
      const verdict = judgeActions(node, actions);
      return verdict === true || verdict.join();
    }
    const folded = this.#parts.filter(({ isOpen }) => !isOpen).flatMap((part) => part.read() ?? []);
    return folded.flatMap((action) => reasonsOf(node, action))[0] ?? true;
  }

  #move(): ActionPart {
    const saved = this.#ofMove ?? this.#ofButton.find(isMove) ?? {};
    return addMove(this.#node, this.#hub, saved, this.#box);
  }

  #gestures(): readonly ActionPart[] {
    const isNew = this.#ofButton.length === 0;
    return CONTROL_GESTURES.map((on) => {
      const saved = this.#ofButton.find((action) => (action.on || 'press') === on);
      const usual = isNew && on === 'press' ? 'command' : '';
      const part = new GestureAction(this.#node, this.#hub, { on, saved, usual, place: this.#box });
      if (on === 'press') part.open();
      return part;
    });
  }

  #clear(): void {
    // Leaves the form first: a field that loses its widget and then the focus would be judged again.
    $(element('div', {}, ...this.#box.childNodes)).empty();
  }
}
