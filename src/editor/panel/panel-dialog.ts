import { escapeReferences } from '../../base/display.js';
import { numberIn } from '../../base/numbers.js';
import type { Gesture } from '../../panels/gesture/gesture.js';
import { isEnvironment } from '../../saved/environment.js';
import { PANEL, parseListChoices } from '../../saved/panel.js';
import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { offerRenames } from '../picking/renames.js';
import { judgeField } from '../validate/judge.js';
import { isNoHub } from '../validate/judge-references.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { explainTakeover, showKindRows } from './kind-rows.js';
import { showPanelLive } from './panel-live.js';
import { commandOf } from './panel-preview.js';
import { addPanelProperty } from './panel-property.js';
import type { ChosenControl } from './panel-sentence.js';

const input = (field: keyof PanelNode) => byId(`node-input-${field}`);

/** The label on the canvas: the name or the control. */
export const panelLabel = ({ name, control = '' }: PanelNode): string => name || escapeReferences(control);

const properties = new WeakMap<PanelNode, ReturnType<typeof addPanelProperty>>();

/** Fills the template of the dialog. */
export function openPanel(node: PanelNode): void {
  stayNeutral(node, byId('hub-present'));
  showSavedFields(PANEL, { input });
  showVerdict(input('hub'), (value) => judgeField(PANEL, {}, 'hub', value));
  properties.set(node, addPanelProperty(node));
  let last: Gesture | undefined;
  const updateFields = () => updateVisibility(last);
  for (const field of ['source', 'kind', 'takeover', 'hub', 'list'] as const)
    $(input(field)).on('change keyup', updateFields);
  updateFields();
  showPanelLive({
    ...{ kind: 'panel', node, chosen: chosenControl },
    learned: { source: input('source'), control: input('control'), kind: input('kind') },
    settings: () => ({
      axis: numberIn(input('axis').value) ?? 0,
      choices: parseListChoices(input('list').value),
      sendsPress: input('kind').value === 'button' && input('press').checked,
    }),
    onReport: (report) => {
      last = report?.gesture;
      updateFields();
    },
    command: (output) => commandOf(node.id, output),
  });
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

/** Saves the fields that Node-RED does not save by itself. */
export function savePanel(node: PanelNode): void {
  const property = properties.get(node);
  if (!property) return;
  node.params = property.paramsToSave();
  offerRenames(property.renames());
}
