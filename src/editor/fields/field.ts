import type { ListRow } from '../../hub/lists/bound-list.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import type { OperationNode } from '../base/node-types.js';
import { $, type InputType } from '../base/red.js';
import { allowedText, parameterHint, parameterLabel, words } from '../base/words.js';
import { needsOf } from '../picking/listings.js';
import { showVerdict } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';
import { defaultType, inputTypeOf, inputTypes, isLiteral } from './input-types.js';

/** The widget's own type of a value that was chosen from the hub's list: it shows the name, not the id. */
const PICKED_TYPE = 'picked';

/** What is saved of a thing beside its id. */
type PickedName = Pick<SavedParam, 'label' | 'alone'>;

/** What is saved of a thing that was chosen from a list. */
export const pickedNameOf = ({ label, alone }: PickedName): PickedName => ({
  ...(label !== undefined && { label }),
  ...(alone && { alone }),
});

/** A parameter in the dialog. */
export interface Field {
  readonly parameter: PublicParameter;
  readonly row: HTMLElement;
  /** What is filled in now. */
  read(): SavedParam;
  fill(value: SavedParam): void;
  /** Takes over a thing of the hub: its id in the flow, its name for people. */
  choose(entry: ListRow): void;
  /** Puts what the hub holds in place of a literal that is blank, of another type, or cannot be sent. */
  fillPresent(present: unknown): void;
  /** Offers the literals in the order that fits what the hub holds at present. */
  orderTypes(present: unknown): void;
}

/** What a dialog knows of a parameter. */
export interface FieldOptions {
  readonly node: Pick<OperationNode, 'type'>;
  readonly parameter: PublicParameter;
  readonly saved: SavedParam;
  readonly judge: (now: SavedParam) => Verdict;
  /** Opens the hub's list for it. */
  readonly pick: () => void;
}

/** Puts the row of a node's parameter into the dialog: label, typed input, and below it the reason while it is wrong. */
export function addField(rows: HTMLElement, { node, parameter, saved, judge, pick }: FieldOptions): Field {
  const input = element('input', {
    type: 'text',
    id: `hub-param-${parameter.name}`,
    placeholder: placeholderOf(parameter),
  });
  input.style.width = '70%';
  input.value = saved.value;
  const row = element('div', { class: 'form-row hub-field' }, labelOf(parameter, input.id), ' ', input);
  rows.append(row);

  const names = new Map<string, PickedName>(saved.label === undefined ? [] : [[saved.value, pickedNameOf(saved)]]);
  const picked: readonly InputType[] = needsOf(parameter.names) ? [pickedType(names, pick)] : [];
  const literal = defaultType(parameter.allowed);
  const widgetTypeOf = ({ type, value, label }: SavedParam) => {
    const isPicked = label !== undefined || (value === '' && type === literal);
    return picked.length > 0 && isPicked && isLiteral(type) ? PICKED_TYPE : type;
  };
  const types = (present?: unknown) => [...picked, ...inputTypes(node, parameter, saved, present)];
  const widget = $(input).typedInput({ types: types(), default: widgetTypeOf(saved) });

  const read = (): SavedParam => {
    const [type, value] = [widget.typedInput('type'), widget.typedInput('value')];
    const pickedName = type === PICKED_TYPE ? names.get(value) : pickedNameOf(saved);
    const isSaved =
      value === saved.value && pickedName?.label === saved.label && [saved.type, PICKED_TYPE].includes(type);
    // What was only looked at stays as it was saved; a name belongs to one value.
    if (isSaved) return { ...saved };
    if (type !== PICKED_TYPE) return { type, value };
    return { type: literal, value, ...pickedName };
  };
  const fill = (param: SavedParam) => {
    if (param.label !== undefined) names.set(param.value, pickedNameOf(param));
    widget.typedInput('type', widgetTypeOf(param));
    widget.typedInput('value', param.value);
  };
  showVerdict(input, () => judge(read()));
  row.append(element('div', { class: 'hub-hint' }, parameterHint(parameter)));
  return {
    parameter,
    row,
    read,
    fill,
    choose: (entry) => fill({ type: literal, value: String(entry.value), ...pickedNameOf(entry) }),
    fillPresent: (present) => {
      const now = read();
      const presentType = inputTypeOf(present);
      const text = typeof present === 'string' ? present : JSON.stringify(present);
      const isUsable = now.type === presentType && now.value !== '' && judge(now) === true;
      if (isLiteral(now.type) && !isUsable) fill({ type: presentType, value: text });
    },
    orderTypes: (present) => void widget.typedInput('types', types(present)),
  };
}

/** The type of a value from the hub's list: `names` tells what to show for an id. */
function pickedType(names: ReadonlyMap<string, PickedName>, pick: () => void): InputType {
  return {
    value: PICKED_TYPE,
    label: words('pick.fromHub'),
    icon: 'fa fa-search',
    expand: pick,
    valueLabel: (container, value) => {
      const shown = value === '' ? words('pick.choose') : (names.get(value)?.label ?? value);
      const label = element('span', { class: value === '' ? 'hub-picked hub-blank' : 'hub-picked' }, shown);
      label.addEventListener('click', pick);
      container.get(0).append(label);
    },
  };
}

function labelOf(parameter: PublicParameter, id: string): HTMLElement {
  const unit = parameter.unit ? ` (${parameter.unit})` : '';
  const label = element('label', { for: id }, parameterLabel(parameter) + unit);
  if (parameter.required)
    label.append(element('span', { class: 'hub-required', title: words('editor.required') }, '*'));
  return label;
}

function placeholderOf({ required, allowed }: PublicParameter): string {
  const hint = allowedText(allowed);
  return required ? hint : words('editor.emptyOr', { allowed: hint });
}
