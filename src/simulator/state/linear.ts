import type { Static } from '@sinclair/typebox';
import type { LinearEngine as LinearEngineShown } from '../../hub/table/operations/linear.js';
import type { ButtonAction, ItemData } from './item-data.js';

/** The linear area. */
export interface Linear {
  /** The templates of its items. */
  readonly templates: LinearTemplate[];
  /** The rundowns, in the order of the list. */
  readonly rundowns: LinearRundown[];
  /** The linear engines, on dialect 2 the shows. */
  readonly engines: LinearEngine[];
}

/** A template of linear items. */
export interface LinearTemplate {
  /** The id in requests. */
  readonly templateId: number;
  /** The name in lists. */
  readonly name: string;
  /** The type of its items: `vs` or `md`. */
  readonly itemType: 'vs' | 'md';
  /** The values of a new item. */
  readonly data: ItemData;
  /** The buttons of each item of this template, by key. */
  readonly buttons: Readonly<Record<string, { readonly label: string; readonly does: ButtonAction }>>;
}

/** A linear engine or show. It is not an engine host. On dialect 2 it is also the launch configuration with its id. */
export interface LinearEngine extends Pick<Static<typeof LinearEngineShown>, 'id' | 'name'> {
  /** The engine hosts of the show. */
  readonly engines: Required<Static<typeof LinearEngineShown>>['engines'];
  /** True between a launch and a stop. */
  running: boolean;
  /** Time of the last launch or stop, in ms of the epoch. */
  changedAt: number;
  /** The loaded rundowns, in playing order. */
  loaded: LinearRundown[];
  /** Program and preview, by their number in requests. */
  readonly outputs: readonly [program: LinearOutput, preview: LinearOutput];
}

/** A linear rundown. */
export interface LinearRundown {
  /** The id in requests. */
  readonly id: number;
  /** The name in lists. */
  readonly name: string;
  /** The linear engine that owns the rundown. On dialect 2, every show can load it. */
  readonly engineId: number;
  /** The items, in their order on air. */
  readonly items: LinearItem[];
}

/** An item of a linear rundown. */
export interface LinearItem {
  /** The id in requests. */
  readonly id: number;
  /** The name in lists. */
  name: string;
  /** The template, which has the buttons of the item. */
  template: LinearTemplate;
  /** The values of its fields. */
  data: ItemData;
}

/** Program or preview of a linear engine. */
export interface LinearOutput {
  /** The item that plays, or null. */
  playing: LinearPlaying | null;
  /** The node of an engine that displays name and step of the item, by the paths of its properties. */
  readonly shownBy?: {
    readonly engineId: number;
    readonly nodePath: string;
    readonly item: string;
    readonly step: string;
  };
}

/** An item that plays on an output. */
export interface LinearPlaying {
  /** The item. */
  readonly item: LinearItem;
  /** ms of the epoch. */
  readonly since: number;
  /** From 1. Continue and next step add 1. */
  readonly step: number;
  /** Taken out, but still listed as playing. */
  readonly isStuck?: true;
}
