import { element, setText } from '../base/dom.js';
import { nodeName } from '../base/node-label.js';
import { type EditorNode, red } from '../base/red.js';
import { words } from '../base/words.js';

/** The parts of a group in the sidebar that looks and cue lists share: the name of the node, a problem, the last result. */
export class GroupHead {
  readonly #id: string;
  readonly #name = element('strong');
  /** Shows the node on the canvas. */
  readonly title = element('button', { type: 'button', class: 'hub-side-row' }, this.#name);
  readonly problem: HTMLElement;
  /** The result of the last press. */
  readonly note = element('div', { class: 'hub-side-note', role: 'status' });

  /** `id` is the node. */
  constructor(id: string, problemRole: 'alert' | 'status') {
    this.#id = id;
    this.problem = element('div', { class: 'hub-side-problem', role: problemRole });
    this.title.addEventListener('click', () => this.useNode(() => red.view.reveal(id)));
  }

  /** `deployedName` is for a node that the editor does not have. Returns the name of the node. */
  draw(deployedName: string, problem: string): string {
    const name = red.nodes.node(this.#id) ? nodeName(this.#id) : deployedName || this.#id;
    setText(this.#name, name);
    setText(this.problem, problem);
    return name;
  }

  /** Calls `use`, unless the editor does not have the node any more. The note shows this. */
  useNode(use: (node: EditorNode) => void): void {
    const node = red.nodes.node(this.#id);
    setText(this.note, node ? '' : words('sidebar.journal.gone'));
    if (node) use(node);
  }
}
