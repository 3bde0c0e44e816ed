import { findLoaded } from '../behaviour/loading.js';
import { track } from '../data/values.js';
import { engineTypeOf } from '../state/engine.js';
import type { ItemData } from '../state/item-data.js';
import { valueAt } from '../state/motion.js';
import type { Engine, SimulatorState } from '../state/state.js';
import { pick } from '../state/value.js';
import { type Tint, within } from './svg.js';

/** Program and preview at one moment. */
export interface Scene {
  readonly program: Shot;
  readonly preview: Shot;
}

/** One output: a camera or a clip, and above it the overlay of the mixer with all graphics. */
export interface Shot {
  readonly engine: string;
  /** The graph, rgraph or ustate that the engine runs. Undefined while it is stopped. The output is then black. */
  readonly loaded: string | undefined;
  readonly camera: string;
  /** The preview channel of the mixer. */
  readonly next: string;
  /**
   * Direction of the camera relative to its initial direction, in degrees, and its zoom factor. `closeUp` is from 0, the
   * framing of the camera, to 1, the presenter.
   */
  readonly view: { readonly pan: number; readonly tilt: number; readonly zoom: number; readonly closeUp: number };
  readonly clip: Clip | undefined;
  readonly overlay: Overlay;
  readonly lowerThird: LowerThird | undefined;
  readonly scoreboard: Scoreboard | undefined;
  readonly wall: Wall | undefined;
  /** Items of linear rundowns. */
  readonly items: readonly PlayingItem[];
}

export interface Clip {
  readonly file: string;
  readonly speed: number;
}

/** Position in units of the engine: x to the right, y upwards. Parts of the tint are from 0 to 1. */
interface Overlay {
  readonly opacity: number;
  readonly x: number;
  readonly y: number;
  readonly tint: Tint;
}

export interface LowerThird {
  readonly name: string;
  readonly title: string;
  readonly photo: string;
}

export interface Scoreboard {
  readonly home: string;
  readonly away: string;
  readonly score: number;
  readonly glow: Tint;
  readonly x: number;
  readonly z: number;
}

export interface Wall {
  readonly title: string;
  readonly brightness: number;
  readonly tint: Tint;
  readonly x: number;
  readonly z: number;
  /** The text of the ticker. Undefined while it does not run. */
  readonly ticker: string | undefined;
}

export interface PlayingItem {
  readonly name: string;
  readonly step: number;
  /** The texts of its data, and its numbers with the names of their fields. */
  readonly lines: readonly string[];
}

/** The scene at a time, in ms of the epoch. */
export function sceneOf(state: SimulatorState, now: number): Scene {
  const shot = (output: 0 | 1): Shot => {
    const feeds = state.engines.filter(({ host }) => (host.role === 'Preview') === (output === 1));
    // An engine without a known set shows the plain studio.
    const studio = feeds.find((engine) => has(engine, 'Mixer')) ?? feeds.find((engine) => engineTypeOf(engine));
    const mixer = valuesOf(studio, 'Mixer', now);
    return {
      engine: studio?.host.displayName ?? '',
      loaded: studio && loadedName(state, studio),
      camera: mixer.text('Program Channel'),
      next: mixer.text('Preview Channel'),
      view: viewOf(valuesOf(studio, 'Tracked Camera', now)),
      clip: clipOf(valuesOf(studio, 'Media Player', now)),
      overlay: overlayOf(mixer),
      lowerThird: lowerThirdOf(valuesOf(studio, 'Lower Third', now)),
      scoreboard: scoreboardOf(valuesOf(running(feeds, 'Scoreboard'), 'Scoreboard', now)),
      wall: wallOf(state, now),
      items: itemsOn(state, output),
    };
  };
  return { program: shot(0), preview: shot(1) };
}

/** The name is empty if a recording does not have it. */
const loadedName = (state: SimulatorState, engine: Engine): string | undefined =>
  engineTypeOf(engine) && (findLoaded(state, engine)?.name ?? '');

const has = ({ nodes }: Engine, nodeName: string): boolean => nodes.some(({ name }) => name === nodeName);

/** The running engine with this node. */
const running = (engines: readonly Engine[], nodeName: string): Engine | undefined =>
  engines.find((engine) => has(engine, nodeName) && engineTypeOf(engine) !== undefined);

