import { escapeReferences } from '../../hub/words/escape-references.js';
import { MOTOR_MODES } from '../../panels/lamp/motor.js';
import { isDisplay, isMotorSurface, isSteady, SURFACES } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedLamp } from '../../saved/lamp.js';
import { byId } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';
import { judgeLamp, type LampField } from '../validate/judge-lamp.js';
import { showVerdict, stayNeutral } from '../validate/show-verdict.js';
import { showLampLive } from './lamp-live.js';
import { LookRows } from './lamp-looks.js';

type LampNode = EditorNode & SavedLamp;

const FIELDS: readonly LampField[] = ['surface', 'control', 'silence', 'mode', 'low', 'high', 'repeat'];

/** Surfaces with a single lamp. */
const WITHOUT_CONTROL: readonly string[] = ['gpio', 'dashboard'];

const input = (field: string) => byId(`node-input-${field}`);

const lookRows = new WeakMap<LampNode, LookRows>();

/** The label of a lamp without a name: its control. A template is too long. */
export const lampLabel = ({ surface, control }: SavedLamp): string =>
  surface === 'template' ? '' : escapeReferences(String(control ?? ''));

/** Fills the template of the dialog. */
export function openLamp(node: LampNode): void {
  if (isNeverEdited(node)) stayNeutral(input('surface'));
  const options = (kind: 'surfaces' | 'modes', values: readonly string[]) =>
    values.map((value) => ({ value, label: words(`lamp.${kind}.${value}`) }));
  offerChoices(input('surface'), options('surfaces', SURFACES));
  offerChoices(input('mode'), options('modes', MOTOR_MODES));
  const surface = () => input('surface').value;
  const [, judgeControl] = FIELDS.map((field) =>
    showVerdict(input(field), (value) => judgeLamp({ surface: surface() }, field, value)),
  );
  const looks = new LookRows(byId('hub-states'), Array.isArray(node.states) ? node.states : []);
  lookRows.set(node, looks);
  byId<HTMLDetailsElement>('hub-looks').open = (node.states ?? []).length > 0;
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
    looks.allowBlinking(!isSteady(surface()));
    byId('hub-steady').hidden = !isSteady(surface());
    judgeControl?.();
  };
  $(input('surface')).on('change', update);
  update();
  showLampLive(node.id);
}

/** Saves the fields that Node-RED does not save by itself. */
export function saveLamp(node: LampNode): void {
  const states = lookRows.get(node)?.changedLooks;
  if (states) node.states = states;
}
