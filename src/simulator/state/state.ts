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

/** The complete state of the simulated hub. */
export interface SimulatorState {
  engines: Engine[];
  playout: Playout;
  launcher: Launcher;
  linear: Linear;
  library: Library;
  newsroom: Newsroom;
  /** The last assigned id. It is shared by all areas, so that ids are unique. */
  lastId: number;
}

/** An engine host. The hub shows `loadedId` in the field for its type. */
export interface Engine {
  readonly host: Omit<Static<typeof EngineHost>, 'rgraphId' | 'ustateId' | 'ownerStudioId' | 'ownerShowId'>;
  /** Id of the loaded rgraph, graph or ustate. It remains after a stop. */
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
  /** The paths of the properties that hold the values, by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values that a call sets, by the path of the property. */
  readonly sets: Readonly<Record<string, unknown>>;
  /** Two properties that exchange their values. The third contains the delay in seconds. */
  readonly swaps?: { readonly one: string; readonly other: string; readonly after: string };
  /** A property that grows by 1 per second, up to an end. */
  readonly runs?: { readonly path: string; readonly end: number };
  /** A property that stops at its current value. */
  readonly holds?: string;
}

/** Data of an item or a MOS object. */
export type ItemData = Record<string, unknown>;

/**
 * The action of a button. It sets fields of the data of its item, then calls a function of an engine with this data.
 */
export interface ButtonAction {
  readonly sets?: Readonly<ItemData>;
  readonly calls?: { readonly engineId: number; readonly nodePath: string; readonly functionPath: string };
}

export interface PressableButton extends Static<typeof Button> {
  readonly does: ButtonAction;
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
  /** External-data fields, each with the rows of a download. */
  readonly externalData: Readonly<Record<string, readonly ItemData[]>>;
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
  data: ItemData;
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
  /** Messages of the engine at start and stop, oldest first. */
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
  readonly data: ItemData;
  readonly buttons: Readonly<Record<string, { readonly label: string; readonly does: ButtonAction }>>;
}

/** A linear engine or show. It is not an engine host. On dialect 2 it is also the launch configuration with its id. */
export interface LinearEngine extends Pick<Static<typeof LinearEngineShown>, 'id' | 'name'> {
  readonly engines: Required<Static<typeof LinearEngineShown>>['engines'];
  running: boolean;
  /** Time of the last launch or stop, in ms of the epoch. */
  changedAt: number;
  /** The loaded rundowns, in playing order. */
  loaded: LinearRundown[];
  /** Program and preview, by their number in requests. */
  readonly outputs: readonly [program: LinearOutput, preview: LinearOutput];
}

export interface LinearRundown {
  readonly id: number;
  readonly name: string;
  /** The linear engine that owns the rundown. On dialect 2, every show can load it. */
  readonly engineId: number;
  readonly items: LinearItem[];
}

export interface LinearItem {
  readonly id: number;
  name: string;
  template: LinearTemplate;
  data: ItemData;
}

export interface LinearOutput {
  playing: LinearPlaying | null;
  /** The node of an engine that displays name and step of the item, by the paths of its properties. */
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
  /** From 1. Continue and next step add 1. */
  readonly step: number;
  /** Taken out, but still listed as playing. */
  readonly isStuck?: true;
}

/** Loadable graphs, and the projects of Unreal engines. */
export interface Library {
  readonly graphs: Static<typeof Graph>[];
  readonly rgraphs: Static<typeof Rgraph>[];
  readonly ustates: Static<typeof Ustate>[];
  readonly projects: Static<typeof Project>[];
}

export interface Newsroom {
  readonly rundowns: NewsroomRundown[];
  /** Stories of several rundowns can contain the same object. */
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
  /** The status of the object after a press. */
  readonly status: string;
}

/** A unique id. */
export function newId(state: SimulatorState): number {
  state.lastId += 1;
  return state.lastId;
}
