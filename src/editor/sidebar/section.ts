import type { HubConfig } from '../base/node-types.js';
import type { HubReports } from './hub-reports.js';

/** What the sections of the sidebar share. */
export interface SidebarContext {
  /** The configuration that is chosen on top, as the editor holds it; undefined where there is none. */
  hub(): HubConfig | undefined;
  /** The state of the hubs that run. */
  readonly reports: HubReports;
}

/** One section of the sidebar. Another hub is chosen while it is hidden: `hide` comes before, `show` after. */
export interface Section {
  /** It becomes visible: the section is chosen, the sidebar open, and the browser's tab in front. */
  show(): void;
  /** Nobody looks any more: from now on nothing is asked. */
  hide(): void;
}

/** Puts a section into an empty element. */
export type CreateSection = (container: HTMLElement, context: SidebarContext) => Section;
