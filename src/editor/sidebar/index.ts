import { element } from '../base/dom.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import { Banner } from './banner.js';
import { HubSelect } from './hub-select.js';
import { hubsSection } from './hubs.js';
import { journalSection } from './journal.js';
import { Reports } from './reports.js';
import type { MakeSection, Section } from './section.js';
import { watchSeen } from './seen.js';
import { Tabs } from './tabs.js';
import { treeSection } from './tree.js';

export { guardPrototype } from '../base/guard-prototype.js';

const SECTIONS: Readonly<Record<string, MakeSection>> = {
  hubs: hubsSection,
  tree: treeSection,
  journal: journalSection,
};

const ID = 'graphics-hub';

/** Adds the sidebar once the nodes' words are there: Node-RED loads plugins before nodes. */
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
      content: made(),
      action,
      enableOnEdit: true,
    });
  };
  red.events.on('registry:node-type-added', add);
  add();
}

function made(): HTMLElement {
  const root = element('div', { class: 'hub-side' });
  let isSeen = false;
  let shown: Section | undefined;

  /** Shows the chosen section, if somebody looks; what was shown before has ended. */
  function turn(): void {
    shown?.hide();
    select.refresh();
    // The hubs are shown all at once.
    select.element.hidden = panels[tabs.chosen]?.id === 'hubs';
    shown = isSeen ? sections[tabs.chosen] : undefined;
    shown?.show();
  }

  const select = new HubSelect(turn);
  const reports = new Reports();
  const banner = new Banner();
  const context = { hub: () => select.hub, reports };
  const panels = Object.keys(SECTIONS).map((id) => ({
    id,
    label: words(`sidebar.sections.${id}`),
    panel: element('div', { class: 'hub-side-section' }),
  }));
  const sections = panels.map(({ id, panel }) => (SECTIONS[id] as MakeSection)(panel, context));
  const tabs = new Tabs(panels, turn);
  root.append(banner.element, tabs.element, select.element, ...panels.map(({ panel }) => panel));
  reports.changed.watch(() => {
    banner.draw(reports);
    // Flows may be loaded, or a hub deleted, while a section is shown.
    if (select.refresh()) turn();
  });
  banner.draw(reports);
  watchSeen(root, (seen) => {
    isSeen = seen;
    if (seen) reports.start();
    else reports.stop();
    turn();
  });
  return root;
}
