import type { TArray, TObject, TSchema } from '@sinclair/typebox';

/** `read` changes nothing; a `level` sent twice ends in the same state; a `trigger` sent twice is wrong. */
export type Kind = 'read' | 'level' | 'trigger';

/** Revision of the hub's interface (docs/interface.md "Revisions and dialects"). */
export type Dialect = 1 | 2;

/** The node of the palette that offers an operation; its type is this with the prefix `hub-`. */
export type Area =
  | 'engine-property'
  | 'engine-function'
  | 'playout-item'
  | 'launcher'
  | 'linear-play'
  | 'newsroom-mos'
  | 'graph'
  | 'batch';

/** The queue of one target: a name, and the parameters whose values tell one target from another. */
interface LaneRule {
  readonly name: string;
  readonly by: readonly string[];
}

/** Names of reads, or all of them: a graph that was loaded may have other nodes, properties and functions. */
export type Invalidates = 'all' | readonly string[];

/** What completes a command's values just before it is sent, by reading the hub; see `src/hub/complete/`. */
export type CompletionName =
  | 'propertyValue'
  | 'functionParameters'
  | 'itemButton'
  | 'newsroomButton'
  | 'linearButton'
  | 'ifAvailable'
  | 'mosData';

/** One operation of the hub, as data. The only place that knows its path, method and fields. */
export interface OperationSpec {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template below the version base; `{linear}` is a setting of the hub, the other names stand in `params`. */
  readonly path: string;
  /**
   * Where hubs of revision 2 answer it since build 2.1.0+191, `path` being gone there; null: nowhere any more. A client
   * tries `path`, then this, and remembers what answered (docs/interface.md "Revisions and dialects").
   */
  readonly laterPath?: string | null;
  /** The read that lists the same as rows with ids: there it is found where `laterPath` is null. */
  readonly listedBy?: string;
  /** The path's parameters, in its order. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** The request's body. An object's fields are parameters; an array is one parameter called `entries`. */
  readonly body?: TObject | TArray;
  /** What hubs take as a body where that is more than `body` tells a client to send; an absent body is as good as `{}`. */
  readonly acceptedBody?: TObject;
  /** Optional values that are not sent. The completion uses them. */
  readonly localParams?: Readonly<Record<string, TSchema>>;
  readonly completion?: CompletionName;
  /** What a success answers, where docs/interface.md tells; never enforced, whatever comes back is handed on. */
  readonly answer: TSchema;
  /** Statuses of a success, the usual one first. */
  readonly success?: readonly number[];
  /** Revisions that have it; absent: all. */
  readonly dialects?: readonly Dialect[];
  /** Absent for reads: they change nothing and queue nowhere. */
  readonly lane?: LaneRule;
  /** The parameter of which, while it waits, only the newest value counts; absent: every command is sent, in order. */
  readonly latest?: string;
  /** Reads of which it may have changed the answers: what they told is not remembered any longer. */
  readonly invalidates?: Invalidates;
  /** So grave that a node may ask for a second press. */
  readonly guarded?: true;
  /** The state of its target after a success. `output`: it plays on the output that `preview` gives. */
  readonly stateAfter?: 'output' | 'available' | 'stopped';
  /** Deadline of the whole exchange in ms; absent: the hub's own setting. */
  readonly timeout?: number;
}

/** One value that an operation takes. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'body' | 'local';
  readonly schema: TSchema;
  readonly required: boolean;
  /** What the value points at, e.g. `engine`; a picker lists those. */
  readonly names?: string;
  /** Whose fields the object holds, e.g. `itemData`; a picker lists those. */
  readonly fields?: string;
}

/** What a dialog, a node and a record know of what a hub can be asked for: nothing of paths and methods. */
export interface OperationInfo
  extends Pick<OperationSpec, 'kind' | 'lane' | 'latest' | 'guarded' | 'stateAfter' | 'timeout'> {
  readonly name: string;
  readonly area: Area;
  readonly dialects: readonly Dialect[];
  readonly parameters: readonly Parameter[];
}

/** An entry under its name, with what follows from it. */
export interface Operation extends OperationSpec, OperationInfo {
  readonly isComposite: false;
  readonly dialects: readonly Dialect[];
  readonly success: readonly number[];
  /** Names of the parameters that stand in the path, and in the body. */
  readonly inPath: readonly string[];
  readonly inBody: readonly string[];
}

/** The parameter that carries a body which is a list, not an object. */
export const WHOLE_BODY = 'entries';

/** An entry's parameters: those of the path in its order, then those of the body, then those that are not sent. */
export function parametersOf({
  params = {},
  body,
  localParams = {},
}: Pick<OperationSpec, 'params' | 'body' | 'localParams'>): Parameter[] {
  const each = (
    where: Parameter['in'],
    schemas: Readonly<Record<string, TSchema>>,
    required: (name: string) => boolean,
  ) =>
    Object.entries(schemas).map(([name, schema]) => ({
      name,
      in: where,
      schema,
      required: required(name) && schema.default === undefined,
      names: schema['x-names'] as string | undefined,
      fields: schema['x-fields'] as string | undefined,
    }));
  const { properties, required = [] } = fieldsOf(body);
  return [
    ...each('path', params, () => true),
    ...each('body', properties, (name) => required.includes(name)),
    ...each('local', localParams, () => false),
  ];
}

function fieldsOf(body: OperationSpec['body']): { properties: Record<string, TSchema>; required?: string[] } {
  if (!body) return { properties: {} };
  return body.type === 'array' ? { properties: { [WHOLE_BODY]: body }, required: [WHOLE_BODY] } : (body as TObject);
}

/** Gives the entries of one area their names and what follows from them. */
export function area(name: Area, entries: Readonly<Record<string, OperationSpec>>): Operation[] {
  return Object.entries(entries).map(([operation, entry]) => {
    const parameters = parametersOf(entry);
    const namesIn = (where: Parameter['in']) => parameters.filter((each) => each.in === where).map((each) => each.name);
    return {
      isComposite: false,
      dialects: [1, 2],
      success: [200],
      ...entry,
      name: operation,
      area: name,
      parameters,
      inPath: namesIn('path'),
      inBody: namesIn('body'),
    };
  });
}
