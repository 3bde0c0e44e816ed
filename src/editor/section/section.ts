import type { Signal } from '../../base/signal.js';
import type { HubConfig } from '../base/node-types.js';
import type { HubReports } from './hub-reports.js';
import type { MissingNames } from './missing-names.js';

export interface SidebarContext {
  /** The chosen configuration. Undefined if there is none. */
  hub(): HubConfig | undefined;
  /** True if a start added the hub. The tree then also opens the first engine. */
  isFirstHub(): boolean;
  readonly reports: HubReports;
  readonly missingNames: MissingNames;
  /** A user wants to see the failures of a hub in the journal. */
  readonly failuresAsked: Signal<HubConfig>;
}

/** One section of the sidebar. When the hub changes, `hide` is called before and `show` after. */
export interface Section {
  /** The section becomes visible: its tab is chosen, the sidebar is open, and the browser tab is in front. */
  show(): void;
  /** The section is no longer visible and stops all requests. */
  hide(): void;
}

/** Fills an empty element with a section. */
export type CreateSection = (container: HTMLElement, context: SidebarContext) => Section;
