import type { TArray, TObject, TSchema } from '@sinclair/typebox';

/**
 * A `read` changes nothing. A `level` that is sent twice ends in the same state, so a technician may press it twice on
 * air. A `trigger` must not be sent twice.
 */
export type Kind = 'read' | 'level' | 'trigger';

/** Revision of the hub's interface (docs/develop/interface.md "Revisions and dialects"). */
export type Dialect = 1 | 2;

/** The node that offers an operation. Its type is the area with the prefix `hub-`. */
export type Area =
  | 'engine-property'
  | 'engine-function'
  | 'playout-item'
  | 'launcher'
  | 'linear-play'
  | 'newsroom-mos'
  | 'graph'
  | 'batch';

/** The queue of one target: a name, and the parameters whose values identify the target. */
export interface LaneRule {
  /** The kind of the target. */
  readonly name: string;
  /** Names of parameters. Commands with the same values share a queue. */
  readonly by: readonly string[];
  /**
   * The parts of the target that the command uses. Two commands wait for each other if they use the same part. Not set:
   * it uses the whole target.
   */
  readonly parts?: readonly LanePart[];
}

/** A part of a target. Example: one item of a rundown. */
export interface LanePart {
  /** The kind of the part. */
  readonly name: string;
  /** The parameters whose values identify it. Not set: all parts of this kind. */
  readonly by?: readonly string[];
  /** The command uses the part only if this parameter is set. */
  readonly ifSet?: string;
}

/** Names of reads, or all of them. Example: a loaded graph may have other nodes, properties and functions. */
export type Invalidates<Reference extends string> = 'all' | readonly Reference[];

/** The code that completes the values of a command just before it is sent. See `src/hub/complete/`. */
export type CompletionName =
  | 'propertyValue'
  | 'functionParameters'
  | 'itemButton'
  | 'newsroomButton'
  | 'linearButton'
  | 'ifAvailable'
  | 'itemData'
  | 'mosData';

/**
 * One operation of the hub as data. No other code has its path, method and fields. `Reference` are the names of other
 * operations in it.
 */
export interface OperationSpec<Reference extends string> {
  /** Decides about repetition, rehearsal and expiry. */
  readonly kind: Kind;
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template below the version base. `{linear}` is a setting of the hub. The other names are in `params`. */
  readonly path: string;
  /**
   * The path on hubs of revision 2 since build 2.1.0+191, which no longer have `path`. Null if they have no path for
   * it. A client tries `path` and then this one, and remembers the one that answered (docs/develop/interface.md "Revisions and
   * dialects").
   */
  readonly laterPath?: string | null;
  /** The read that lists the same as rows with ids. It is used if `laterPath` is null. */
  readonly listedBy?: Reference;
  /** The parameters of the path, in order. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /**
   * The body of the request. The fields of an object are parameters. A list is one parameter with the name `entries`.
   */
  readonly body?: TObject | TArray;
  /** The body that hubs accept, if they accept more than `body`. A missing body is the same as `{}`. */
  readonly acceptedBody?: TObject;
  /** Optional values that are not sent. The completion uses them. */
  readonly localParams?: Readonly<Record<string, TSchema>>;
  /** The code that completes its values before it is sent. If not set, they are sent as given. */
  readonly completion?: CompletionName;
  /**
   * The answer of a success, as far as docs/develop/interface.md describes it. Every answer is passed on, but a read that
   * is repeated or compared needs this shape (`src/hub/lists/described-answer.ts`).
   */
  readonly answer: TSchema;
  /** The field of the answer that has the state. Without it, the read has failed. */
  readonly stateField?: string;
  /** Statuses of a success, the usual one first. */
  readonly success?: readonly number[];
  /** Default: all revisions. */
  readonly dialects?: readonly Dialect[];
  /** Reads have no lane: they change nothing. */
  readonly lane?: LaneRule;
  /** A newer command with the same fields replaces it while it waits. If not set, every command is sent, in order. */
  readonly newestWins?: true;
  /** The parameter with the value that a fader moves. */
  readonly latest?: string;
  /** Reads whose answers it may have changed. Their cached answers are dropped. */
  readonly invalidates?: Invalidates<Reference>;
  /** It changes these answers only if this parameter is set. */
  readonly invalidatesIf?: string;
  /**
   * Reads that show its effect. After it, their watches read again until they show it (docs/develop/rules.md "Watching").
   * Unlike `invalidates`, it drops no cached answers.
   */
  readonly changes?: readonly Reference[];
  /** Dangerous on air. A node may require a second press. */
  readonly guarded?: true;
  /** Each press goes one step further, so that a second tap would skip one. */
  readonly advances?: true;
  /** It puts the values of its target back to their first ones. */
  readonly resets?: true;
  /** The state of its target after a success. `output`: it plays on the output of the parameter `preview`. */
  readonly stateAfter?: 'output' | 'available' | 'stopped';
  /** Deadline of the whole exchange in ms. Default: the setting of the hub. */
  readonly timeout?: number;
}

