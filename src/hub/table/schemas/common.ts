import { type TSchema, Type } from '@sinclair/typebox';

/** A whole-number id of something a picker can list. */
export const id = (names: string) => Type.Integer({ minimum: 0, 'x-names': names });

/** A text id: opaque, so any text but the empty one is legal. */
export const key = (names: string) => Type.String({ minLength: 1, 'x-names': names });

/** A value or null; a picker lists for it what it lists for the value (`nullable(id('engine'))`: engines). */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], 'x-names' in schema ? { 'x-names': schema['x-names'] } : {});

/** What the answer is where docs/interface.md does not tell. */
export const AnyAnswer = Type.Unknown();

/** `OK` as text, or nothing at all (docs/interface.md "Errors"). */
export const Ok = Type.Union([Type.String(), Type.Null()]);

export const NoAnswer = Type.Null();

export const Success = Type.Object({ success: Type.Boolean() });

/** Data of a template: its keys are the template's own. */
export const Data = Type.Record(Type.String(), Type.Unknown());

/** The same where a picker can list its keys. */
export const data = (fields: string) => Type.Record(Type.String(), Type.Unknown(), { 'x-fields': fields });

export const Button = Type.Object({
  id: Type.String(),
  key: Type.Optional(Type.String()),
  label: Type.String(),
});

/** Program or preview: shown by word, sent as a number (docs/interface.md "Linear"). */
export const Output = Type.Union([Type.Literal(0), Type.Literal(1)], { 'x-words': ['program', 'preview'] });

export const EngineType = Type.Union([Type.Literal('RE'), Type.Literal('RE5'), Type.Literal('UE')]);
