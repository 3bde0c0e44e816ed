import { CloneType, type TSchema, Type } from '@sinclair/typebox';

/** An integer id that a picker can list. */
export const id = (names: string) => Type.Integer({ minimum: 0, 'x-names': names, 'x-ids': true });

/** A text id. It is opaque: every text but the empty one is legal. */
export const key = (names: string) => Type.String({ minLength: 1, 'x-names': names });

/** A value or null. Pickers list the same for both. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { 'x-names': names, 'x-ids': ids } = schema;
  return Type.Union([schema, Type.Null()], { ...(names && { 'x-names': names }), ...(ids && { 'x-ids': ids }) });
};

/** A field that hubs of revision 1 have, and hubs of revision 2 may leave out (docs/develop/interface.md "Engine host"). */
export const optionalOn2 = <T extends TSchema>(schema: T) => Type.Optional(CloneType(schema, { 'x-requiredOn': 1 }));

/** The answer if docs/develop/interface.md does not describe it. */
export const AnyAnswer = Type.Unknown();

/** `OK` as text, or an empty body (docs/develop/interface.md "Errors"). */
export const Ok = Type.Union([Type.String(), Type.Null()]);

export const NoAnswer = Type.Null();

export const Success = Type.Object({ success: Type.Boolean() });

/** Data of a template, with the template's own keys. */
export const Data = Type.Record(Type.String(), Type.Unknown());

/** The same with keys that a picker can list. */
export const data = (fields: string) => Type.Record(Type.String(), Type.Unknown(), { 'x-fields': fields });

export const Button = Type.Object({
  id: Type.String(),
  key: Type.Optional(Type.String()),
  label: Type.String(),
});

/** Program or preview: shown as a word, sent as a number (docs/develop/interface.md "Linear"). */
export const Output = Type.Union([Type.Literal(0), Type.Literal(1)], { 'x-words': ['program', 'preview'] });

export const EngineType = Type.Union([Type.Literal('RE'), Type.Literal('RE5'), Type.Literal('UE')]);
