import { findLoaded } from '../behaviour/loading.js';
import { track } from '../data/values.js';
import { engineTypeOf } from '../state/engine.js';
import type { Engine, Fields, State } from '../state/state.js';
import { type NodeValues, type Tint, valuesOf } from './node-values.js';

/** What program and preview show at one moment. */
export interface Scene {
  readonly program: Shot;
  readonly preview: Shot;
}

/** What one output shows: a camera or a clip, and on top of it the mixer's overlay with all graphics. */
export interface Shot {
  readonly engine: string;
  /** The name of what the engine runs; undefined while it is stopped, and shows nothing. */
  readonly loaded: string | undefined;
  readonly camera: string;
  /** What the mixer has ready. */
  readonly next: string;
  /** Where the camera looks, beside its place at the start: degrees, and how much closer. */
  readonly view: { readonly pan: number; readonly tilt: number; readonly zoom: number };
  readonly clip: Clip | undefined;
  readonly overlay: Overlay;
  readonly lowerThird: LowerThird | undefined;
  readonly scoreboard: Scoreboard | undefined;
  readonly wall: Wall | undefined;
  /** What linear rundowns play there. */
  readonly items: readonly Item[];
}

export interface Clip {
  readonly file: string;
  readonly speed: number;
}

/** Position in the engine's units, x to the right and y upwards; parts of the tint from 0 to 1. */
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
  /** What its ticker says; undefined while it does not run. */
  readonly ticker: string | undefined;
}

export interface Item {
  readonly name: string;
  readonly step: number;
  /** Its data, as far as they are texts, and numbers with the names of their fields. */
  readonly lines: readonly string[];
}

/** What is to be seen at a moment, in ms of the epoch: whatever the properties say then. */
export function sceneOf(state: State, now: number): Scene {
  const shot = (output: 0 | 1): Shot => {
    const feeds = state.engines.filter(({ host }) => (host.role === 'Preview') === (output === 1));
    const studio = feeds.find((engine) => has(engine, 'Mixer'));
    const mixer = valuesOf(studio, 'Mixer', now);
    return {
      engine: studio?.host.displayName ?? '',
      loaded: studio && findLoaded(state, studio)?.name,
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

const has = ({ nodes }: Engine, nodeName: string): boolean => nodes.some(({ name }) => name === nodeName);

/** The engine that runs such a node. */
const running = (engines: readonly Engine[], nodeName: string): Engine | undefined =>
  engines.find((engine) => has(engine, nodeName) && engineTypeOf(engine) !== undefined);

/** Where cameras look at the start. */
const REST = track();

const viewOf = ({ number }: NodeValues): Shot['view'] => ({
  pan: number('Track', REST.rotation.y, 'rotation', 'y') - REST.rotation.y,
  tilt: number('Track', REST.rotation.x, 'rotation', 'x') - REST.rotation.x,
  zoom: REST.fov / Math.max(number('Track', REST.fov, 'fov'), 1),
});

const clipOf = ({ flag, text, number }: NodeValues): Clip | undefined =>
  flag('Playing') ? { file: fileIn(text('File Path')), speed: number('Speed', 1) } : undefined;

/** The last part of a path, whichever way its slashes lean. */
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

/** The wall stands in the studio, so every camera sees it. */
function wallOf(state: State, now: number): Wall | undefined {
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

/** What the shows play on an output, where an engine shows it. */
const itemsOn = (state: State, output: 0 | 1): Item[] =>
  state.linear.engines.flatMap(({ outputs }) => {
    const { playing, shownBy } = outputs[output];
    const engine = state.engines.find(({ host }) => host.id === shownBy?.engineId);
    if (!playing || playing.isStuck || !engine || engineTypeOf(engine) === undefined) return [];
    return [{ name: playing.item.name, step: playing.step, lines: linesOf(playing.item.data) }];
  });

const linesOf = (data: Fields): string[] =>
  Object.entries(data).flatMap(([field, value]) => {
    if (typeof value === 'number') return [`${field} ${value}`];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
