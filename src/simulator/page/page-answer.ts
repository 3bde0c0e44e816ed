import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { builtFile } from '../../base/files.js';
import { catalogue, fill, localeFor } from '../../texts/catalogue.js';
import { json, type SimulatorAnswer } from '../behaviour/call.js';
import { playable } from '../behaviour/linear-target.js';
import { findLoaded } from '../behaviour/loading.js';
import { picture } from '../picture/picture.js';
import { sceneOf } from '../picture/scene.js';
import { engineTypeOf } from '../state/engine.js';
import type { PressableButton } from '../state/item-data.js';
import type { LinearPlaying } from '../state/linear.js';
import { valueAt } from '../state/motion.js';
import type { EngineProperty, SimulatorState } from '../state/state.js';
import { type PageRequest, requestRows } from './request-rows.js';

/** The data of the simulator that the page shows. */
interface PageSource {
  readonly dialect: number;
  readonly linearSegment: string;
  readonly state: SimulatorState;
  /** Names of the faults that are switched on. */
  readonly switches: ReadonlySet<string>;
  readonly requests: readonly PageRequest[];
}

const read = (file: string): string => readFileSync(builtFile('simulator/page', file), 'utf8');

/** The static files of the page. */
const FILES = [
  'page.css',
  'picture.css',
  'controls.css',
  'shows.css',
  'logs.css',
  'page.mjs',
  'base.mjs',
  'changes.mjs',
  'controls.mjs',
  'engines.mjs',
  'picture.mjs',
  'requests.mjs',
  'shows.mjs',
] as const;

/** The answers to the browser, by path. */
const ANSWERS = new Map<string, (source: PageSource, languages: readonly string[]) => SimulatorAnswer>([
  ['/', (_, languages) => answer('text/html', pageIn(localeFor(languages)))],
  ...FILES.map((file) => [`/${file}`, () => answer(TYPES[extname(file)] ?? '', read(file))] as const),
  ['/live.json', (source) => json(200, pageData(source))],
  ['/picture.svg', ({ state }, languages) => answer('image/svg+xml', currentPicture(state, localeFor(languages)))],
]);

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.mjs': 'text/javascript' };

function pageIn(locale: string): string {
  const { text } = catalogue(locale, 'simulator');
  return fill(read('page.html'), (name) => text(`page.${name}`)).replace('lang="en-US"', `lang="${locale}"`);
}

/** Program and preview at this moment, as an SVG document. */
function currentPicture(state: SimulatorState, locale: string): string {
  const { text } = catalogue(locale, 'simulator');
  const [program, preview, stopped] = [text('page.program'), text('page.preview'), text('page.stopped')];
  return picture(sceneOf(state, Date.now()), { program, preview, stopped });
}

/** A foreign page cannot lay the page in a frame below its own buttons. */
const UNFRAMED = { 'Content-Security-Policy': "frame-ancestors 'none'", 'X-Frame-Options': 'DENY' };

const answer = (type: string, body: string): SimulatorAnswer => ({
  status: 200,
  type: `${type}; charset=utf-8`,
  headers: UNFRAMED,
  body,
});

/**
 * The answer to a request of the live page, or undefined for other requests. `languages` is an `Accept-Language`
 * header. Throws if a file is missing.
 */
export const pageAnswer = (
  method: string,
  path: string,
  source: PageSource,
  languages = '',
): SimulatorAnswer | undefined =>
  method === 'GET'
    ? ANSWERS.get(path)?.(
        source,
        languages.split(',').map((tag) => tag.split(';', 1)[0]?.trim() ?? ''),
      )
    : undefined;

/** The values of the page. Headers and queries are left out because they can contain secrets. */
const pageData = ({ dialect, linearSegment, state, switches, requests }: PageSource) => ({
  dialect,
  linearSegment,
  shows: state.linear.engines.map((engine) => ({
    id: engine.id,
    name: engine.name,
    loaded: engine.loaded.map((rundown) => rundown.name),
    items: playable(engine).map(({ id, name }) => ({ id, name })),
    outputs: engine.outputs.map(({ playing }) => playing && showPlaying(playing)),
  })),
  presses: state.playout.presses,
  controls: controlData(state, Date.now()),
  switches: [...switches],
  engines: state.engines.map((engine) => ({
    id: engine.host.id,
    name: engine.host.displayName,
    type: engineTypeOf(engine),
    loaded: findLoaded(state, engine)?.name,
    nodes: engine.nodes.map(({ path, name, properties }) => ({
      path,
      name,
      properties: properties.map((property) => showProperty(property, Date.now())),
    })),
  })),
  requests: requestRows(requests),
});

const showProperty = (property: EngineProperty, now: number) => ({
  path: property.path,
  name: property.name,
  value: valueAt(property, now),
  changed: property.motions.findLast(({ start }) => start <= now)?.start,
});

const showPlaying = ({ item, since, step }: LinearPlaying) => ({
  item: item.name,
  template: item.template.name,
  since,
  step,
});

/** Names of the properties from 0 to 1 that a user can drag. */
const FADERS: readonly string[] = ['Overlay Opacity', 'Zoom'];

/** Everything that a user can operate on the page, at a time in ms of the epoch. */
const controlData = (state: SimulatorState, now: number) => ({
  rundowns: state.playout.rundowns.map(({ id, name, items }) => ({
    id,
    name,
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      template: item.template.name,
      buttons: item.template.buttons.map(keyAndLabel),
    })),
  })),
  faders: state.engines.flatMap(({ host, nodes }) =>
    nodes.flatMap(({ path, properties }) =>
      properties
        .filter(({ name }) => FADERS.includes(name))
        .map((property) => ({
          engineId: host.id,
          engine: host.displayName,
          nodePath: path,
          propertyPath: property.path,
          name: property.name,
          value: valueAt(property, now),
        })),
    ),
  ),
  launches: state.launcher.configs.map(({ id, name }) => ({ id, name })),
});

const keyAndLabel = ({ id, key = id, label }: PressableButton) => ({ key, label });
