import { escapeReferences } from '../../base/display.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { isEnvironment } from '../../saved/environment.js';
import { PANEL } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import type { PanelNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { fillIn } from '../fields/offer-choices.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { offerRenames } from '../picking/renames.js';
import { isNoHub, judgeField } from '../validate/judge.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import type { ChosenControl } from './chosen-control.js';
import { explainTakeover, showKindRows } from './kind-rows.js';
import { type LearnedControl, PanelEachPress, PanelLearn } from './panel-learn.js';
import { showPanelLive } from './panel-live.js';
import { commandOf, PanelPreview } from './panel-preview.js';
import { PanelProperty } from './panel-property.js';

const input = (field: keyof PanelNode) => byId(`node-input-${field}`);

/** The label on the canvas: the name or the control. */
export const panelLabel = ({ name, control = '' }: PanelNode): string => name || escapeReferences(control);

const properties = new WeakMap<PanelNode, PanelProperty>();

/** Fills the template of the dialog. */
export function openPanel(node: PanelNode): void {
  if (isNeverEdited(node)) stayNeutral(byId('hub-present'));
  showSavedFields(PANEL, { input });
  showVerdict(input('hub'), (value) => judgeField(PANEL, {}, 'hub', value));
  properties.set(node, new PanelProperty(node));
  let lastReport: LastGestureReport | undefined;
  const updateFields = () => updateVisibility(lastReport?.gesture);
  for (const field of ['source', 'kind', 'takeover', 'hub', 'list'] as const)
    $(input(field)).on('change keyup', updateFields);
  updateFields();
  const eachPress = new PanelEachPress();
  const learn = new PanelLearn((learned) => {
    const restore = keepLearnedFields();
    fillLearned(learned);
    eachPress.learn(lastReport?.gesture);
    return () => {
      eachPress.learn(undefined);
      restore();
    };
  }, chosenControl);
  const preview = new PanelPreview(node, chosenControl);
  byId('hub-ends').addEventListener('click', () => {
    if (!lastReport?.ends) return;
    fill('from', String(lastReport.ends.least));
    fill('to', String(lastReport.ends.most));
  });
  const command = (report: LastGestureReport | undefined, askedAt: number) => {
    lastReport = report;
    updateFields();
    learn.update(report, askedAt);
    eachPress.update(report, askedAt);
    byId<HTMLButtonElement>('hub-ends').disabled = !report?.ends;
    const output = preview.show(report);
    return output && commandOf(node.id, output);
  };
  showPanelLive({ kind: 'panel', id: node.id, chosen: chosenControl, command });
}

/** The control in the fields. */
function chosenControl(): ChosenControl {
  const hasProperty = (['property', 'pressedIs', 'releasedIs'] as const).some((field) => input(field).value !== '');
  return {
    source: input('source').value.trim(),
    control: input('control').value.trim(),
    kind: input('kind').value,
    isEachPress: input('eachPress').checked,
    unrecognised: hasProperty ? 'noMatch' : 'unknown',
  };
}

/** Shows the fields for the chosen kind of control and for its last gesture. A filled field stays visible. */
function updateVisibility(last: Gesture | undefined): void {
  const kind = input('kind').value;
  showKindRows(kind);
  const source = input('source').value || last?.source;
  const isAny = isEnvironment(kind) || isEnvironment(String(source));
  rowOf('axis').hidden ||= last?.kind !== 'pad' && source !== 'osc' && !isAny && input('axis').value === '';
  rowOf('pair').hidden ||= source !== 'midi' && !isAny && !input('pair').checked;
  const hasEntries = kind === 'fader' && input('list').value.trim() !== '';
  const takeover = input('takeover').value || 'jump';
  const isJumpFader = kind === 'fader' && takeover === 'jump';
  explainTakeover(takeover);
  byId('hub-takeover-row').hidden ||= hasEntries;
  byId('hub-present').hidden ||= (isJumpFader || hasEntries) && isNoHub(input('hub').value);
}

const rowOf = (field: 'axis' | 'pair'): HTMLElement => input(field).closest('.form-row') as HTMLElement;

/** Returns a function that restores the fields that Learn changes. */
function keepLearnedFields(): () => void {
  const control = input('control').value;
  const eachPress = input('eachPress').checked;
  const [source, kind] = [input('source').value, input('kind').value];
  return () => {
    fill('control', control);
    input('eachPress').checked = eachPress;
    fillIn(input('source'), source);
    fillIn(input('kind'), kind);
  };
}

/** Fills in the learned control. Only the user knows that a controller is an encoder, so this kind stays. */
function fillLearned({ source, control, kind }: LearnedControl): void {
  fill('control', control);
  fillIn(input('source'), source);
  if (kind !== 'fader' || input('kind').value === 'button') fillIn(input('kind'), kind);
}

function fill(field: keyof PanelNode, value: string): void {
  input(field).value = value;
  input(field).dispatchEvent(new Event('input', { bubbles: true }));
}

/** Saves the fields that Node-RED does not save by itself. */
export function savePanel(node: PanelNode): void {
  const property = properties.get(node);
  if (!property) return;
  node.params = property.paramsToSave();
  offerRenames(property.renames());
}
