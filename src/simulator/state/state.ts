import type { Static } from '@sinclair/typebox';
import type { Button, EngineType } from '../../hub/table/schemas/common.js';
import type { EngineHost } from '../../hub/table/schemas/engines.js';
import type { Graph, Project, Rgraph, Ustate } from '../../hub/table/schemas/graphs.js';
import type { LaunchConfig, Renderer } from '../../hub/table/schemas/launcher.js';
import type { LinearEngine as LinearEngineShown } from '../../hub/table/schemas/linear.js';
import type {
  MosObject,
  NewsroomItem,
  NewsroomRundown as NewsroomRundownShown,
} from '../../hub/table/schemas/newsroom.js';
import type { Moving } from './motion.js';

/** Everything that the simulated hub knows. */
export interface State {
  engines: Engine[];
  playout: Playout;
  launcher: Launcher;
  linear: Linear;
  library: Library;
  newsroom: Newsroom;
  /** The last id that something new was given; one number for all areas, so that no id ever means two things. */
  lastId: number;
}

/** An engine host; `listEngines` and `getEngine` tell its loaded id under the name that its type wants. */
export interface Engine {
  readonly host: Omit<Static<typeof EngineHost>, 'rgraphId' | 'ustateId' | 'ownerStudioId' | 'ownerShowId'>;
  /** Of the rgraph, graph or ustate that its loaded instance runs, or ran before it was stopped. */
  loadedId: number;
  readonly nodes: EngineNode[];
}

export type EngineKind = Static<typeof EngineType>;

export interface EngineNode {
  readonly path: string;
  readonly name: string;
  readonly properties: EngineProperty[];
  readonly functions: EngineFunction[];
}

export interface EngineProperty extends Moving {
  readonly path: string;
  readonly name: string;
}

export interface EngineFunction {
  readonly path: string;
  readonly name: string;
  /** Parameter names, each with the path of the node's property that holds its value. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What a call does: values by the path of the node's property. */
  readonly sets: Readonly<Record<string, unknown>>;
  /** Two properties that change their values with one another, when the seconds that a third one holds are over. */
  readonly swaps?: { readonly one: string; readonly other: string; readonly after: string };
  /** A property that grows by one a second, up to an end. */
  readonly runs?: { readonly path: string; readonly end: number };
  /** A property that stays where it is. */
  readonly holds?: string;
}

/** Data of an item or a MOS object. */
export type Fields = Record<string, unknown>;

/** What a button does: it sets fields of its own item's data, then calls a function of an engine with that data. */
export interface Press {
  readonly sets?: Readonly<Fields>;
  readonly calls?: { readonly engineId: number; readonly nodePath: string; readonly functionPath: string };
}

export interface PressableButton extends Static<typeof Button> {
  readonly does: Press;
}

export interface Playout {
  readonly templates: PlayoutTemplate[];
  readonly rundowns: PlayoutRundown[];
  /** The last presses, newest first, for the live page. */
  readonly presses: ItemPress[];
}

export interface PlayoutTemplate {
  readonly id: number;
  readonly name: string;
  readonly buttons: readonly PressableButton[];
  /** External-data fields, each with the rows that a download brings. */
  readonly externalData: Readonly<Record<string, readonly Fields[]>>;
}

export interface PlayoutRundown {
  readonly id: number;
  name: string;
  readonly items: PlayoutItem[];
}

export interface PlayoutItem {
  readonly id: number;
  name: string;
  template: PlayoutTemplate;
  data: Fields;
  overriddenChannels?: number[];
}

interface ItemPress {
  /** ms of the epoch. */
  readonly at: number;
  readonly rundown: string;
  readonly item: string;
  readonly button: string;
}

export interface Launcher {
  readonly configs: Required<Static<typeof LaunchConfig>>[];
  readonly renderers: LauncherRenderer[];
}

export interface LauncherRenderer {
  readonly id: number;
  readonly settings: Omit<Static<typeof Renderer>, 'launchConfigId'>;
  /** What its engine said when it was started and stopped, oldest first. */
  readonly log: string[];
}

export interface Linear {
  readonly templates: LinearTemplate[];
  readonly rundowns: LinearRundown[];
  readonly engines: LinearEngine[];
}

export interface LinearTemplate {
  readonly templateId: number;
  readonly name: string;
  readonly itemType: 'vs' | 'md';
  readonly data: Fields;
  readonly buttons: Readonly<Record<string, { readonly label: string; readonly does: Press }>>;
}

/** A linear engine (a "show"): never an engine host; on dialect 2 it is at once the launch configuration of its id. */
export interface LinearEngine extends Pick<Static<typeof LinearEngineShown>, 'id' | 'name'> {
  readonly engines: Required<Static<typeof LinearEngineShown>>['engines'];
  running: boolean;
  /** When it was last launched or stopped, in ms of the epoch. */
  changedAt: number;
  /** The loaded rundowns, in the order in which they play. */
  loaded: LinearRundown[];
  /** Program and preview, at the numbers that requests give them. */
  readonly outputs: readonly [program: LinearOutput, preview: LinearOutput];
}

export interface LinearRundown {
  readonly id: number;
  readonly name: string;
  /** The linear engine whose rundown it is; on dialect 2 every show may load it. */
  readonly engineId: number;
  readonly items: LinearItem[];
}

export interface LinearItem {
  readonly id: number;
  name: string;
  template: LinearTemplate;
  data: Fields;
}

export interface LinearOutput {
  playing: LinearPlaying | null;
  /** The node of an engine that shows the item's name and step, by the paths of its properties. */
  readonly shownBy?: {
    readonly engineId: number;
    readonly nodePath: string;
    readonly item: string;
    readonly step: string;
  };
}

export interface LinearPlaying {
  readonly item: LinearItem;
  /** ms of the epoch. */
  readonly since: number;
  /** From 1; continuing or stepping adds one. */
  readonly step: number;
  /** Taken out, but still told as playing. */
  readonly isStuck?: true;
}

/** What engines load, and the projects that Unreal engines run. */
export interface Library {
  readonly graphs: Static<typeof Graph>[];
  readonly rgraphs: Static<typeof Rgraph>[];
  readonly ustates: Static<typeof Ustate>[];
  readonly projects: Static<typeof Project>[];
}

export interface Newsroom {
  readonly rundowns: NewsroomRundown[];
  /** Stories of several rundowns may hold the same object. */
  readonly objects: NewsroomObject[];
}

interface NewsroomRundown extends Omit<Static<typeof NewsroomRundownShown>, 'items'> {
  readonly items: NewsroomStoryItem[];
}

export interface NewsroomStoryItem extends Omit<Static<typeof NewsroomItem>, 'mosObject'> {
  readonly objID: string;
}

export interface NewsroomObject extends Omit<Static<typeof MosObject>, 'buttons'> {
  readonly buttons: readonly NewsroomButton[];
}

export interface NewsroomButton extends PressableButton {
  /** The object's status after a press. */
  readonly status: string;
}

/** An id for something new. */
export function newId(state: State): number {
  state.lastId += 1;
  return state.lastId;
}
