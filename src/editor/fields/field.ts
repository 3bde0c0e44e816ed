import type { Listed } from '../../hub/lists/bounded.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import { $, type InputType } from '../base/red.js';
import type { OperationNode } from '../base/saved.js';
import { allowedWords, parameterHint, parameterLabel, words } from '../base/words.js';
import { needsOf } from '../picking/listings.js';
import { explain } from '../validate/show-verdict.js';
import type { Verdict } from '../validate/verdict.js';
import { inputTypes, isLiteral, typeOf, usualType } from './input-types.js';

/** The widget's own type of a value that was chosen from the hub's list: it shows the name, not the id. */
const PICKED = 'picked';

/** What is saved of a thing beside its id. */
type Named = Pick<SavedParam, 'label' | 'alone'>;

/** What is saved of a thing that was chosen from a list. */
export const namedBy = ({ label, alone }: Named): Named => ({
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
  choose(entry: Listed): void;
  /** Puts what the hub holds in place of a literal that is blank, of another type, or cannot be sent. */
  start(present: unknown): void;
  /** Offers the literals in the order that fits what the hub holds at present. */
  fit(present: unknown): void;
}

/** What a dialog knows of a parameter. */
export interface About {
  readonly node: Pick<OperationNode, 'type'>;
  readonly parameter: PublicParameter;
  readonly saved: SavedParam;
  readonly judge: (now: SavedParam) => Verdict;
  /** Opens the hub's list for it. */
  readonly pick: () => void;
}

/** Puts the row of a node's parameter into the dialog: label, typed input, and below it the reason while it is wrong. */
export function addField(rows: HTMLElement, { node, parameter, saved, judge, pick }: About): Field {
  const input = element('input', {
    type: 'text',
    id: `hub-param-${parameter.name}`,
    placeholder: allowedIn(parameter),
  });
  input.style.width = '70%';
  input.value = saved.value;
  const row = element('div', { class: 'form-row hub-field' }, labelOf(parameter, input.id), ' ', input);
  rows.append(row);

  const names = new Map<string, Named>(saved.label === undefined ? [] : [[saved.value, namedBy(saved)]]);
  const picked: readonly InputType[] = needsOf(parameter.names) ? [pickedType(names, pick)] : [];
  const literal = usualType(parameter.allowed);
  const shownAs = ({ type, value, label }: SavedParam) => {
    const isPicked = label !== undefined || (value === '' && type === literal);
    return picked.length > 0 && isPicked && isLiteral(type) ? PICKED : type;
  };
  const types = (present?: unknown) => [...picked, ...inputTypes(node, parameter, saved, present)];
  const widget = $(input).typedInput({ types: types(), default: shownAs(saved) });

  const read = (): SavedParam => {
    const [type, value] = [widget.typedInput('type'), widget.typedInput('value')];
    const named = type === PICKED ? names.get(value) : namedBy(saved);
    const isSaved = value === saved.value && named?.label === saved.label && [saved.type, PICKED].includes(type);
    // What was only looked at stays as it was saved; a name belongs to one value.
    if (isSaved) return { ...saved };
    if (type !== PICKED) return { type, value };
    return { type: literal, value, ...named };
  };
  const fill = (param: SavedParam) => {
    if (param.label !== undefined) names.set(param.value, namedBy(param));
    widget.typedInput('type', shownAs(param));
    widget.typedInput('value', param.value);
  };
  explain(input, () => judge(read()));
  row.append(element('div', { class: 'hub-hint' }, parameterHint(parameter)));
  return {
    parameter,
    row,
    read,
    fill,
    choose: (entry) => fill({ type: literal, value: String(entry.value), ...namedBy(entry) }),
    start: (present) => {
      const now = read();
      const other = typeOf(present);
      const text = typeof present === 'string' ? present : JSON.stringify(present);
      const isOfUse = now.type === other && now.value !== '' && judge(now) === true;
      if (isLiteral(now.type) && !isOfUse) fill({ type: other, value: text });
    },
    fit: (present) => void widget.typedInput('types', types(present)),
  };
}

/** The type of a value from the hub's list: `names` tells what to show for an id. */
function pickedType(names: ReadonlyMap<string, Named>, pick: () => void): InputType {
  return {
    value: PICKED,
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

function allowedIn({ required, allowed }: PublicParameter): string {
  const hint = allowedWords(allowed);
  return required ? hint : words('editor.emptyOr', { allowed: hint });
}
