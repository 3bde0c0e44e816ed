import type { ListRow } from '../../hub/lists/index.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import type { OperationNode } from '../base/node-types.js';
import { $, type InputType } from '../base/red.js';
import { allowedText, parameterHint, parameterLabel, words } from '../base/words.js';
import { needsOf } from '../picking/selected-path.js';
import type { Verdict } from '../validate/judge.js';
import { showVerdict } from '../validate/show-verdict.js';
import { defaultType, inputTypeOf, inputTypes, isLiteral } from './input-types.js';

/** The widget's type of a value from the hub's list. It shows the name instead of the id. */
const PICKED_TYPE = 'picked';

/** The fields that are saved beside the id. */
type PickedName = Pick<SavedParam, 'label' | 'alone'>;

export const pickedNameOf = ({ label, alone }: PickedName): PickedName => ({
  ...(label !== undefined && { label }),
  ...(alone && { alone }),
});

/** A parameter in the dialog. */
export interface Field {
  readonly parameter: PublicParameter;
  readonly row: HTMLElement;
  read(): SavedParam;
  fill(value: SavedParam): void;
  /** Saves the id of an entry and shows its name. */
  choose(entry: ListRow): void;
  /** Fills in the present value if the literal is blank, of another type, or invalid. */
  fillPresent(present: unknown): void;
  /** Puts the type of the present value first. */
  orderTypes(present: unknown): void;
}

export interface FieldOptions {
  readonly node: Pick<OperationNode, 'type'>;
  readonly id: string;
  readonly parameter: PublicParameter;
  readonly saved: SavedParam;
  readonly judge: (now: SavedParam) => Verdict;
  /** Opens the hub's list. */
  readonly pick: () => void;
}

/** Adds the row of a parameter: label, typed input, and the reason below if it is invalid. */
export function addField(rows: HTMLElement, { node, id, parameter, saved, judge, pick }: FieldOptions): Field {
  const input = element('input', { type: 'text', id, placeholder: placeholderOf(parameter) });
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
    // Opening a type without a change keeps the saved value. A name belongs to one value.
    if (isSaved) return { ...saved };
    if (type !== PICKED_TYPE) return { type, value };
    return { type: literal, value, ...pickedName };
  };
  const fill = (param: SavedParam) => {
    if (param.label !== undefined) names.set(param.value, pickedNameOf(param));
    widget.typedInput('type', widgetTypeOf(param));
    widget.typedInput('value', param.value);
  };
  const isBlankInvalid = () => judge({ type: literal, value: '' }) !== true;
  showVerdict(
    input,
    () => judge(read()),
    () => parameter.required || isBlankInvalid(),
  );
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

/** The type of a value from the hub's list. `names` holds the names by id. */
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
      container.append(label);
    },
  };
}

function labelOf(parameter: PublicParameter, id: string): HTMLElement {
  const unit = parameter.unit ? ` (${parameter.unit})` : '';
  return element('label', { for: id }, parameterLabel(parameter) + unit);
}

/** A longer placeholder would be cut. Such a parameter has a hint. */
const MAX_PLACEHOLDER = 50;

function placeholderOf({ required, allowed }: PublicParameter): string {
  if (!required) return words('editor.notSent');
  const hint = allowedText(allowed);
  return hint.length <= MAX_PLACEHOLDER ? hint : '';
}
