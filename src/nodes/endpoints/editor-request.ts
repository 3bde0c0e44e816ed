import type { Place } from '../input/environment.js';
import { REACH, SECRETS } from '../input/hub-settings.js';
import type { SavedParam } from '../input/typed-inputs.js';
import type { Draft } from './draft.js';

/** What the editor asks to be listed. */
export interface AskedList {
  readonly names: string;
  readonly node: Place;
  readonly params: Readonly<Record<string, SavedParam>>;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlain = (value: unknown): boolean =>
  value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isTextOrNothing = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** The draft in a request's body, if it is one; what else the editor sends of a configuration is left out. */
export function draftIn(body: unknown): Draft | undefined {
  const hub = isFields(body) ? body.hub : undefined;
  if (!isFields(hub) || typeof hub.id !== 'string' || !isTextOrNothing(hub.z)) return undefined;
  const { id, z, headers = [], credentials = {} } = hub;
  if (!Array.isArray(headers) || !headers.every((name) => typeof name === 'string')) return undefined;
  const single = REACH.filter((name) => name !== 'headers');
  if (!single.every((name) => isPlain(hub[name]))) return undefined;
  if (!isFields(credentials) || !SECRETS.every((name) => isTextOrNothing(credentials[name]))) return undefined;
  const fields = single.flatMap((name) => (isPlain(hub[name]) && hub[name] != null ? [[name, String(hub[name])]] : []));
  return { ...Object.fromEntries(fields), id, z, headers, credentials } as Draft;
}

/** What a request's body asks to be listed, if it does. */
export function listIn(body: unknown): AskedList | undefined {
  if (!isFields(body)) return undefined;
  const { names, node = {}, params = {} } = body;
  if (typeof names !== 'string' || !isFields(node) || !isFields(params)) return undefined;
  if (![node.id, node.z].every(isTextOrNothing) || !Object.values(params).every(isParam)) return undefined;
  return { names, node, params } as unknown as AskedList;
}

const isParam = (param: unknown): boolean => isFields(param) && typeof param.type === 'string' && isPlain(param.value);
