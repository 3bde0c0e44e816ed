import type { Static } from '@sinclair/typebox';
import type { EngineHost } from '../../hub/table/operations/engines.js';
import type { Graph, Project, Rgraph, Ustate } from '../../hub/table/operations/graphs.js';
import type { LaunchConfig, Renderer } from '../../hub/table/operations/launcher.js';
import type {
  MosObject,
  NewsroomItem,
  NewsroomRundown as NewsroomRundownShown,
} from '../../hub/table/operations/newsroom.js';
import type { EngineType } from '../../hub/table/schemas.js';
import type { ItemData, PressableButton } from './item-data.js';
import type { Linear } from './linear.js';
import type { Moving } from './motion.js';

/** The complete state of the simulated hub. */
export interface SimulatorState {
  /** The engine hosts. */
  engines: Engine[];
  /** Templates and rundowns of the playout area. */
  playout: Playout;
  /** Launch configurations and their renderers. */
  launcher: Launcher;
  /** Templates, rundowns and engines of the linear area. */
  linear: Linear;
  /** Graphs and projects that an engine can load. */
  library: Library;
  /** Rundowns and MOS objects of the newsroom. */
  newsroom: Newsroom;
  /** The last assigned id. It is shared by all areas, so that ids are unique. */
  lastId: number;
}

/** An engine host. The hub shows `loadedId` in the field for its type. */
export interface Engine {
  /** The host as the hub lists it, without the fields of the loaded graph and the owner. */
  readonly host: Omit<Static<typeof EngineHost>, 'rgraphId' | 'ustateId' | 'ownerStudioId' | 'ownerShowId'>;
  /** Id of the loaded rgraph, graph or ustate. It remains after a stop. */
  loadedId: number;
  /** The nodes of the loaded graph. */
  readonly nodes: EngineNode[];
}

/** The type of an engine. */
export type EngineKind = Static<typeof EngineType>;

/** A node of the graph of an engine. */
export interface EngineNode {
  /** The path in requests: `nodePath`. */
  readonly path: string;
  /** The name in lists. */
  readonly name: string;
  /** Its properties, in the order of the list. */
  readonly properties: EngineProperty[];
  /** Its functions, in the order of the list. */
  readonly functions: EngineFunction[];
}

/** A property of a node, with its value and its motions. */
export interface EngineProperty extends Moving {
  /** The path in requests: `propertyPath`. */
  readonly path: string;
  /** The name in lists. */
  readonly name: string;
}

/** A function of a node. A call stores its parameters in properties. */
export interface EngineFunction {
  /** The path in requests: `functionPath`. */
  readonly path: string;
  /** The name in lists. */
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

/** The playout area. */
export interface Playout {
  /** The templates of its items. */
  readonly templates: PlayoutTemplate[];
  /** The rundowns, in the order of the list. */
  readonly rundowns: PlayoutRundown[];
  /** The last presses, newest first, for the live page. */
  readonly presses: ItemPress[];
}

/** A template of playout items. */
export interface PlayoutTemplate {
  /** The id in requests. */
  readonly id: number;
  /** The name in lists. */
  readonly name: string;
  /** The buttons of each item of this template. */
  readonly buttons: readonly PressableButton[];
  /** External-data fields, each with the rows of a download. */
  readonly externalData: Readonly<Record<string, readonly ItemData[]>>;
}

/** A playout rundown. */
export interface PlayoutRundown {
  /** The id in requests. */
  readonly id: number;
  /** The name in lists. */
  name: string;
  /** The items, in their order on air. */
  readonly items: PlayoutItem[];
}

/** An item of a playout rundown. */
export interface PlayoutItem {
  /** The id in requests. */
  readonly id: number;
  /** The name in lists. */
  name: string;
  /** The template, which has the buttons of the item. */
  template: PlayoutTemplate;
  /** The values of its fields. */
  data: ItemData;
  /** The list that a request has set. Undefined: never set. */
  overriddenChannels?: number[];
}

/** A press of a button of a playout item. */
export interface ItemPress {
  /** ms of the epoch. */
  readonly at: number;
  /** The name of the rundown. */
  readonly rundown: string;
  /** The name of the item. */
  readonly item: string;
  /** The label of the button. */
  readonly button: string;
}

/** The launcher area. */
export interface Launcher {
  /** The launch configurations as the hub lists them. */
  readonly configs: Required<Static<typeof LaunchConfig>>[];
  /** The renderers of all configurations. */
  readonly renderers: LauncherRenderer[];
}

/** A renderer of a launch configuration. */
export interface LauncherRenderer {
  /** The id in requests. */
  readonly id: number;
  /** The renderer as the hub shows it, without its configuration. */
  readonly settings: Omit<Static<typeof Renderer>, 'launchConfigId'>;
  /** Messages of the engine at start and stop, oldest first. */
  readonly log: string[];
}

/** Loadable graphs, and the projects of Unreal engines. */
export interface Library {
  /** The graphs for RE5 engines. */
  readonly graphs: Static<typeof Graph>[];
  /** The rgraphs for RE engines. */
  readonly rgraphs: Static<typeof Rgraph>[];
  /** The ustates for Unreal engines. */
  readonly ustates: Static<typeof Ustate>[];
  /** The projects of Unreal engines. */
  readonly projects: Static<typeof Project>[];
}

/** The newsroom area. */
export interface Newsroom {
  /** The rundowns, in the order of the list. */
  readonly rundowns: NewsroomRundown[];
  /** Stories of several rundowns can contain the same object. */
  readonly objects: NewsroomObject[];
}

/** A rundown of the newsroom system, with its stories. */
export interface NewsroomRundown extends Omit<Static<typeof NewsroomRundownShown>, 'items'> {
  /** The items of all its stories, in order. */
  readonly items: NewsroomStoryItem[];
}

/** An item of a story. It refers to a MOS object. */
export interface NewsroomStoryItem extends Omit<Static<typeof NewsroomItem>, 'mosObject'> {
  /** The id of the MOS object. */
  readonly objID: string;
}

/** A MOS object, with the actions of its buttons. */
export interface NewsroomObject extends Omit<Static<typeof MosObject>, 'buttons'> {
  /** The buttons of the object. */
  readonly buttons: readonly NewsroomButton[];
}

/** A button of a MOS object. */
export interface NewsroomButton extends PressableButton {
  /** The status of the object after a press. */
  readonly status: string;
}

/** A unique id. */
export function newId(state: SimulatorState): number {
  state.lastId += 1;
  return state.lastId;
}
