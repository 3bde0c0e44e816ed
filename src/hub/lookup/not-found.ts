import { firstName } from '../../base/display.js';
import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import type { Dialect, OperationInfo, Parameter } from '../table/operation.js';
import { type FactsOf, HubError, isNotFound } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { Show } from './show.js';

/** The reads that can explain a 404. If one fails, the error is not changed. */
interface NotFoundLookUps {
  /** The engine hosts. */
  hosts(): Promise<unknown>;
  shows(): Promise<readonly Show[] | undefined>;
}

/**
 * Explains a 404 by adding facts to the error. The operation may need another dialect. On dialect 2 its show may not
 * run. The id may be that of an engine host, not of a linear engine: the most common mistake (docs/develop/interface.md
 * "Resources", "Seen in the field").
 */
export async function explainNotFound(
  error: unknown,
  { parameters, dialects }: Pick<OperationInfo, 'parameters' | 'dialects'>,
  params: Params,
  dialect: Dialect,
  { hosts, shows }: NotFoundLookUps,
): Promise<unknown> {
  if (!isNotFound(error)) return error;
  const explained = (facts: FactsOf<'HUB_NOT_FOUND'>) =>
    new HubError('HUB_NOT_FOUND', { ...error.facts, ...facts }, error);
  const isOfLookUp = error.facts.lookUp !== undefined;
  if (!isOfLookUp && !dialects.includes(dialect)) return explained({ needs: dialects[0] });
  const name = parameters.find(({ names }) => names === 'linearEngine')?.name;
  const engine = name && params[name];
  if (!name || engine === undefined) return error;
  const show = dialect === 2 && (await orUndefined(shows))?.find(({ id }) => isSameId(id, engine));
  if (show) return show.running ? error : explained({ stopped: show.id, show: firstName(show.name, show.id) });
  const rows = isOfLookUp || isOther(error, name) ? undefined : await orUndefined(hosts);
  if (!Array.isArray(rows)) return error;
  const host = rows.filter(isObject).find(({ id }) => isSameId(id, engine));
  return host ? explained({ engine: host.id, engineHost: firstName(host.displayName, host.name, host.id) }) : error;
}

const orUndefined = <T>(read: () => Promise<T>): Promise<T | undefined> => read().catch(() => undefined);

/** The part of an operation whose values a 404 can name. */
interface Named {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names' | 'in'>[];
  readonly isComposite: boolean;
}

/**
 * Adds the parameters to a 404 whose things may be missing. With `Graph 99 not found`, it is only the graph, and not the
 * engine that loads it. If the hub's text names none, each thing of the request may be missing. Example of the facts:
 * `{missing: ['nodePath'], within: ['engineId']}`.
 */
export function withMissingThings(error: unknown, { parameters, isComposite }: Named, params: Params): unknown {
  if (!isNotFound(error)) return error;
  const { facts } = error;
  const { lookUpOf } = facts;
  const said = ('said' in facts && facts.said) || '';
  const wasSent = ({ name, names, in: where }: Named['parameters'][number]) =>
    lookUpOf ? lookUpOf.includes(name) : where !== 'local' || names === 'component' || isComposite;
  const sent = parameters.filter((each) => each.names && isNameable(params[each.name]) && wasSent(each));
  if (sent.length === 0) return error;
  const named = sent.filter(({ name, names = '' }) => isNamed(said, names, String(params[name])));
  const missing = named.length > 0 ? innermost(named) : sent;
  const [first] = missing;
  const within = missing.length === 1 && first ? around(first, parameters) : [];
  return new HubError('HUB_NOT_FOUND', { ...facts, missing: missing.map(({ name }) => name), within }, error);
}

/** The facts of `withMissingThings` point at one thing only, and not at the thing of this parameter. */
function isOther({ facts }: HubError, name: string): boolean {
  const [missing = name, ...others] = ('missing' in facts && facts.missing) || [];
  return missing !== name && others.length === 0;
}

const isNameable = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** `Item 5 of rundown 2 not found`: of things along a path, the inner one is missing. */
const innermost = <T extends Pick<Parameter, 'in'>>(named: readonly T[]): readonly T[] =>
  named.every((each) => each.in === 'path') ? named.slice(-1) : named;

/** The things that contain a thing, the nearest first. Two rundowns are beside each other. */
const around = (inner: Named['parameters'][number], parameters: Named['parameters']): readonly string[] =>
  parameters
    .slice(0, inner.in === 'path' ? parameters.indexOf(inner) : 0)
    .filter(({ names }) => names && names !== inner.names)
    .map(({ name }) => name)
    .reverse();

/** The hub's words for a kind of thing, if they are not its last word: `linearItem` is an item. */
const WORDS: Readonly<Record<string, string>> = {
  engine: 'engine|host',
  linearEngine: 'engine|show',
  launchConfig: 'config|configuration',
  ncs: 'ncs|system',
  // Both are on the same path, so the hub may take the field for a button.
  externalDataField: 'field|button',
  property: 'property|pin',
};

/**
 * True if the text names the thing by its kind and its value: `Engine 3`, `rundown with id 7`, `Node "Mixer_0"`. A value
 * alone is not enough, because `in` is a button and a word. A value in a path is not a name.
 */
function isNamed(text: string, kind: string, value: string): boolean {
  const words = WORDS[kind] ?? kind.replace(/^.*(?=[A-Z])/, '');
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = String.raw`\b(?:${words})\b\W{1,3}(?:\w+\W{1,3}){0,2}?(?<![\w/])${escaped}(?!\w|[./]\w)`;
  return new RegExp(pattern, 'i').test(text);
}
