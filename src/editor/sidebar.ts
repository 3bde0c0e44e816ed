import { Signal } from '../base/signal.js';
import { element, setText, smallButton } from './base/dom.js';
import { allHubs } from './base/hubs.js';
import { nodeName } from './base/node-label.js';
import type { HubConfig } from './base/node-types.js';
import { type EditorNode, red } from './base/red.js';
import { words } from './base/words.js';
import { keysSection } from './control/keys-section.js';
import { cuesSection } from './cues/cues-section.js';
import { hubsSection } from './hub/hubs-section.js';
import { journalSection } from './journal/journal-section.js';
import { looksSection } from './looks/looks-section.js';
import { HubReports } from './section/hub-reports.js';
import { HubSelect } from './section/hub-select.js';
import { MissingNames } from './section/missing-names.js';
import type { CreateSection, Section } from './section/section.js';
import { SimulatorBar } from './simulator-bar.js';
import { Starts } from './starts.js';
import { Tabs } from './tabs.js';
import { treeSection } from './tree/tree-section.js';

const SECTIONS: Readonly<Record<string, CreateSection>> = {
  hubs: hubsSection,
  tree: treeSection,
  keys: keysSection,
  looks: looksSection,
  cues: cuesSection,
  journal: journalSection,
};

/** The sections that show all hubs. */
const OF_ALL_HUBS = ['hubs', 'keys'];

const ID = 'graphics-hub';

/** Adds the sidebar after the catalogue is loaded: Node-RED loads plugins before nodes. */
export function addSidebar(): void {
  let isAdded = false;
  const add = () => {
    if (isAdded || !red.nodes.getType('hub-config')) return;
    isAdded = true;
    const action = `${ID}:show-sidebar`;
    red.actions.add(action, () => red.sidebar.show(ID));
    const [name, label] = [words('sidebar.title'), words('editor.hub')];
    red.sidebar.addTab({
      id: ID,
      name,
      label,
      iconClass: 'fa fa-television',
      content: createSidebar(),
      action,
      enableOnEdit: true,
    });
  };
  red.events.on('registry:node-type-added', add);
  add();
}

function createSidebar(): HTMLElement {
  const root = element('div', { class: 'hub-side' });
  root.addEventListener('keydown', pressOnce, true);
  let isVisible = false;
  let visibleSection: Section | undefined;

  /** Shows the starts: instead of the sections while there is no hub, and below the hubs. */
  function showStarts(): void {
    const isEmpty = reports.isLoaded && allHubs().length === 0;
    root.classList.toggle('hub-side-empty', isEmpty);
    starts.element.hidden = !isEmpty && panels[tabs.chosen]?.id !== 'hubs';
    starts.draw();
  }

  /** Hides the previous section, and shows the chosen one if the sidebar is visible. */
  function showSection(): void {
    visibleSection?.hide();
    select.refresh();
    select.element.hidden = OF_ALL_HUBS.includes(panels[tabs.chosen]?.id ?? '');
    showStarts();
    visibleSection = isVisible ? contents[tabs.chosen] : undefined;
    visibleSection?.show();
  }

  const select = new HubSelect(showSection);
  const reports = new HubReports();
  const banner = new Banner();
  let isFirstHub = false;
  const failuresAsked = new Signal<HubConfig>();
  failuresAsked.watch((hub) => {
    select.hub = hub;
    tabs.open('journal');
  });
  const context = {
    hub: () => select.hub,
    isFirstHub: () => isFirstHub,
    reports,
    missingNames: new MissingNames(reports),
    failuresAsked,
  };
  const panels = Object.keys(SECTIONS).map((id) => ({
    id,
    label: words(`sidebar.sections.${id}`),
    panel: element('div', { class: 'hub-side-section' }),
  }));
  const contents = panels.map(({ id, panel }) => (SECTIONS[id] as CreateSection)(panel, context));
  const tabs = new Tabs(panels, showSection);
  const simulator = new SimulatorBar();
  const starts = new Starts((url) => {
    isFirstHub = true;
    simulator.show(url);
    showStarts();
    tabs.open('tree');
  });
  const sections = panels.map(({ panel }) => panel);
  const head = element('div', { class: 'hub-side-tab-bar' }, tabs.element, simulator.picture);
  root.append(banner.element, head, simulator.element, select.element, ...sections, starts.element);
  reports.changed.watch(() => {
    banner.draw(reports);
    simulator.draw(reports);
    showStarts();
    // Flows can be loaded, or a hub deleted, while a section is visible.
    if (select.refresh()) showSection();
  });
  banner.draw(reports);
  watchVisibility(root, (visible) => {
    isVisible = visible;
    if (visible) reports.start();
    else reports.stop();
    showSection();
  });
  return root;
}

/** A held Enter would press a button again and again, and answer the question of its own first press. */
function pressOnce(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The banner above all sections: hubs in rehearsal, and the reason if the runtime does not answer. */
class Banner {
  readonly #rehearsal = element('span');
  readonly #end = smallButton(words('sidebar.endRehearsal'), () => this.#endRehearsal());
  #reports: HubReports | undefined;
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #bar = element(
    'div',
    { class: 'hub-side-banner' },
    element('i', { class: 'fa fa-exclamation-triangle', 'aria-hidden': 'true' }),
    this.#rehearsal,
    this.#end,
  );
  readonly element = element('div', { role: 'status' }, this.#bar, this.#problem);

  draw(reports: HubReports): void {
    const { hubs, problem } = reports;
    this.#reports = reports;
    const ids = new Set(hubs.filter(({ rehearsal }) => rehearsal).map(({ id }) => id));
    const names = allHubs()
      .filter(({ id }) => ids.has(id))
      .map(({ id }) => nodeName(id));
    this.#bar.hidden = ids.size === 0;
    setText(this.#rehearsal, ids.size === 0 ? '' : words('sidebar.rehearsed', { hubs: names.join(', ') }));
    setText(this.#problem, problem);
  }

  #endRehearsal(): void {
    const ids = new Set(this.#reports?.hubs.filter(({ rehearsal }) => rehearsal).map(({ id }) => id));
    for (const id of ids) void this.#reports?.switchRehearsal(id, false);
  }
}

/** Reports if a user can see an element, at each change. A browser tab in the background shows nothing. */
function watchVisibility(target: Element, onChange: (isVisible: boolean) => void): void {
  let isOnScreen = false;
  let wasVisible = false;
  const update = () => {
    const isVisible = isOnScreen && !document.hidden;
    if (isVisible !== wasVisible) onChange(isVisible);
    wasVisible = isVisible;
  };
  new IntersectionObserver((changes) => {
    isOnScreen = changes.at(-1)?.isIntersecting ?? false;
    update();
  }).observe(target);
  document.addEventListener('visibilitychange', update);
}

/**
 * Keeps Node-RED's search from breaking the editor. It indexes the texts of each node in a plain object. A node with
 * the text `__proto__` becomes a property of every object that way, under the node's id.
 */
export function guardPrototype(): void {
  const removeFromPrototype = ({ id }: EditorNode) => {
    // Properties that JavaScript itself defines are not enumerable.
    if (Object.keys(Object.prototype).includes(id)) Reflect.deleteProperty(Object.prototype, id);
  };
  red.events.on('nodes:add', removeFromPrototype);
  red.events.on('nodes:change', removeFromPrototype);
}
