import { element, setChildren } from '../base/dom.js';
import { allHubs, hubName } from '../base/hubs.js';
import { HUB_STATES, type HubReport, isLost, stateText } from './hub-reports.js';
import type { SidebarContext } from './section.js';

/** A red line for each hub of a section that cannot be reached now, with the time of its loss. */
export class LostHubs {
  readonly #context: SidebarContext;
  readonly #hubs: () => readonly string[];
  readonly element = element('div', { class: 'hub-side-lost', role: 'status' });
  #unwatch = (): void => {};

  /** `hubs` returns the ids of the configurations of the section. */
  constructor(context: SidebarContext, hubs: () => readonly string[]) {
    this.#context = context;
    this.#hubs = hubs;
  }

  /** Draws each new state until `stop`. */
  start(): void {
    this.stop();
    this.#unwatch = this.#context.reports.changed.watch(() => this.draw());
    this.draw();
  }

  stop(): void {
    this.#unwatch();
  }

  draw(): void {
    const { hubs, problem } = this.#context.reports;
    // While Node-RED does not answer, no state is known.
    const lost = problem ? [] : this.#hubs().flatMap((id) => hubs.find((each) => each.id === id && isLost(each)) ?? []);
    setChildren(this.element, ...lost.map(lineOf));
  }
}

function lineOf(report: HubReport): HTMLElement {
  const icon = element('i', { class: `fa ${HUB_STATES[report.state].icon}`, 'aria-hidden': 'true' });
  const name = allHubs().length > 1 ? `${hubName(report.id) ?? report.id}: ` : '';
  return element('p', {}, icon, ` ${name}${stateText(report)}`);
}
