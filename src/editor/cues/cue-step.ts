import { typedNumberIn } from '../../base/numbers.js';
import { type CommandStep, type LookStep, MAX_SECONDS, type MessageStep, type Step } from '../../cues/list.js';
import { allowedNumber } from '../../hub/table/allowed.js';
import type { SavedParams } from '../../saved/param.js';
import type { CuesNode } from '../base/cue-lists.js';
import { element, smallButton } from '../base/dom.js';
import { hubConfigOf } from '../base/hubs.js';
import { commandText, lookText } from '../base/node-label.js';
import type { OperationNode } from '../base/node-types.js';
import { $ } from '../base/red.js';
import { operationOf } from '../base/table.js';
import { allowedText, words } from '../base/words.js';
import { inputTypeOf } from '../fields/input-types.js';
import { LookNameField } from '../fields/look-name-field.js';
import { OperationFields } from '../operation/operation-fields.js';
import { judgeOperation, type Verdict } from '../validate/judge.js';
import { judgeLookName } from '../validate/judge-actions.js';
import { judgeParams } from '../validate/judge-params.js';
import { showVerdict } from '../validate/show-verdict.js';

/** The dialog of a list. */
export interface CueDialog {
  readonly node: CuesNode;
  readonly hub: HTMLSelectElement;
}

/** The steps that buttons add. */
export const NEW_STEPS: readonly Step[] = [
  { does: 'command', operation: 'playItem', params: {}, delay: 0 },
  { does: 'look', look: '', delay: 0 },
  { does: 'message', topic: '', payload: true, delay: 0 },
];

/** The command of a step as a node of its own, as the code for command nodes takes it. */
const commandNodeOf = ({ node, hub }: CueDialog, step: CommandStep): OperationNode => ({
  ...{ id: node.id, type: node.type, ...(node.z !== undefined && { z: node.z }), hub: hub.value, name: '' },
  operation: step.operation,
  params: textParams(step.params),
});

/** The values as texts: a file can have other types. */
const textParams = (params: CommandStep['params']): SavedParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, { value, ...param }]) => [
      name,
      { ...param, value: typeof value === 'string' ? value : JSON.stringify(value) },
    ]),
  );

/** A step in a few words. */
export function stepText(dialog: CueDialog, step: Step): string {
  switch (step.does) {
    case 'command':
      return commandText(commandNodeOf(dialog, step));
    case 'look':
      return lookText(words('look.choices.recall'), step.look);
    case 'message':
      return words('cues.edit.messageText', { topic: step.topic });
  }
}

/** The reasons why a step would fail. The hub is not asked. */
export function stepFaults(dialog: CueDialog, step: Step): readonly string[] {
  const verdicts: readonly Verdict[] =
    step.does === 'command'
      ? commandVerdicts(commandNodeOf(dialog, step))
      : [step.does === 'look' ? judgeLookName(step.look) : true];
  return verdicts.filter((verdict) => verdict !== true);
}

function commandVerdicts(command: OperationNode): readonly Verdict[] {
  const params = judgeParams(command, operationOf(command)?.parameters ?? [], command.params);
  return [judgeOperation(command, command.operation), ...(params === true ? [] : params)];
}

/** Reads the fields of one type of step. */
type ReadStep = () => Step;

/** Gives the fields of each step unique ids. */
let count = 0;

/** A step of a cue. Its fields are created when it is first opened. */
export class StepFields {
  readonly element: HTMLDetailsElement;
  readonly #dialog: CueDialog;
  readonly #step: Step;
  readonly #text = element('span');
  readonly #fields = element('div', { class: 'hub-action-fields' });
  readonly #id: string;
  readonly #delay: SecondsField;
  #readPart: ReadStep | undefined;
  /** The step as its fields showed it first. It can have another order of fields than in the file. */
  #openedText = '';