/** One parameter of an operation. */
export interface Parameter {
  /** Its name in `Params`, in the path and in the body. */
  readonly name: string;
  /** Its place in the request. A `local` one is not sent. */
  readonly in: 'path' | 'body' | 'local';
  /** The JSON Schema of its values. */
  readonly schema: TSchema;
  /** True if a call without it fails with `BAD_INPUT`. */
  readonly required: boolean;
  /** The kind of thing that the value points at, for pickers. Example: `engine`. */
  readonly names?: string;
  /** The kind of fields that the object has, for pickers. Example: `itemData`. */
  readonly fields?: string;
}

/** The part of an operation for dialogs, nodes and records: without path and method. */
export interface OperationInfo<Name extends string = string>
  extends Pick<
    OperationSpec<never>,
    'kind' | 'lane' | 'newestWins' | 'latest' | 'guarded' | 'advances' | 'resets' | 'stateAfter' | 'timeout'
  > {
  /** The name that `findOperation` finds. It never changes. */
  readonly name: Name;
  /** The area of the hub, which decides about the node. */
  readonly area: Area;
  /** The revisions that have it. */
  readonly dialects: readonly Dialect[];
  /** Its parameters: those of the path in order, those of the body, and local ones. */
  readonly parameters: readonly Parameter[];
}

/** A named entry of the table, with derived fields. */
export interface OperationEntry<Name extends string, Reference extends string>
  extends OperationSpec<Reference>,
    OperationInfo<Name> {
  /** Separates it from a composite operation. */
  readonly isComposite: false;
  readonly dialects: readonly Dialect[];
  readonly success: readonly number[];
  /** Names of the parameters in the path and in the body. */
  readonly inPath: readonly string[];
  /** Names of the parameters in the body. */
  readonly inBody: readonly string[];
}

/** The parameter for a body that is a list. */
export const WHOLE_BODY = 'entries';

/** The parameters of an entry: those of the path in order, those of the body, and those that are not sent. */
export function parametersOf({
  params = {},
  body,
  localParams = {},
}: Pick<OperationSpec<never>, 'params' | 'body' | 'localParams'>): Parameter[] {
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

function fieldsOf(body: OperationSpec<never>['body']): { properties: Record<string, TSchema>; required?: string[] } {
  if (!body) return { properties: {} };
  return body.type === 'array' ? { properties: { [WHOLE_BODY]: body }, required: [WHOLE_BODY] } : (body as TObject);
}

/** The operations of one area, with their names and derived fields. */
export function area<Name extends string, Reference extends string = never>(
  name: Area,
  entries: Readonly<Record<Name, OperationSpec<Reference>>>,
): OperationEntry<Name, Reference>[] {
  const names = Object.keys(entries) as Name[];
  return names.map((operation) => {
    const entry = entries[operation];
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
