import { Type } from '@sinclair/typebox';

const EntryId = Type.Union([Type.Integer(), Type.String()]);

export const BatchCall = Type.Array(
  Type.Object({
    id: EntryId,
    url: Type.String({ minLength: 1 }),
    // DELETE is not a batch verb (hub-interface.md, "Batch").
    verb: Type.Union([Type.Literal('GET'), Type.Literal('PATCH'), Type.Literal('PUT'), Type.Literal('POST')]),
    body: Type.Optional(Type.Unknown()),
  }),
  { minItems: 1 },
);

export const BatchAnswer = Type.Array(
  Type.Object({
    id: EntryId,
    responseCode: Type.Integer(),
    responseMessage: Type.Optional(Type.String()),
    responseBody: Type.Unknown(),
  }),
);
