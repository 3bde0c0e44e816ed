import { element } from '../base/dom.js';
import { $ } from '../base/red.js';
import type { Verdict } from './verdict.js';

/** Says below a field why it is wrong, in words that need no hovering: now, whenever it changes, and on call. */
export function explain(field: HTMLElement, judge: () => Verdict): () => void {
  const reason = element('div', { class: 'hub-reason', id: `hub-why-${field.id}` });
  const row = field.closest('.form-row');
  row?.append(reason);
  nameWidget(field, row?.querySelector('label')?.textContent.replace('*', '') ?? '');
  heard(field).setAttribute('aria-describedby', reason.id);
  const show = () => {
    const verdict = judge();
    visible(field).classList.toggle('input-error', verdict !== true);
    heard(field).setAttribute('aria-invalid', String(verdict !== true));
    reason.textContent = verdict === true ? '' : verdict;
    removeTooltip(field);
  };
  $(field).on('change keyup', show);
  // Also what is pasted or typed inside a typed input: a reason that went only on leaving would move what is clicked.
  row?.addEventListener('input', show);
  show();
  return show;
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
