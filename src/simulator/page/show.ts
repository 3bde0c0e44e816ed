import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Answer, json } from '../behaviour/answer.js';
import { findLoaded } from '../behaviour/loading.js';
import { picture } from '../picture/picture.js';
import { sceneOf } from '../picture/scene.js';
import { engineTypeOf } from '../state/engine.js';
import { valueAt } from '../state/motion.js';
import type { EngineProperty, LinearPlaying, State } from '../state/state.js';
import { folded, type Request } from './folded.js';
import { fill, localeFor, words } from './words.js';

/** What the page shows of a simulator. */
interface Shown {
  readonly dialect: number;
  readonly linearSegment: string;
  readonly state: State;
  readonly requests: readonly Request[];
}

const read = (file: string): string => readFileSync(join(__dirname, file), 'utf8');

/** What the page is made of, beside its words and what it tells. */
const FILES = [
  'page.css',
  'picture.css',
  'requests.css',
  'page.js',
  'base.js',
  'changes.js',
  'engines.js',
  'picture.js',
  'requests.js',
  'value.js',
] as const;

/** What the browser asks for, by its path. */
const ANSWERS = new Map<string, (shown: Shown, languages: readonly string[]) => Answer>([
  ['/', (_, languages) => answer('text/html', pageIn(localeFor(languages)))],
  ...FILES.map((file) => [`/${file}`, () => answer(TYPES[extname(file)] ?? '', read(file))] as const),
  ['/live.json', (shown) => json(200, live(shown))],
  ['/picture.svg', ({ state }, languages) => answer('image/svg+xml', drawn(state, localeFor(languages)))],
]);

const TYPES: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' };

const pageIn = (locale: string): string =>
  fill(read('page.html'), words(locale).page).replace('lang="en-US"', `lang="${locale}"`);

/** What program and preview show at this moment, as an SVG document. */
function drawn(state: State, locale: string): string {
  const { program = '', preview = '', stopped = '' } = words(locale).page;
  return picture(sceneOf(state, Date.now()), { program, preview, stopped });
}

const answer = (type: string, body: string): Answer => ({ status: 200, type: `${type}; charset=utf-8`, body });

/**
 * The answer to a request of the live page; undefined if it is none. `languages` is what the browser would like to read,
 * as an `Accept-Language` header. Throws if a file is missing.
 */
export const pageAnswer = (method: string, path: string, shown: Shown, languages = ''): Answer | undefined =>
  method === 'GET'
    ? ANSWERS.get(path)?.(
        shown,
        languages.split(',').map((tag) => tag.split(';', 1)[0]?.trim() ?? ''),
      )
    : undefined;

/** What the page shows. Headers and queries stay out of it: they hold secrets. */
const live = ({ dialect, linearSegment, state, requests }: Shown) => ({
  dialect,
  linearSegment,
  shows: state.linear.engines.map(({ id, name, loaded, outputs }) => ({
    id,
    name,
    loaded: loaded.map((rundown) => rundown.name),
    outputs: outputs.map(({ playing }) => playing && showPlaying(playing)),
  })),
  presses: state.playout.presses,
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
  requests: folded(requests),
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
