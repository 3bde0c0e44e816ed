import { escapeReferences } from '../../base/display.js';
import { STATES, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import { isDisplay, isMotorSurface, isSteady, SURFACES } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedLamp, SavedLook } from '../../saved/lamp.js';
import { LAMP } from '../../saved/lamp.js';
import { byId, element } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import { stayNeutral } from '../validate/show-verdict.js';
import { showLampLive } from './lamp-live.js';
import { showSavedFields } from './saved-inputs.js';

type LampNode = EditorNode & SavedLamp;

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
  const surface = () => input('surface').value;
  const reasons = showSavedFields(LAMP, { input });
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
    reasons.control?.();
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

interface CompleteLook extends Required<SavedLook> {
  blink: boolean;
}

/** The looks of all states, the most urgent first. Defaults fill the gaps. */
function completeLooks(saved: readonly SavedLook[]): CompleteLook[] {
  const valid = saved.filter(({ state }) => state in USUAL_APPEARANCES);
  const missing = STATES.filter((state) => valid.every((look) => look.state !== state)).map((state) => ({ state }));
  return [...valid, ...missing].map((look) => {
    const defaults = USUAL_APPEARANCES[look.state as keyof typeof USUAL_APPEARANCES];
    const { state, colour = '', blink = defaults.blink, value = '' }: SavedLook = look;
    return { state, colour: colour || defaults.colour, blink: String(blink) === 'true', value };
  });
}

/** One row for each state: its look, and its place in the order. */
class LookRows {
  readonly #box: HTMLElement;
  readonly #saved: string;

  constructor(box: HTMLElement, saved: readonly SavedLook[]) {
    this.#box = box;
    const looks = completeLooks(saved);
    box.append(...looks.map((look) => this.#row(look)));
    this.#saved = JSON.stringify(this.#read());
  }

  /** Undefined if the looks are as saved. */
  get changedLooks(): SavedLook[] | undefined {
    const looks = this.#read();
    return JSON.stringify(looks) === this.#saved ? undefined : looks;
  }

  /** Enables the checkboxes for blinking. Their values stay. */
  allowBlinking(isAllowed: boolean): void {
    for (const row of this.#box.children) inputOf(row as HTMLElement, 'blink').disabled = !isAllowed;
  }

  #read = (): CompleteLook[] => [...this.#box.children].map((row) => read(row as HTMLElement));

  #row({ state, colour, blink, value }: CompleteLook): HTMLElement {
    const name = words(`status.lamp_${state}`);
    const up = element('button', { type: 'button', class: 'red-ui-button', title: words('lamp.up', { state: name }) });
    up.setAttribute('aria-label', up.title);
    up.append(element('i', { class: 'fa fa-arrow-up', 'aria-hidden': 'true' }));
    const row = element(
      'div',
      { class: 'hub-look', 'data-state': state },
      up,
      element('span', {}, name),
      createInput('color', 'colour', `${name}: ${words('params.colour')}`, { value: colour }),
      element(
        'label',
        { class: 'hub-look-blinks' },
        createInput('checkbox', 'blink', `${name}: ${words('params.blink')}`),
        words('params.blink'),
      ),
      createInput('text', 'value', `${name}: ${words('params.lampValue')}`, { placeholder: words('params.lampValue') }),
    );
    inputOf(row, 'blink').checked = blink;
    inputOf(row, 'value').value = String(value);
    up.addEventListener('click', () => {
      row.previousElementSibling?.before(row);
      up.focus();
    });
    return row;
  }
}

function createInput(type: string, name: string, label: string, attributes: Readonly<Record<string, string>> = {}) {
  return element('input', { type, class: `hub-look-${name}`, 'aria-label': label, title: label, ...attributes });
}

const inputOf = (row: HTMLElement, name: 'colour' | 'blink' | 'value'): HTMLInputElement =>
  row.querySelector(`.hub-look-${name}`) as HTMLInputElement;

const read = (row: HTMLElement): CompleteLook => ({
  state: String(row.dataset.state),
  colour: inputOf(row, 'colour').value,
  blink: inputOf(row, 'blink').checked,
  value: inputOf(row, 'value').value,
});
