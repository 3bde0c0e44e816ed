import { type Static, Type } from '@sinclair/typebox';
import { operations } from '../hub/table/operations.js';
import type { Params } from '../hub/wire/request.js';

const ReadName = Type.Union(operations.filter(({ kind }) => kind === 'read').map(({ name }) => Type.Literal(name)));

/** The first line of a recording with names, for the person who opens the file. */
export const PRIVATE = 'private: contains what your hub shows';

const exactly = { additionalProperties: false };

const ReadParams = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

/** One read with its answer, or with the status of its refusal. */
const RecordedRead = Type.Object(
  {
    operation: ReadName,
    params: ReadParams,
    answer: Type.Optional(Type.Unknown()),
    refusal: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  },
  exactly,
);

/**
 * A read without an answer. The reason is a limit, Ctrl-C, a lost hub, or the code of its failure. If `count` is set, it is
 * this number of reads of one list, with the parameters of the list.
 */
const Gap = Type.Object(
  {
    operation: ReadName,
    params: ReadParams,
    reason: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  exactly,
);

/** The recorded state of one hub. */
export const Recording = Type.Object(
  {
    format: Type.Literal('graphics-hub-recording'),
    version: Type.Literal(1),
    /** The end of the recording, in ISO 8601. */
    recordedAt: Type.String(),
    /** The revision and the first segment of the linear paths. `isEarly`: revision 2 before build 2.1.0+191. */
    hub: Type.Object(
      {
        dialect: Type.Union([Type.Literal(1), Type.Literal(2)]),
        linearSegment: Type.String({ minLength: 1 }),
        isEarly: Type.Boolean(),
      },
      exactly,
    ),
    /** True if names and texts were replaced. */
    isAnonymous: Type.Boolean(),
    /** Missing in an anonymous recording. */
    notice: Type.Optional(Type.String()),
    missing: Type.Array(Gap),
    reads: Type.Array(RecordedRead),
  },
  exactly,
);

export type Recording = Static<typeof Recording>;
export type RecordedRead = Static<typeof RecordedRead>;
export type Gap = Static<typeof Gap>;

/** True for a gap that the user wanted, by `--limit` or `--properties`. */
export const isLimit = ({ reason }: Gap): boolean => reason === 'limit' || reason === 'properties';

export type NamedRead = Pick<RecordedRead, 'operation' | 'params'>;

/** The key of a read in a recording. In a path, every parameter is text. */
export const readKey = ({ operation, params }: { readonly operation: string; readonly params: Params }): string =>
  JSON.stringify([
    operation,
    ...Object.entries(params)
      .map((param) => param.join('='))
      .sort(),
  ]);
