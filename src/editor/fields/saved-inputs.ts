import type { Description, Field, Fields } from '../../saved/field.js';
import { words } from '../base/words.js';
import { judgeField, optionsOf, type Verdict } from '../validate/judge.js';
import { showVerdict } from '../validate/show-verdict.js';
import { offerChoices } from './offer-choices.js';

/** The kinds of fields with an input in the dialog. The others accept every text, or have a part of the dialog. */
const TYPED: readonly Field['kind'][] = ['number', 'choice', 'name', 'path', 'hub', 'surface'];

interface Inputs<Name extends string> {
  readonly input: (name: Name) => HTMLInputElement;
  /** The saved fields that have no such input, as the dialog shows them. */
  readonly others?: () => object;
  /** The fields that are judged by more than their description. */
  readonly judges?: Readonly<Partial<Record<Name, (value: string) => Verdict>>>;
}

/**
 * Offers the options of each choice of a dialog, and shows below each field why it is invalid. Returns the functions that
 * update the reasons.
 */
export function showSavedFields<F extends Fields>(
  description: Description<F>,
  { input, others = () => ({}), judges }: Inputs<keyof F & string>,
): Partial<Record<keyof F, () => void>> {
  const withoutInput = Object.keys(others());
  const typed = Object.entries(description.fields).filter(
    ([name, { kind }]) => TYPED.includes(kind) && !withoutInput.includes(name),
  );
  for (const [name, field] of typed) if (field.kind === 'choice') offerChoices(input(name), choicesOf(field));
  const current = () => ({ ...others(), ...Object.fromEntries(typed.map(([name]) => [name, input(name).value])) });
  const updates = typed.map(([name]) => [
    name,
    showVerdict(input(name), judges?.[name] ?? ((value) => judgeField(description, current(), name, value))),
  ]);
  return Object.fromEntries(updates);
}

/** With a blank, if the field has no default. */
const choicesOf = (field: Field) =>
  field.usual === undefined
    ? [{ value: '', label: words('panel.choices.recognised') }, ...optionsOf(field)]
    : optionsOf(field);
