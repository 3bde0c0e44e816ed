import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import { whenStill } from '../base/when-still.js';
import type { Verdict } from './verdict.js';

/** The class of a form whose fields nobody has filled in yet. */
const NEUTRAL = 'hub-neutral';

/** At each of these Node-RED judges all fields of a dialog. */
const JUDGED = 'change keyup paste input';

/** From now on a field of this dialog is called wrong only once somebody has changed or left it. */
export const stayNeutral = (within: HTMLElement): void => within.closest('form')?.classList.add(NEUTRAL);

/**
 * Says below a field why it is wrong, in words that need no hovering: now, whenever the dialog changes, and on call.
 * Throws where the field stands in no row of a form.
 */
export function explain(field: HTMLElement, judge: () => Verdict): () => void {
  const [row, form] = [field.closest('.form-row'), field.closest('form')];
  if (!row || !form) throw new Error(`"${field.id}" stands in no form`);
  const reason = element('div', { class: 'hub-reason', id: `hub-why-${field.id}` });
  row.append(reason);
  nameWidget(field, row.querySelector('label')?.textContent.replace('*', '') ?? '');
  heard(field).setAttribute('aria-describedby', reason.id);
  let isNeutral = form.classList.contains(NEUTRAL);
  const show = () => {
    if (!field.isConnected) {
      $(form).off(JUDGED, show);
      return;
    }
    const verdict = judge();
    const told = isNeutral ? true : verdict;
    visible(field).classList.toggle('input-error', told !== true);
    heard(field).setAttribute('aria-invalid', String(told !== true));
    removeTooltip(field);
    whenStill(() => {
      reason.textContent = told === true ? '' : told;
    });
  };
  $(row).on('change focusout', ({ type, originalEvent, relatedTarget }) => {
    const isTouched = type === 'change' ? originalEvent !== undefined : hasLeft(row, form, relatedTarget);
    if (!isTouched) return;
    isNeutral = false;
    show();
  });
  // After Node-RED, which marks fields that nobody has touched, and puts tooltips over what is said below.
  $(form).on(JUDGED, show);
  queueMicrotask(show);
  show();
  return show;
}

/** Not by what opens over the dialog: a menu, a list of the hub, another dialog. */
function hasLeft(row: Element, form: Element, to: EventTarget | null | undefined): boolean {
  return !(to instanceof Node) || (form.contains(to) && !row.contains(to));
}

/** A typed input hides the field that it stands for. */
const visible = (field: HTMLElement): Element => {
  const next = field.nextElementSibling;
  return next?.matches('.red-ui-typedInput-container') ? next : field;
};

/** Where a screen reader is: a typed input has a text field of its own. */
const heard = (field: HTMLElement): Element => visible(field).querySelector('.red-ui-typedInput-input') ?? field;

/** The label of a typed input's row names the hidden field, so that nothing names what is typed into and pressed. */
function nameWidget(field: HTMLElement, name: string): void {
  const widget = visible(field);
  if (widget === field) return;
  for (const part of widget.querySelectorAll('input, button')) part.setAttribute('aria-label', name);
}

/** Node-RED's own verdict of a typed input, shown on hovering: it calls blanks wrong that are none. */
function removeTooltip(field: HTMLElement): void {
  $(field).data('tooltip')?.delete();
  $(field).data('tooltip', null);
}
