import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isEnvironment } from '../../saved/environment.js';
import { CONNECTION_TEXT_FIELDS, CREDENTIALS } from '../../saved/hub.js';
import type { HubDraft } from './hub-draft.js';

const TextSchema = Type.String();
/** One field of a dialog. A saved flow may also have a number or a switch there. */
const FieldSchema = Type.Union([TextSchema, Type.Number(), Type.Boolean(), Type.Null()]);

const PlaceSchema = Type.Object({ id: Type.Optional(TextSchema), z: Type.Optional(TextSchema) });

const optional = <Schema extends TSchema>(names: readonly string[], schema: Schema) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])));

const DraftRequestSchema = Type.Object({
  hub: Type.Composite([
    Type.Object({
      id: TextSchema,
      z: Type.Optional(TextSchema),
      headers: Type.Optional(Type.Array(TextSchema)),
      credentials: Type.Optional(optional(CREDENTIALS, TextSchema)),
    }),
    optional(CONNECTION_TEXT_FIELDS, FieldSchema),
  ]),
});

const ListRequestSchema = Type.Object({
  names: TextSchema,
  node: Type.Optional(PlaceSchema),
  params: Type.Optional(
    Type.Record(
      TextSchema,
      Type.Object({ type: TextSchema, value: Type.Optional(FieldSchema), label: Type.Optional(FieldSchema) }),
    ),
  ),
});

export type ListRequest = Required<Static<typeof ListRequestSchema>>;

/** The draft in a request's body, without other fields of the configuration. Undefined if there is none. */
export function parseDraft(body: unknown): HubDraft | undefined {
  if (!Value.Check(DraftRequestSchema, body)) return undefined;
  const { id, z, headers = [], credentials = {} } = body.hub;
  const hub: Readonly<Record<string, unknown>> = body.hub;
  const texts = CONNECTION_TEXT_FIELDS.filter((name) => hub[name] != null).map((name) => [name, String(hub[name])]);
  return { ...Object.fromEntries(texts), id, z, headers, credentials };
}

/** The list request in a request's body. Undefined if there is none. */
export function parseListRequest(body: unknown): ListRequest | undefined {
  if (!Value.Check(ListRequestSchema, body)) return undefined;
  const { names, node = {}, params = {} } = body;
  return { names, node, params };
}

/** True if a request reads an environment variable. */
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
