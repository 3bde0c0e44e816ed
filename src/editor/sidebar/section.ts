import type { HubConfig } from '../base/node-types.js';
import type { HubReports } from './hub-reports.js';

export interface SidebarContext {
  /** The chosen configuration. Undefined if there is none. */
  hub(): HubConfig | undefined;
  readonly reports: HubReports;
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