/** The initial direction of cameras. */
const REST = track();

const viewOf = ({ number }: NodeValues): Shot['view'] => ({
  pan: number('Track', REST.rotation.y, 'rotation', 'y') - REST.rotation.y,
  tilt: number('Track', REST.rotation.x, 'rotation', 'x') - REST.rotation.x,
  zoom: REST.fov / Math.max(number('Track', REST.fov, 'fov'), 1),
  closeUp: within(number('Zoom', 0), 0, 1),
});

const clipOf = ({ flag, text, number }: NodeValues): Clip | undefined =>
  flag('Playing') ? { file: fileIn(text('File Path')), speed: number('Speed', 1) } : undefined;

/** The last part of a path with slashes or backslashes. */
const fileIn = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

const overlayOf = ({ number, tint }: NodeValues): Overlay => ({
  opacity: number('Overlay Opacity', 1),
  x: number('Overlay Position', 0, 'x'),
  y: number('Overlay Position', 0, 'y'),
  tint: tint('Overlay Tint'),
});

const lowerThirdOf = ({ flag, text }: NodeValues): LowerThird | undefined =>
  flag('Visible') ? { name: text('Name'), title: text('Title'), photo: text('Photo') } : undefined;

const scoreboardOf = ({ flag, text, number, tint }: NodeValues): Scoreboard | undefined =>
  flag('Visible')
    ? {
        home: text('Home'),
        away: text('Away'),
        score: number('Home Score', 0),
        glow: tint('Glow Colour'),
        x: number('Location', 0, 'x'),
        z: number('Location', 0, 'z'),
      }
    : undefined;

/** The wall is a part of the studio, so every camera sees it. */
function wallOf(state: SimulatorState, now: number): Wall | undefined {
  const engine = running(state.engines, 'Video Wall');
  if (!engine) return undefined;
  const { number, tint } = valuesOf(engine, 'Video Wall', now);
  const ticker = valuesOf(engine, 'Ticker', now);
  return {
    title: findLoaded(state, engine)?.name ?? '',
    brightness: number('Brightness', 1),
    tint: tint('Tint'),
    x: number('Location', 0, 'x'),
    z: number('Location', 0, 'z'),
    ticker: ticker.flag('Playing') ? ticker.text('Headline') : undefined,
  };
}

/** Items of the shows on an output, if an engine displays it. */
const itemsOn = (state: SimulatorState, output: 0 | 1): PlayingItem[] =>
  state.linear.engines.flatMap(({ outputs }) => {
    const { playing, shownBy } = outputs[output];
    const engine = state.engines.find(({ host }) => host.id === shownBy?.engineId);
    if (!playing || playing.isStuck || !engine || engineTypeOf(engine) === undefined) return [];
    return [{ name: playing.item.name, step: playing.step, lines: linesOf(playing.item.data) }];
  });

const linesOf = (data: ItemData): string[] =>
  Object.entries(data).flatMap(([field, value]) => {
    if (typeof value === 'number') return [`${field} ${value}`];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

/** The values of a node by display name. A missing value, or a value of another type, is replaced by a default. */
interface NodeValues {
  readonly text: (name: string) => string;
  readonly flag: (name: string) => boolean;
  readonly number: (name: string, other: number, ...keys: readonly string[]) => number;
  /** A colour. Default: opaque white. */
  readonly tint: (name: string) => Tint;
}

/** The values of the node with this name at a time, in ms of the epoch. */
function valuesOf(engine: Engine | undefined, nodeName: string, now: number): NodeValues {
  const properties = engine?.nodes.find((node) => node.name === nodeName)?.properties ?? [];
  const held = (name: string) => {
    const property = properties.find((one) => one.name === name);
    return property && valueAt(property, now);
  };
  const number: NodeValues['number'] = (name, other, ...keys) => {
    const value = pick(held(name), keys);
    return typeof value === 'number' ? value : other;
  };
  return {
    text: (name) => String(held(name) ?? ''),
    flag: (name) => held(name) === true,
    number,
    tint: (name) => [number(name, 1, 'x'), number(name, 1, 'y'), number(name, 1, 'z'), number(name, 1, 'w')],
  };
}
