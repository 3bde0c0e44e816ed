import type { KeyNote } from '../../panels/lamp/state.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';

/** `undeployed`: it is so only in the editor. */
type Sign = KeyNote | 'undeployed';

/** The icon and the text of each sign. */
const SIGNS: Readonly<Record<Sign, readonly [icon: string, text: string]>> = {
  waiting: ['fa-hourglass-half', 'status.sending'],
  armed: ['fa-repeat', 'status.again'],
  failed: ['fa-exclamation-triangle', 'status.lamp_failed'],
  rehearsal: ['fa-flask', 'status.rehearsal_none'],
  undeployed: ['fa-pencil', 'sidebar.keys.undeployed'],
};

export const signText = (name: Sign): string => words(SIGNS[name][1]);

/** A small symbol with its text for a screen reader and for a mouse. */
export function sign(name: Sign): HTMLElement {
  const text = signText(name);
  return element('i', {
    class: `fa ${SIGNS[name][0]} hub-sign hub-sign-${name}`,
    role: 'img',
    'aria-label': text,
    title: text,
  });
}
