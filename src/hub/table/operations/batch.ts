import { type Static, Type } from '@sinclair/typebox';
import { isObject } from '../../../base/values.js';
import { area } from '../operation.js';

const EntryId = Type.Union([Type.Integer(), Type.String()]);

/** DELETE is not a batch verb (docs/develop/interface.md "Batch"). */
const Verb = Type.Union([Type.Literal('GET'), Type.Literal('PATCH'), Type.Literal('PUT'), Type.Literal('POST')]);

const WireEntry = Type.Object({
  id: EntryId,
  url: Type.String({ minLength: 1 }),
  verb: Verb,
  body: Type.Optional(Type.Unknown()),
});

/** An entry as a flow may write it: a request with an optional id, or an operation by name. */
const GivenEntry = Type.Union([
  Type.Object({ ...WireEntry.properties, id: Type.Optional(EntryId) }),
  Type.Object({
    id: Type.Optional(EntryId),
    operation: Type.String(),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
]);

export type GivenEntry = Static<typeof GivenEntry>;

/** The fields of each entry that are used. A flow may leave anything else in an entry. */
export const entryFields = (entries: unknown): unknown =>
  Array.isArray(entries) ? entries.map((entry) => (isObject(entry) ? usedFields(entry) : entry)) : entries;

const usedFields = ({ id, url, verb, body, operation, params }: Readonly<Record<string, unknown>>): object =>
  operation === undefined ? { id, url, verb, body } : { id, operation, params };

export const BatchCall = Type.Array(WireEntry, {
  minItems: 1,
  'x-accepts': Type.Array(GivenEntry, { minItems: 1 }),
  'x-allowed': 'entries',
});

export const BatchAnswer = Type.Array(
  Type.Object({
    id: EntryId,
    responseCode: Type.Integer(),
    responseMessage: Type.Optional(Type.String()),
    responseBody: Type.Unknown(),
  }),
);

/** Several requests in one call. Each entry has its own answer (docs/develop/interface.md "Batch"). */
export const batch = area('batch', {
  batch: {
    kind: 'trigger',
    method: 'PUT',
    path: '/batch',
    body: BatchCall,
    answer: BatchAnswer,
    // A batch takes the lanes of its entries.
    lane: { name: 'batch', by: [] },
    timeout: 15_000,
  },
});