  /** `place` is an element of the dialog. `onRemove` is called by the button that deletes the step. */
  constructor(dialog: CueDialog, step: Step, place: HTMLElement, onRemove: (step: StepFields) => void) {
    count += 1;
    this.#id = `cue-step${count}-`;
    this.#dialog = dialog;
    this.#step = step;
    const summary = element('summary', {}, this.#text);
    this.element = element('details', { class: 'hub-action hub-cue-step' }, summary, this.#fields);
    place.append(this.element);
    this.#delay = new SecondsField(this.#fields, `node-input-${this.#id}delay`, words('cues.edit.delay'), step.delay);
    this.#fields.append(smallButton(words('cues.edit.removeStep'), () => onRemove(this)));
    this.element.addEventListener('toggle', () => this.#create());
    this.update();
  }

  /** Shows the fields at once. */
  open(): void {
    this.element.open = true;
    this.#create();
    this.#fields.querySelector<HTMLElement>('select, input')?.focus();
  }

  read(): Step {
    const step = this.#readPart?.() ?? this.#step;
    const isAsSaved = JSON.stringify(step) === this.#openedText;
    return { ...(isAsSaved ? this.#step : step), delay: this.#delay.read() ?? 0 };
  }

  /** Updates the summary. */
  update(): void {
    const step = this.read();
    const delay = step.delay > 0 ? ` · ${words('cues.edit.delayText', { seconds: step.delay })}` : '';
    this.#text.textContent = stepText(this.#dialog, step) + delay;
  }

  #create(): void {
    if (this.#readPart || !this.element.open) return;
    const place = element('div', { class: 'hub-action-fields' });
    this.#fields.prepend(place);
    this.#readPart = this.#createPart(this.#step, place);
    this.#openedText = JSON.stringify(this.#readPart());
  }

  #createPart(step: Step, place: HTMLElement): ReadStep {
    switch (step.does) {
      case 'command':
        return commandPart(this.#dialog, step, place, this.#id);
      case 'look':
        return lookPart(this.#dialog, step, place, this.#id);
      case 'message':
        return messagePart(step, place, this.#id);
    }
  }
}

function commandPart(dialog: CueDialog, step: CommandStep, container: HTMLElement, prefix: string): ReadStep {
  const fields = new OperationFields(commandNodeOf(dialog, step), { container, hub: dialog.hub, prefix });
  return () => {
    const { operation } = fields;
    if (!operation) return step;
    const saved = Object.entries(fields.fieldsToSave().params ?? {});
    const params = Object.fromEntries(saved.map(([name, { alone: _, ...param }]) => [name, param]));
    return { ...step, operation: operation.name, params };
  };
}

function lookPart({ node, hub }: CueDialog, step: LookStep, container: HTMLElement, prefix: string): ReadStep {
  const field = new LookNameField({
    ...{ container, id: `node-input-${prefix}look`, saved: step.look },
    offers: (each) => each.hub === hubConfigOf(node, hub.value)?.id,
  });
  const fade = new SecondsField(container, `node-input-${prefix}fade`, words('look.fade'), step.fade);
  fade.input.placeholder = words('cues.edit.usualFade');
  return () => {
    const { fade: _, ...others } = step;
    const seconds = fade.read();
    return { ...others, look: field.name, ...(seconds !== undefined && { fade: seconds }) };
  };
}

const PAYLOAD_TYPES = ['str', 'num', 'bool', 'json'];

function messagePart(step: MessageStep, container: HTMLElement, prefix: string): ReadStep {
  const topic = element('input', { type: 'text', id: `node-input-${prefix}topic` });
  topic.value = step.topic;
  const payload = element('input', { type: 'text', id: `node-input-${prefix}payload` });
  payload.style.width = '70%';
  payload.value = typeof step.payload === 'string' ? step.payload : JSON.stringify(step.payload);
  container.append(rowOf(topic, words('cues.edit.topic')), rowOf(payload, words('cues.edit.payload')));
  const widget = $(payload).typedInput({ types: PAYLOAD_TYPES, default: inputTypeOf(step.payload) });
  const value = () => literalOf(widget.typedInput('type'), widget.typedInput('value'));
  showVerdict(
    payload,
    () => value() !== undefined || words('reasons.json', { field: words('cues.edit.payload') }),
    () => false,
  );
  // A value that cannot be read stays as it was.
  return () => ({ ...step, topic: topic.value, payload: value() ?? step.payload });
}

/** The value of a typed input. Undefined if it is not valid. */
function literalOf(type: string, text: string): unknown {
  if (type === 'str') return text;
  if (type === 'num') return typedNumberIn(text);
  if (type === 'bool') return text === 'true';
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const rowOf = (field: HTMLElement, label: string): HTMLElement =>
  element('div', { class: 'form-row' }, element('label', { for: field.id }, label), ' ', field);

/** The field of a time in seconds. A field for numbers would drop the comma of `0,5` in some browsers, and leave 5. */
export class SecondsField {
  readonly input: HTMLInputElement;
  readonly #saved: number | undefined;

  /** `place` is an element of the dialog. */
  constructor(place: HTMLElement, id: string, label: string, saved: number | undefined) {
    this.#saved = saved;
    this.input = element('input', { type: 'text', inputmode: 'decimal', id });
    this.input.value = String(saved ?? '');
    place.append(rowOf(this.input, label));
    const allowed = { key: 'number', minimum: 0 } as const;
    const wrong = () =>
      words('reasons.wrong', { field: label, allowed: allowedText(allowedNumber(this.input.value, allowed)) });
    showVerdict(this.input, () => this.#isBlank || this.#time !== undefined || wrong());
  }

  /** Undefined for a blank. A time that cannot be read stays as it was. */
  read(): number | undefined {
    return this.#isBlank ? undefined : (this.#time ?? this.#saved);
  }

  get #isBlank(): boolean {
    return this.input.value.trim() === '';
  }

  get #time(): number | undefined {
    const seconds = typedNumberIn(this.input.value);
    return seconds !== undefined && seconds >= 0 ? Math.min(seconds, MAX_SECONDS) : undefined;
  }
}
