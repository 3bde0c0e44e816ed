import { element, setChildren } from '../base/dom.js';
import { nodeName } from '../base/node-label.js';
import type { ControlNode } from '../base/node-types.js';
import { red } from '../base/red.js';
import { allControls } from '../base/surfaces.js';
import { words } from '../base/words.js';
import { judgeHub, judgePage, judgeSurface } from '../validate/judge-references.js';

/** The controls in the editor that no surface can have, with the reasons. A click opens one. */
export class Unplaced {
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly element: HTMLElement;

  constructor(open: (id: string) => void) {
    const title = element('h4', {}, words('sidebar.keys.unplaced'));
    this.element = element('div', { class: 'hub-unplaced' }, title, this.#list);
    this.#list.addEventListener('click', ({ target }) => {
      const { node } = (target as Element).closest('button')?.dataset ?? {};
      if (node) open(node);
    });
  }

  draw(): void {
    const rows = allControls().flatMap((control) => {
      const reason = isDisabled(control) ? undefined : reasonOf(control);
      return reason === undefined ? [] : [rowOf(control.id, reason)];
    });
    this.element.hidden = rows.length === 0;
    setChildren(this.#list, ...rows);
  }
}

const isDisabled = ({ d, z = '' }: ControlNode): boolean => d === true || red.nodes.workspace(z)?.disabled === true;

/** The first reason. Without its surface, a control has no page either. */
function reasonOf(control: ControlNode): string | undefined {
  const { surface, page, hub } = control;
  const verdicts = [
    judgeSurface(String(surface ?? '')),
    judgePage(surface, String(page ?? '')),
    judgeHub(String(hub ?? '')),
  ];
  return verdicts.find((verdict) => verdict !== true);
}

const rowOf = (id: string, reason: string): HTMLElement =>
  element('li', {}, element('button', { type: 'button', 'data-node': id }, `${nodeName(id)}: ${reason}`));
