import type { PublicParameter } from '../hub/shape.js';
import { element } from './dom.js';
import { inputTypes } from './input-types.js';
import type { Verdict } from './reasons.js';
import { $ } from './red.js';
import type { OperationNode, SavedParam } from './saved.js';
import { explain } from './verdict.js';
import { allowedWords, parameterHint, parameterLabel, words } from './words.js';

/** A parameter in the dialog. */
export interface Field {
  readonly parameter: PublicParameter;
  /** What is filled in now. */
  read(): SavedParam;
  /** Says again whether that is right: it may depend on another field. */
  explain(): void;
}

/** Puts the row of a node's parameter into the dialog: label, typed input, and below it the reason while it is wrong. */
export function addField(
  rows: HTMLElement,
  node: OperationNode,
  parameter: PublicParameter,
  saved: SavedParam,
  judge: (now: SavedParam) => Verdict,
): Field {
  const input = element('input', {
    type: 'text',
    id: `hub-param-${parameter.name}`,
    placeholder: allowedIn(parameter),
  });
  input.style.width = '70%';
  input.value = saved.value;
  const row = element('div', { class: 'form-row hub-field' }, labelOf(parameter, input.id), ' ', input);
  rows.append(row);
  const widget = $(input).typedInput({ types: inputTypes(node, parameter, saved), default: saved.type });
  const read = (): SavedParam => {
    const now = { type: widget.typedInput('type'), value: widget.typedInput('value') };
    // A picker's label belongs to one value.
    return now.type === saved.type && now.value === saved.value ? { ...saved } : now;
  };
  const again = explain(input, () => judge(read()));
  row.append(element('div', { class: 'hub-hint' }, parameterHint(parameter)));
  return { parameter, read, explain: again };
}

function labelOf(parameter: PublicParameter, id: string): HTMLElement {
  const unit = parameter.unit ? ` (${parameter.unit})` : '';
  const label = element('label', { for: id }, parameterLabel(parameter) + unit);
  if (parameter.required)
    label.append(element('span', { class: 'hub-required', title: words('editor.required') }, '*'));
  return label;
}

function allowedIn({ required, allowed }: PublicParameter): string {
  const hint = allowedWords(allowed);
  return required ? hint : words('editor.emptyOr', { allowed: hint });
}
