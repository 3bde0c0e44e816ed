import { afterClick } from '../base/after-click.js';
import { element } from '../base/dom.js';
import { isNeverEdited } from '../base/never-edited.js';
import { $, type EditorNode } from '../base/red.js';
import { words } from '../base/words.js';
import type { Verdict } from './judge.js';

/** The class of a form that is not filled in yet. */
const NEUTRAL_CLASS = 'hub-neutral';

/** Node-RED validates all fields of a dialog at these events. */
const VALIDATION_EVENTS = 'change keyup paste input';

/** From now on, a field in the dialog of a new node shows an error only after a user changed or left it. */
export function stayNeutral(node: Pick<EditorNode, 'id'>, within: HTMLElement): void {
  if (isNeverEdited(node)) within.closest('form')?.classList.add(NEUTRAL_CLASS);
}

/**
 * Shows below a field why it is invalid, and marks it if it is required: by default, if a blank is invalid. Updates at
 * each change of the dialog, and when the returned function is called. Throws if the field is not in a form row.
 */
export function showVerdict(
  field: HTMLElement,
  judge: (value: string) => Verdict,
  isRequired = () => judge('') !== true,
): () => void {
  const [row, form] = [field.closest('.form-row'), field.closest('form')];
  if (!row || !form) throw new Error(`"${field.id}" stands in no form`);
  const reason = element('div', { class: 'hub-reason', id: `hub-why-${field.id}` });
  row.append(reason);
  labelWidget(field, labelOf(row, field)?.textContent ?? '');
  explainStar(form);
  focusableElement(field).setAttribute('aria-describedby', reason.id);
  let isNeutral = form.classList.contains(NEUTRAL_CLASS);
  const show = () => {
    if (!field.isConnected) {
      $(form).off(VALIDATION_EVENTS, show);
      return;
    }
    markRequired(row, field, isRequired());
    const verdict = judge(textOf(field));
    const shownVerdict = isNeutral ? true : verdict;
    visibleElement(field).classList.toggle('input-error', shownVerdict !== true);
    focusableElement(field).setAttribute('aria-invalid', String(shownVerdict !== true));
    removeTooltip(field);
    afterClick(() => {
      reason.textContent = shownVerdict === true ? '' : shownVerdict;
    });
  };
  const touch = () => {
    isNeutral = false;
    show();
  };
  // Code that changes a field causes a `change` without an event of the browser.
  $(row).on('change', ({ originalEvent }) => originalEvent && touch());
  $(row).on('focusout', ({ relatedTarget }) => hasLeft(row, form, relatedTarget) && touch());
  // Runs after Node-RED, which marks untouched fields and shows tooltips over the reasons.
  $(form).on(VALIDATION_EVENTS, show);
  queueMicrotask(show);
  show();
  return show;
}

const textOf = (field: HTMLElement): string => ('value' in field ? String(field.value) : '');

const labelOf = (row: Element, { id }: HTMLElement) => row.querySelector<HTMLElement>(`label[for="${id}"]`);

/** Adds a star to the label by CSS, because Node-RED replaces the texts of labels later. */
function markRequired(row: Element, field: HTMLElement, isRequired: boolean): void {
  const label = labelOf(row, field);
  if (!label) return;
  label.classList.toggle('hub-required', isRequired);
  focusableElement(field).setAttribute('aria-required', String(isRequired));
}

/** Adds the sentence about the star once. It is visible only in a dialog with a star. */
function explainStar(form: Element): void {
  if (!form.querySelector('.hub-star')) form.prepend(element('div', { class: 'hub-star' }, words('editor.required')));
}

/** Focus in a menu, a list of the hub or another dialog does not count as leaving. */
function hasLeft(row: Element, form: Element, to: EventTarget | null | undefined): boolean {
  return !(to instanceof Node) || (form.contains(to) && !row.contains(to));
}

/** The typed input that replaces a field, or the field itself. */
const visibleElement = (field: HTMLElement): Element => {
  const next = field.nextElementSibling;
  return next?.matches('.red-ui-typedInput-container') ? next : field;
};

/** The element that gets the focus. A typed input has its own text field. */
const focusableElement = (field: HTMLElement): Element =>
  visibleElement(field).querySelector('.red-ui-typedInput-input') ?? field;

/** Labels the inputs and buttons of a typed input, because the label of the row belongs to the hidden field. */
function labelWidget(field: HTMLElement, name: string): void {
  const widget = visibleElement(field);
  if (widget === field) return;
  for (const part of widget.querySelectorAll('input, button')) part.setAttribute('aria-label', name);
}

/** Removes Node-RED's own tooltip. It reports valid blanks as errors. */
function removeTooltip(field: HTMLElement): void {
  $(field).data('tooltip')?.delete();
  $(field).data('tooltip', null);
}
