import { escapeReferences } from '../../base/display.js';
import { isDisplay, isMotorSurface, isSteady, SURFACES } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import { LAMP, type SavedLamp } from '../../saved/lamp.js';
import { byId } from '../base/dom.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { stayNeutral } from '../validate/show-verdict.js';
import { AppearanceRows } from './appearance-rows.js';
import { showLampLive } from './lamp-live.js';

type LampNode = EditorNode & SavedLamp;

/** Surfaces with a single lamp. */
const WITHOUT_CONTROL: readonly string[] = ['gpio', 'dashboard'];

const input = (field: string) => byId(`node-input-${field}`);

const appearanceRows = new WeakMap<LampNode, AppearanceRows>();

/** The label of a lamp without a name: its control. A template is too long. */
export const lampLabel = ({ surface, control }: SavedLamp): string =>
  surface === 'template' ? '' : escapeReferences(String(control ?? ''));

/** Fills the template of the dialog. */
export function openLamp(node: LampNode): void {
  stayNeutral(node, input('surface'));
  const surface = () => input('surface').value;
  const reasons = showSavedFields(LAMP, { input });
  const appearances = new AppearanceRows(byId('hub-states'), Array.isArray(node.states) ? node.states : []);
  appearanceRows.set(node, appearances);
  byId<HTMLDetailsElement>('hub-appearances').open = (node.states ?? []).length > 0;
  const update = () => {
    const isLiteral = !isEnvironment(surface());
    const hasNoControl = WITHOUT_CONTROL.includes(surface());
    byId('hub-control').hidden = hasNoControl;
    const hasHint = isLiteral && !hasNoControl && (SURFACES as readonly string[]).includes(surface());
    byId('hub-control-hint').textContent = hasHint ? words(`lamp.controls.${surface()}`) : '';
    const hasMotor = isMotorSurface(surface());
    const hasRange = hasMotor || surface() === 'mcuRing';
    byId('hub-fader').hidden = isLiteral && !hasRange;
    for (const row of document.querySelectorAll<HTMLElement>('[data-motor]')) row.hidden = isLiteral && !hasMotor;
    byId('hub-lamp').hidden = isLiteral && (hasMotor || isDisplay(surface()));
    appearances.allowBlinking(!isSteady(surface()));
    byId('hub-steady').hidden = !isSteady(surface());
    reasons.control?.();
  };
  $(input('surface')).on('change', update);
  update();
  showLampLive(node.id);
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveLamp(node: LampNode): void {
  const states = appearanceRows.get(node)?.changedAppearances;
  if (states) node.states = states;
}
