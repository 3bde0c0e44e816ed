import { afterClick } from '../base/after-click.js';
import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import type { Verdict } from './verdict.js';

/** The class of a form whose fields nobody has filled in yet. */
const NEUTRAL_CLASS = 'hub-neutral';

/** At each of these Node-RED judges all fields of a dialog. */
const VALIDATION_EVENTS = 'change keyup paste input';

/** From now on a field of this dialog is called wrong only once somebody has changed or left it. */
export const stayNeutral = (within: HTMLElement): void => within.closest('form')?.classList.add(NEUTRAL_CLASS);

/**
 * Says below a field why it is wrong, in words that need no hovering: now, whenever the dialog changes, and on call.
 * Throws where the field stands in no row of a form.
 */
export function showVerdict(field: HTMLElement, judge: () => Verdict): () => void {
  const [row, form] = [field.closest('.form-row'), field.closest('form')];
  if (!row || !form) throw new Error(`"${field.id}" stands in no form`);
  const reason = element('div', { class: 'hub-reason', id: `hub-why-${field.id}` });
  row.append(reason);
  labelWidget(field, row.querySelector('label')?.textContent.replace('*', '') ?? '');
  focusableElement(field).setAttribute('aria-describedby', reason.id);
  let isNeutral = form.classList.contains(NEUTRAL_CLASS);
  const show = () => {
    if (!field.isConnected) {
      $(form).off(VALIDATION_EVENTS, show);
      return;
    }
    const verdict = judge();
    const shownVerdict = isNeutral ? true : verdict;
    visibleElement(field).classList.toggle('input-error', shownVerdict !== true);
    focusableElement(field).setAttribute('aria-invalid', String(shownVerdict !== true));
    removeTooltip(field);
    afterClick(() => {
      reason.textContent = shownVerdict === true ? '' : shownVerdict;
    });
  };
  $(row).on('change focusout', ({ type, originalEvent, relatedTarget }) => {
    const isTouched = type === 'change' ? originalEvent !== undefined : hasLeft(row, form, relatedTarget);
    if (!isTouched) return;
    isNeutral = false;
    show();
  });
  // After Node-RED, which marks fields that nobody has touched, and puts tooltips over what is said below.
  $(form).on(VALIDATION_EVENTS, show);
  queueMicrotask(show);
  show();
  return show;
}

/** Not by what opens over the dialog: a menu, a list of the hub, another dialog. */
function hasLeft(row: Element, form: Element, to: EventTarget | null | undefined): boolean {
  return !(to instanceof Node) || (form.contains(to) && !row.contains(to));
}

/** A typed input hides the field that it stands for. */
const visibleElement = (field: HTMLElement): Element => {
  const next = field.nextElementSibling;
  return next?.matches('.red-ui-typedInput-container') ? next : field;
};

/** Where a screen reader is: a typed input has a text field of its own. */
const focusableElement = (field: HTMLElement): Element =>
  visibleElement(field).querySelector('.red-ui-typedInput-input') ?? field;

/** The label of a typed input's row names the hidden field, so that nothing names what is typed into and pressed. */
function labelWidget(field: HTMLElement, name: string): void {
  const widget = visibleElement(field);
  if (widget === field) return;
  for (const part of widget.querySelectorAll('input, button')) part.setAttribute('aria-label', name);
}

/** Node-RED's own verdict of a typed input, shown on hovering: it calls blanks wrong that are none. */
function removeTooltip(field: HTMLElement): void {
  $(field).data('tooltip')?.delete();
  $(field).data('tooltip', null);
}
