import { systemClock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';
import { Signal } from '../../base/signal.js';
import type { Hub } from '../../hub/hub.js';
import type { Journal } from '../../hub/records/journal.js';
import type { HubSettings } from '../../hub/wire/settings.js';
import { type ButtonHistories, newHistories } from '../../panels/mapping/button-histories.js';
import { newPageState, type PageState } from '../../panels/surface/pages.js';
import type { ControlReport, PageAct, PresentControl } from '../../saved/page-key.js';
import type { Secrets } from '../runtime/hub-settings.js';
import { editorId, type Lifetime } from '../runtime/lifetime.js';
import type { Surface } from '../surface/surface.js';

/** A configuration with the settings at its deploy. Later changes of environment variables have no effect. */
export interface RunningHub {
  /** The runtime id of the configuration. */
  readonly id: string;
  /** Its id in the editor. A configuration in a subflow has one hub for each instance. */
  readonly editorId: string;
  readonly hub: Hub;
  /** Shared by all hubs with the same editor id. */
  readonly journal: Journal;
  readonly settings: HubSettings;
  readonly secrets: Secrets;
  /** Id of its `tls-config`. Blank: not set. */
  readonly tls: string;
  /** The port of the simulator that it starts. Undefined if it is not marked as the simulator. */
  readonly simulatorPort: number | undefined;
}

/** A hub watch, or a look that reads its hub. */
interface RunningWatch {
  readonly hub: Hub;
  /** The present session. */
  readonly id: string | undefined;
  readonly isFailing: boolean;
  failed(): void;
}

/** A deployed `hub-control`, for the page of keys in the sidebar. */
export interface RunningControl extends Omit<ControlReport, 'id' | 'at' | keyof PresentControl> {
  readonly present: () => PresentControl;
  /** An act of a hand on the page of keys, at a button. False: its page is not shown any more, so nothing was done. */
  readonly act: (hand: string, act: PageAct) => boolean;
}

/** Nodes with live input in their dialogs. */
export type LiveKind = 'panel' | 'lamp' | 'control';

/** Maximum number of nodes with button histories. */
const MOST_NODES = 1000;

/** Everything of this package that is running in this Node-RED. */
export const running = {
  /** Runtime ids of the watches that a message has stopped. A watch stays stopped over a deploy. */
  stoppedWatches: new Set<string>(),
  /** By runtime id. The id stays after the configuration closes, since a late message may name it. */
  hubs: new Map<string, RunningHub | undefined>(),
  /** Also after the configuration has closed. `pending` are the messages in progress of nodes that have closed. */
  ofHub: new WeakMap<Hub, { readonly id: string; readonly pending: Set<Promise<unknown>> }>(),
  /** By runtime id of the hub watch. */
  watches: new Map<string, RunningWatch>(),
  /** By runtime id of a remote panel: the run of the host that it hears. Undefined: none. The id stays here too. */
  remoteHosts: new Map<string, string | undefined>(),
  /** By editor id. For a node in a subflow, the instance that started last. */
  controls: new Map<string, RunningControl>(),
  /** By editor id. For a surface in a subflow, the instance that started last. */
  surfaces: new Map<string, Surface>(),
  /** By runtime id of the surface. */
  pages: new Map<string, PageState>(),
  /** The live reports, by kind and editor id. */
  reports: new Map<string, () => object>(),
  /** By runtime id of the node. */
  buttons: new Map<string, ButtonHistories>(),
};

/** A hub or a watch was lost or is back. Changes of the same moment give one signal. */
export const sessionsChanged = new Signal<void>();
let isChanging = false;

export function announceChange(): void {
  if (isChanging) return;
  isChanging = true;
  systemClock.setImmediate(() => {
    isChanging = false;
    sessionsChanged.emit();
  });
}

/** Adds an entry until the node closes. In a deploy, the next node may have replaced it before that. */
function addUntilClose<T>(life: Lifetime, table: Map<string, T>, key: string, value: T): void {
  table.set(key, value);
  life.add(() => {
    if (table.get(key) === value) table.delete(key);
  });
}

/** Registers the hub of a configuration until it closes. */
export function registerHub(life: Lifetime, added: RunningHub): void {
  const { id, hub } = added;
  running.hubs.set(id, added);
  running.ofHub.set(hub, { id, pending: new Set() });
  hub.connection.stateChanged.watch(announceChange);
  announceChange();
  life.add(() => {
    if (running.hubs.get(id) === added) running.hubs.set(id, undefined);
    for (const watch of running.watches.values()) if (watch.hub === hub) watch.failed();
    announceChange();
  });
}

/** The running hubs. With an editor id, those of one configuration. */
export const runningHubs = (editorId?: string): RunningHub[] =>
  [...running.hubs.values()].filter(
    (each): each is RunningHub => each !== undefined && (editorId ?? each.editorId) === each.editorId,
  );

/** The running configuration of a hub. Undefined if it has closed. */
export const configOf = (hub: Hub): RunningHub | undefined => runningHubs().find((each) => each.hub === hub);

/** The fields of `msg.hub` that identify the hub and the session: see docs/develop/rules.md "Message out". */
export const sessionOf = (hub: Hub): object => ({
  config: running.ofHub.get(hub)?.id,
  session: hub.connection.session,
});

/** Call this when a node closes. `done` resolves when it has no message in progress. */
export function trackPending(hub: Hub, done: Promise<unknown>): void {
  const pending = running.ofHub.get(hub)?.pending;
  pending?.add(done);
  void done.then(() => pending?.delete(done));
}

/** Resolves when the closed nodes of a hub have no message in progress. Node-RED closes all nodes at once. */
export async function pendingDone(hub: Hub): Promise<void> {
  await new Promise<void>((nextTurn) => systemClock.setImmediate(nextTurn));
  await Promise.all(running.ofHub.get(hub)?.pending ?? []);
}

/** Registers the run of the host that a remote panel hears now. Undefined: none, or the panel closes. */
export function registerRemoteHost(panel: string, run: string | undefined): void {
  if (running.remoteHosts.has(panel) && running.remoteHosts.get(panel) === run) return;
  running.remoteHosts.set(panel, run);
  announceChange();
}

export const registerControl = (life: Lifetime, control: RunningControl): void =>
  addUntilClose(life, running.controls, editorId(life.node), control);

export const registerSurface = (life: Lifetime, surface: Surface): void =>
  addUntilClose(life, running.surfaces, editorId(life.node), surface);

/** What a surface knows of its pages, also from before a deploy. */
export function pageStateOf(life: Lifetime): PageState {
  const { id } = life.node;
  const state = running.pages.get(id) ?? newPageState();
  running.pages.set(id, state);
  life.add((removed) => {
    if (removed) running.pages.delete(id);
  });
  return state;
}

/** Lets the dialog of a node read its live report. */
export const registerReport = (life: Lifetime, kind: LiveKind, report: () => object): void =>
  addUntilClose(life, running.reports, `${kind} ${editorId(life.node)}`, report);

/** The live report of a node by editor id. Undefined if the node is not deployed. */
export const liveReportOf = (kind: LiveKind, id: string): object | undefined =>
  running.reports.get(`${kind} ${id}`)?.();

/**
 * The messages of the buttons of a node so far. They outlast a deploy: with the state of a session from before it, the first
 * press after it is a change.
 */
export function buttonHistories(life: Lifetime): ButtonHistories {
  const { id } = life.node;
  const histories = running.buttons.get(id) ?? newHistories();
  setLimited(running.buttons, id, histories, { most: MOST_NODES });
  life.add((removed) => {
    if (removed) running.buttons.delete(id);
  });
  return histories;
}
