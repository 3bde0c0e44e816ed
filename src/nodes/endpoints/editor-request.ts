import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isEnvironment } from '../../saved/environment.js';
import { REACH_TEXTS, SECRETS } from '../../saved/hub.js';
import type { Draft } from './hub-draft.js';

const Text = Type.String();
/** What a dialog holds for one text: the editor's own flows also have numbers and switches there. */
const Plain = Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null()]);

const Place = Type.Object({ id: Type.Optional(Text), z: Type.Optional(Text) });

const optional = <Schema extends TSchema>(names: readonly string[], schema: Schema) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])));

const DraftRequest = Type.Object({
  hub: Type.Composite([
    Type.Object({
      id: Text,
      z: Type.Optional(Text),
      headers: Type.Optional(Type.Array(Text)),
      credentials: Type.Optional(optional(SECRETS, Text)),
    }),
    optional(REACH_TEXTS, Plain),
  ]),
});

const ListRequestSchema = Type.Object({
  names: Text,
  node: Type.Optional(Place),
  params: Type.Optional(
    Type.Record(Text, Type.Object({ type: Text, value: Type.Optional(Plain), label: Type.Optional(Plain) })),
  ),
});

/** What the editor asks to be listed. */
export type ListRequest = Required<Static<typeof ListRequestSchema>>;

/** The draft in a request's body, if it is one; what else the editor sends of a configuration is left out. */
export function parseDraft(body: unknown): Draft | undefined {
  if (!Value.Check(DraftRequest, body)) return undefined;
  const { id, z, headers = [], credentials = {} } = body.hub;
  const hub: Readonly<Record<string, unknown>> = body.hub;
  const texts = REACH_TEXTS.filter((name) => hub[name] != null).map((name) => [name, String(hub[name])]);
  return { ...Object.fromEntries(texts), id, z, headers, credentials };
}

/** What a request's body asks to be listed, if it does. */
export function parseListRequest(body: unknown): ListRequest | undefined {
  if (!Value.Check(ListRequestSchema, body)) return undefined;
  const { names, node = {}, params = {} } = body;
  return { names, node, params };
}

/** Whether a request asks for something that the environment holds. */
export function usesEnvironment(body: unknown): boolean {
  const { headers = [], credentials = {}, ...texts } = parseDraft(body) ?? {};
  const params = Object.values(parseListRequest(body)?.params ?? {});
  const fields = [
    ...Object.values(texts),
    ...headers,
    ...Object.values(credentials),
    ...params.map(({ value }) => value),
  ];
  return fields.some(isEnvironment) || params.some(({ type }) => type === 'env');
}
