import { sourceOf } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { isSteady, SURFACES } from '../../panels/render/surfaces.js';
import { CONTROL_SURFACES } from '../../saved/control.js';
import { afterClick } from '../base/after-click.js';
import { actionText, type ControlNode, newLockout } from '../base/control-actions.js';
import { byId, setText } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import { $ } from '../base/red.js';
import { words } from '../base/words.js';
import { fillIn } from '../fields/offer-choices.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { AppearanceRows } from '../lamp/appearance-rows.js';
import { type ChosenControl, isFromControl } from '../panel/chosen-control.js';
import { FaderPreview } from '../panel/fader-preview.js';
import { explainTakeover, showKindRows } from '../panel/kind-rows.js';
import { type LearnedControl, PanelEachPress, PanelLearn } from '../panel/panel-learn.js';
import { showPanelLive } from '../panel/panel-live.js';
import { lastOutput, outputText } from '../panel/panel-preview.js';
import { offerRenames } from '../picking/renames.js';
import { canToggle, FINISHED_CONTROL, judgeToggle } from '../validate/judge-actions.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { ControlActions, isMoved } from './control-actions.js';
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
  showSavedFields(FINISHED_CONTROL, { input });
  const actions = new ControlActions(node, byId('hub-actions'), byId<HTMLSelectElement>('node-input-hub'));
  const appearances = new AppearanceRows(byId('hub-states'), Array.isArray(node.states) ? node.states : []);
  openParts.set(node, { actions, appearances });
  byId<HTMLDetailsElement>('hub-appearances').open = (node.states ?? []).length > 0;
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
  const fields = ['hub', 'surface', 'control', 'kind', 'light', 'interval', 'takeover'].map((field) => [
    field,
    input(field).value.trim(),
  ]);
  return { ...node, ...Object.fromEntries(fields) };
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
  const { kind = '', surface = '', takeover } = draft;
  showKindRows(kind);
  explainTakeover(takeover || 'jump');
  const all = actions.read();
  byId('hub-control-toggle').hidden = !canToggle(draft, all) && !input('toggle').checked;
  for (const [field, gesture] of [
    ['holdTime', 'hold'],
    ['doubleTime', 'double'],
  ] as const)
    rowOf(field).hidden ||= input(field).value === '' && all.every(({ on }) => on !== gesture);
  rowOf('pair').hidden ||= surface !== 'midi' && !input('pair').checked;
  rowOf('coding').hidden ||= !['midi', 'osc', 'mcu'].includes(surface);
  byId('hub-control-touch').hidden = !(kind === 'fader' && isFollowing(draft)) && input('touch').value === '';
  byId('hub-control-lamp').hidden = !hasLight(draft);
  if (needsLight(draft)) byId<HTMLDetailsElement>('hub-control-light').open = true;
}

const rowOf = (field: string): HTMLElement => input(field).closest('.form-row') as HTMLElement;

/** Explains the light of the control in words. */
function showState(draft: ControlNode, { actions, appearances }: Parts): void {
  const { surface = '' } = draft;
  byId('hub-control-shows').replaceChildren(...showsOf(draft, actions.first, appearances.read()));
  const hasForm = surface !== 'gpio' && surface !== 'dashboard' && (SURFACES as readonly string[]).includes(surface);
  setText(byId('hub-light-hint'), hasForm ? words(`lamp.controls.${surface}`) : '');
  appearances.allowBlinking(!isSteady(surface));
  byId('hub-steady').hidden = !isSteady(surface);
}

/** The control in the fields. A template has no messages of its own. */
function chosenControl(): ChosenControl {
  const surface = input('surface').value;
  return {
    source: sourceOf(surface) ?? '',
    control: input('control').value.trim(),
    kind: input('kind').value,
    isEachPress: input('eachPress').checked,
    unrecognised: 'ofNoDevice',
  };
}

/** Fields that Learn fills in. */
const LEARNED_FIELDS = ['surface', 'control', 'kind'] as const;

function showLive(node: ControlNode, actions: ControlActions): void {
  const fader = new FaderPreview();
  const eachPress = new PanelEachPress();
  const learn = new PanelLearn((learned) => {
    const before = LEARNED_FIELDS.map((field) => [field, input(field).value] as const);
    const wasEachPress = input('eachPress').checked;
    fillLearned(learned);
    eachPress.learn(last?.gesture);
    return () => {
      eachPress.learn(undefined);
      input('eachPress').checked = wasEachPress;
      for (const [field, value] of before) fillIn(input(field), value);
    };
  }, chosenControl);
  let last: LastGestureReport | undefined;
  byId('hub-ends').addEventListener('click', () => {
    if (!last?.ends) return;
    fillIn(input('from'), String(last.ends.least));
    fillIn(input('to'), String(last.ends.most));
  });
  const isDeployed = () =>
    !node.changed && LEARNED_FIELDS.every((field) => input(field).value.trim() === String(node[field] ?? ''));

  /** The value that the control gives to its command. */
  function outputOf(report: LastGestureReport | undefined) {
    const chosen = chosenControl();
    const gesture = report?.gesture && isFromControl(report.gesture, chosen) ? report.gesture : undefined;
    const value = chosen.kind === 'fader' ? fader.valueOf(gesture) : undefined;
    if (!gesture) return undefined;
    const jumps = chosen.kind === 'fader' && ['', 'jump'].includes(input('takeover').value);
    if (jumps) return value === undefined ? undefined : { value };
    return lastOutput(report, isDeployed(), !isMoved(chosen.kind));
  }

  const command = (report: LastGestureReport | undefined, askedAt: number) => {
    last = report;
    learn.update(report, askedAt);
    eachPress.update(report, askedAt);
    byId<HTMLButtonElement>('hub-ends').disabled = !report?.ends;
    const output = outputOf(report);
    if (!output) return undefined;
    const action = actions.read().find(({ on }) => isMoved(input('kind').value) || on === (output.did ?? 'press'));
    return outputText(output, action ? actionText(draftOf(node), action) : words('panel.live.noCommand'));
  };
  showPanelLive({ kind: 'control', id: node.id, chosen: chosenControl, command });
}

/** Fills in the learned control. Only the user knows that a controller is an encoder, so this kind stays. */
function fillLearned({ source, control, kind }: LearnedControl): void {
  fillIn(input('surface'), CONTROL_SURFACES.find((surface) => surface === source) ?? 'template');
  fillIn(input('control'), control);
  if (kind !== 'fader' || input('kind').value === 'button') fillIn(input('kind'), kind);
}
