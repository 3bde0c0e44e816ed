import { sourceOf } from '../../panels/gesture/gesture.js';
import { afterClick } from '../base/after-click.js';
import { actionText, isMoved, newLockout } from '../base/control-actions.js';
import { byId, setText } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import type { ControlNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { deviceOf, surfaceConfigOf, withDevice } from '../base/surfaces.js';
import { words } from '../base/words.js';
import { fillIn } from '../fields/offer-choices.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { AppearanceRows, lightNames } from '../lamp/appearance-rows.js';
import { explainTakeover, showKindRows } from '../panel/kind-rows.js';
import { showPanelLive } from '../panel/panel-live.js';
import { outputText } from '../panel/panel-preview.js';
import type { ChosenControl } from '../panel/panel-sentence.js';
import { offerRenames } from '../picking/renames.js';
import { canToggle, FINISHED_CONTROL, judgeToggle } from '../validate/judge-actions.js';
import { judgePage } from '../validate/judge-references.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { ControlActions } from './control-actions.js';
import { offerPages } from './control-page.js';
import { hasLight, isFollowing, needsLight, showsOf } from './control-shows.js';

const input = (field: string) => byId(`node-input-${field}`);

/** The parts of an open dialog whose values Node-RED does not save by itself. */
interface Parts {
  readonly actions: ControlActions;
  readonly appearances: AppearanceRows;
}

const openParts = new WeakMap<ControlNode, Parts>();

/** Fills the template of the dialog. */
export function openControl(node: ControlNode): void {
  const form = input('name').closest('form') as HTMLFormElement;
  stayNeutral(node, form);
  offerPages(node);
  showSavedFields(FINISHED_CONTROL, {
    input,
    others: () => ({ device: draftOf(node).device }),
    judges: { page: (page) => judgePage(input('surface').value, page) },
  });
  const actions = new ControlActions(node, byId('hub-actions'), byId<HTMLSelectElement>('node-input-hub'));
  const appearances = new AppearanceRows(node.states);
  openParts.set(node, { actions, appearances });
  actions.show(input('kind').value);
  const fillLockout = lockoutFiller(node, actions);
  const update = () => {
    const draft = draftOf(node);
    actions.show(input('kind').value);
    actions.update();
    fillLockout();
    showFieldsInUse(draft, actions);
    showState(draft, { actions, appearances });
  };
  showVerdict(byId('hub-actions'), () => actions.verdict(draftOf(node)));
  const isToggle = () => input('toggle').checked;
  showVerdict(
    input('toggle'),
    () => judgeToggle({ ...draftOf(node), actions: actions.read() }, isToggle()),
    () => false,
  );
  $(form).on('change keyup input click', () => afterClick(update));
  update();
  showLive(node, actions);
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveControl(node: ControlNode): void {
  const parts = openParts.get(node);
  if (!parts) return;
  const [actions, states] = [parts.actions.changedActions, parts.appearances.changedAppearances];
  if (actions) node.actions = actions;
  if (states) node.states = states;
  offerRenames(parts.actions.renames());
}

/** The node with the fields of the dialog. */
function draftOf(node: ControlNode): ControlNode {
  const fields = ['hub', 'surface', 'page', 'control', 'kind', 'light', 'interval', 'takeover'].map((field) => [
    field,
    input(field).value.trim(),
  ]);
  return withDevice({ ...node, ...Object.fromEntries(fields) });
}

/** A new key has a lockout as soon as its first action goes one step further. A user may clear it. */
function lockoutFiller(node: ControlNode, actions: ControlActions): () => void {
  let filled = '';
  return () => {
    const [kind, all] = [input('kind').value, actions.read()];
    if (newLockout(kind, all) === filled || !isNeverEdited(node)) return;
    filled = newLockout(kind, all);
    fillIn(input('lockout'), newLockout(kind, all, input('lockout').value));
  };
}

/** Shows only the fields that apply. A filled one stays visible. */
function showFieldsInUse(draft: ControlNode, actions: ControlActions): void {
  const { kind = '', device = '', takeover } = draft;
  showKindRows(kind);
  explainTakeover(takeover || 'jump');
  const all = actions.read();
  byId('hub-control-toggle').hidden = !canToggle(draft, all) && !input('toggle').checked;
  for (const [field, gesture] of [
    ['holdTime', 'hold'],
    ['doubleTime', 'double'],
  ] as const)
    rowOf(field).hidden ||= input(field).value === '' && all.every(({ on }) => on !== gesture);
  rowOf('pair').hidden ||= device !== 'midi' && !input('pair').checked;
  rowOf('coding').hidden ||= !['midi', 'osc', 'mcu'].includes(device);
  byId('hub-control-touch').hidden = !(kind === 'fader' && isFollowing(draft)) && input('touch').value === '';
  byId('hub-control-lamp').hidden = !hasLight(draft);
  if (needsLight(draft)) byId<HTMLDetailsElement>('hub-control-light').open = true;
}

const rowOf = (field: string): HTMLElement => input(field).closest('.form-row') as HTMLElement;

/** Explains the light of the control in words. */
function showState(draft: ControlNode, { actions, appearances }: Parts): void {
  const { device = '' } = draft;
  byId('hub-control-shows').replaceChildren(...showsOf(draft, actions.first, appearances.read()));
  setText(byId('hub-light-hint'), lightNames(device));
  appearances.showSurface(device);
}

/** The control in the fields. A template has no messages of its own. */
function chosenControl(): ChosenControl {
  return {
    source: sourceOf(deviceOf(surfaceConfigOf(input('surface').value))) ?? '',
    control: input('control').value.trim(),
    kind: input('kind').value,
    isEachPress: input('eachPress').checked,
    unrecognised: 'ofNoDevice',
  };
}

function showLive(node: ControlNode, actions: ControlActions): void {
  showPanelLive({
    ...{ kind: 'control', node, chosen: chosenControl },
    learned: { control: input('control'), kind: input('kind') },
    settings: () => ({ sendsPress: !isMoved(input('kind').value) }),
    command: (output) => {
      const action = actions.read().find(({ on }) => isMoved(input('kind').value) || on === (output.did ?? 'press'));
      return outputText(output, action ? actionText(draftOf(node), action) : words('panel.live.noCommand'));
    },
  });
}
