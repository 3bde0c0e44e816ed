import type { NodeStatus } from 'node-red';
import type { Ports } from '../runtime/ports.js';

/** The statuses that need the operator, the most urgent first: see `src/nodes/status/status.ts`. */
const URGENCY = ['red dot', 'armed', 'yellow ring', 'yellow dot', 'blue dot', 'red ring', 'blue ring'];

/** Shows one line for all parts: the most urgent one, or the state of the light. */
export class ControlStatus {
  readonly #node: Pick<Ports, 'status'>;
  readonly #work = new Map<string, NodeStatus>();
  #state: NodeStatus = {};
  #hidden: NodeStatus | undefined;
  #shown = '';
  #isEnded = false;

  constructor(node: Pick<Ports, 'status'>) {
    this.#node = node;
  }

  /** The status of a part that reports its work, by its name. */
  ofWork(part: string, status: NodeStatus): void {
    this.#work.set(part, status);
    this.#update();
  }

  /** The state or the value that the surface shows. */
  ofState(status: NodeStatus): void {
    this.#state = status;
    this.#update();
  }

  /** Its page is not shown. Its state is not read, and what its surface shows is on another page. */
  ofPage(page: string | undefined): void {
    this.#hidden = page === undefined ? undefined : { fill: 'grey', shape: 'ring', text: page };
    this.#update();
  }

  /** The node is disabled, and shows the reason. */
  end(): void {
    this.#isEnded = true;
  }

  #update(): void {
    if (this.#isEnded) return;
    const work = [...this.#work.values()];
    const urgent = URGENCY.map((rank) => work.find((status) => rankOf(status) === rank)).find(Boolean);
    const status = urgent ?? this.#hidden ?? (this.#state.text ? this.#state : (work.find(({ text }) => text) ?? {}));
    const text = JSON.stringify(status);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#node.status(status);
  }
}

const rankOf = (status: NodeStatus): string => ('armed' in status ? 'armed' : `${status.fill} ${status.shape}`);
