import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, json } from '../behaviour/answer.js';
import { findLoadable } from '../behaviour/loading.js';
import { engineTypeOf } from '../state/engine.js';
import { valueAt } from '../state/motion.js';
import type { Engine, EngineProperty, LinearPlaying, State } from '../state/state.js';
import { fill, localeFor, words } from './words.js';

/** What the page shows of a simulator. */
interface Shown {
  readonly dialect: number;
  readonly linearSegment: string;
  readonly state: State;
  readonly requests: readonly Request[];
}

interface Request {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly statusCode: number | undefined;
}

const read = (file: string): string => readFileSync(join(__dirname, file), 'utf8');

/** What the browser asks for, by its path. */
const ANSWERS = new Map<string, (shown: Shown, languages: readonly string[]) => Answer>([
  ['/', (_, languages) => file('html', pageIn(localeFor(languages)))],
  ['/page.css', () => file('css', read('page.css'))],
  ['/requests.css', () => file('css', read('requests.css'))],
  ['/page.js', () => file('javascript', read('page.js'))],
  ['/live.json', (shown) => json(200, live(shown))],
]);

const pageIn = (locale: string): string =>
  fill(read('page.html'), words(locale).page).replace('lang="en-US"', `lang="${locale}"`);

const file = (type: string, body: string): Answer => ({ status: 200, type: `text/${type}; charset=utf-8`, body });

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
    loaded: loadedOn(state, engine),
    nodes: engine.nodes.map(({ path, name, properties }) => ({
      path,
      name,
      properties: properties.map((property) => showProperty(property, Date.now())),
    })),
  })),
  requests: requests.slice(-SHOWN).reverse().map(showRequest),
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

/** The name of what an engine runs; undefined while it is stopped. */
function loadedOn(state: State, engine: Engine): string | undefined {
  const type = engineTypeOf(engine);
  return type && findLoadable(state, type, engine.loadedId)?.name;
}

/** At most this many requests, and this many characters of a body, are shown. */
const SHOWN = 50;
const SHORT = 200;

const showRequest = (request: Request) => ({
  at: request.at,
  method: request.method,
  path: request.path.split('?', 1)[0],
  statusCode: request.statusCode,
  body: shortBody(request),
});

/** The beginnings of bodies: writing a large one out takes its time, and the page asks again and again. */
const beginnings = new WeakMap<Request, string>();

function shortBody(request: Request): string {
  const known = beginnings.get(request);
  if (known !== undefined) return known;
  const begun = request.body === undefined ? '' : JSON.stringify(request.body).slice(0, SHORT);
  beginnings.set(request, begun);
  return begun;
}
