import { escapeReferences } from '../../base/display.js';
import { STATES, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import { isDisplay, isMotorSurface, isSteady, SURFACES } from '../../panels/render/surfaces.js';
import { isEnvironment } from '../../saved/environment.js';
import type { SavedAppearance, SavedLamp } from '../../saved/lamp.js';
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

const appearanceRows = new WeakMap<LampNode, AppearanceRows>();

/** The label of a lamp without a name: its control. A template is too long. */
export const lampLabel = ({ surface, control }: SavedLamp): string =>
  surface === 'template' ? '' : escapeReferences(String(control ?? ''));

/** Fills the template of the dialog. */
export function openLamp(node: LampNode): void {
  if (isNeverEdited(node)) stayNeutral(input('surface'));
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

interface CompleteAppearance extends Required<SavedAppearance> {
  blink: boolean;
}

/** The appearances of all states, the most urgent first. Defaults fill the gaps. */
function completeAppearances(saved: readonly SavedAppearance[]): CompleteAppearance[] {
  const valid = saved.filter(({ state }) => state in USUAL_APPEARANCES);
  const missing = STATES.filter((state) => valid.every((appearance) => appearance.state !== state)).map((state) => ({
    state,
  }));
  return [...valid, ...missing].map((appearance) => {
    const defaults = USUAL_APPEARANCES[appearance.state as keyof typeof USUAL_APPEARANCES];
    const { state, colour = '', blink = defaults.blink, value = '' }: SavedAppearance = appearance;
    return { state, colour: colour || defaults.colour, blink: String(blink) === 'true', value };
  });
}

/** One row for each state: its appearance, and its place in the order. */
class AppearanceRows {
  readonly #box: HTMLElement;
  readonly #saved: string;

  constructor(box: HTMLElement, saved: readonly SavedAppearance[]) {
    this.#box = box;
    const appearances = completeAppearances(saved);
    box.append(...appearances.map((appearance) => this.#row(appearance)));
    this.#saved = JSON.stringify(this.#read());
  }

  /** Undefined if the appearances are as saved. */
  get changedAppearances(): SavedAppearance[] | undefined {
    const appearances = this.#read();
    return JSON.stringify(appearances) === this.#saved ? undefined : appearances;
  }

  /** Enables the checkboxes for blinking. Their values stay. */
  allowBlinking(isAllowed: boolean): void {
    for (const row of this.#box.children) inputOf(row as HTMLElement, 'blink').disabled = !isAllowed;
  }

  #read = (): CompleteAppearance[] => [...this.#box.children].map((row) => read(row as HTMLElement));

  #row({ state, colour, blink, value }: CompleteAppearance): HTMLElement {
    const name = words(`status.lamp_${state}`);
    const up = element('button', { type: 'button', class: 'red-ui-button', title: words('lamp.up', { state: name }) });
    up.setAttribute('aria-label', up.title);
    up.append(element('i', { class: 'fa fa-arrow-up', 'aria-hidden': 'true' }));
    const row = element(
      'div',
      { class: 'hub-appearance', 'data-state': state },
      up,
      element('span', {}, name),
      createInput('color', 'colour', `${name}: ${words('params.colour')}`, { value: colour }),
      element(
        'label',
        { class: 'hub-appearance-blinks' },
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
  return element('input', { type, class: `hub-appearance-${name}`, 'aria-label': label, title: label, ...attributes });
}

const inputOf = (row: HTMLElement, name: 'colour' | 'blink' | 'value'): HTMLInputElement =>
  row.querySelector(`.hub-appearance-${name}`) as HTMLInputElement;

const read = (row: HTMLElement): CompleteAppearance => ({
  state: String(row.dataset.state),
  colour: inputOf(row, 'colour').value,
  blink: inputOf(row, 'blink').checked,
  value: inputOf(row, 'value').value,
});
