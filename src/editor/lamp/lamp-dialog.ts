import { escapeReferences } from '../../base/display.js';
import { hasOneLight, isDisplay, isMotorSurface } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import { LAMP, type SavedLamp } from '../../saved/lamp.js';
import { byId } from '../base/dom.js';
import { $, type EditorNode } from '../base/red.js';
import { showSavedFields } from '../fields/saved-inputs.js';
import { stayNeutral } from '../validate/show-verdict.js';
import { AppearanceRows, lightNames } from './appearance-rows.js';
import { showLampLive } from './lamp-live.js';

type LampNode = EditorNode & SavedLamp;

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
  const appearances = new AppearanceRows(node.states);
  appearanceRows.set(node, appearances);
  const update = () => {
    const isLiteral = !isEnvironment(surface());
    byId('hub-control').hidden = hasOneLight(surface());
    byId('hub-control-hint').textContent = lightNames(surface());
    const hasMotor = isMotorSurface(surface());
    const hasRange = hasMotor || ['mcuRing', 'streamdeckDial'].includes(surface());
    byId('hub-fader').hidden = isLiteral && !hasRange;
    for (const row of document.querySelectorAll<HTMLElement>('[data-motor]')) row.hidden = isLiteral && !hasMotor;
    byId('hub-lamp').hidden = isLiteral && (hasMotor || isDisplay(surface()));
    appearances.showSurface(surface());
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
