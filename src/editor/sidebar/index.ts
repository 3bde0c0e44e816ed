import { Signal } from '../../base/signal.js';
import { element } from '../base/dom.js';
import type { HubConfig } from '../base/node-types.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { Banner } from './banner.js';
import { HubReports } from './base/hub-reports.js';
import { allHubs, HubSelect } from './base/hub-select.js';
import type { CreateSection, Section } from './base/section.js';
import { hubsSection } from './hubs/hubs-section.js';
import { journalSection } from './journal/journal-section.js';
import { looksSection } from './looks/looks-section.js';
import { SimulatorBar } from './simulator-bar.js';
import { Starts } from './starts.js';
import { Tabs } from './tabs.js';
import { treeSection } from './tree/tree-section.js';
import { watchVisibility } from './visibility.js';

export { guardPrototype } from '../base/guard-prototype.js';

const SECTIONS: Readonly<Record<string, CreateSection>> = {
  hubs: hubsSection,
  tree: treeSection,
  looks: looksSection,
  journal: journalSection,
};

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
  let isVisible = false;
  let visibleSection: Section | undefined;

  /** Shows the starts instead of the sections while there is no hub. */
  function showStarts(): void {
    root.classList.toggle('hub-side-empty', reports.isLoaded && allHubs().length === 0);
  }

  /** Hides the previous section, and shows the chosen one if the sidebar is visible. */
  function showSection(): void {
    visibleSection?.hide();
    select.refresh();
    // This section shows all hubs.
    select.element.hidden = panels[tabs.chosen]?.id === 'hubs';
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
  const context = { hub: () => select.hub, isFirstHub: () => isFirstHub, reports, failuresAsked };
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
  root.append(banner.element, starts.element, tabs.element, simulator.element, select.element, ...sections);
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
