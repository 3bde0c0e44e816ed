import type { Shape } from '../simulator/shape.js';

export type Params = Readonly<Record<string, unknown>>;

/** An answer of the simulator. A shape is JSON, a pattern is plain text. Null: no body and no content type. */
type Expected = Shape | RegExp | null;

/** How a request is sent: with a body in JSON, after other requests, or only on one dialect. */
interface CallOptions {
  readonly body?: unknown;
  readonly after?: readonly string[];
  readonly on?: 1 | 2;
}

/**
 * A request to the simulator in its initial state, and the answer. The request is a method and a path below the version
 * base. In the path, `L` is the segment of the linear area, and `C` a launch configuration.
 */
export const call = (request: string, status: number, expected: Expected, more: CallOptions = {}) => ({
  request,
  status,
  expected,
  ...more,
});

/** The same request on both dialects, with another answer on each. */
export const onEach = (request: string, ...answers: readonly [[number, Expected], [number, Expected]]) =>
  answers.map(([status, expected], index) => call(request, status, expected, { on: index === 0 ? 1 : 2 }));

/**
 * The value of a read before and after a command. In its place, `*` is every entry of a list. `loaded` are the ids of
 * the loaded rundowns, `own` those of all rundowns but the other show's.
 */
type Effect = readonly [read: string, of: Params, place: string, before: unknown, after: unknown];

/**
 * One operation of the hub, written by hand: its request and answers from docs/develop/interface.md "Operations", "Resources" and
 * "Seen in the field". Its meaning for a live show is from docs/develop/rules.md "Live control". It never imports the
 * operations table, because tests compare the table, the simulator and the nodes with it.
 */
export interface Card {
  /** The node that offers it. */
  readonly area: string;
  readonly kind: 'read' | 'level' | 'trigger';
  /** Name of the queue, and the parameters that identify the target. Reads have no queue. */
  readonly lane?: string;
  /** Method, and path below the version base. */
  readonly request: string;
  /** Fields of the body and their values. The name of an optional field ends with `?`. */
  readonly body?: Readonly<Record<string, string>>;
  /** Optional parameters of a command that are not sent. */
  readonly localParams?: Readonly<Record<string, string>>;
  /** Revisions that have it, if not all. */
  readonly dialects?: readonly number[];
  /** The parameter of which only the newest waiting value is sent. */
  readonly latest?: string;
  /** Deadline in ms, if the hub's own setting is too short. */
  readonly timeout?: number;
  /** A node may require a second press. */
  readonly guarded?: true;
  /** It puts the values of its target back to their first ones. */
  readonly resets?: true;
  /** Reads whose answers it may have changed. */
  readonly invalidates?: 'all' | readonly string[];
  /** It changes them only if this parameter is set. */
  readonly invalidatesIf?: string;
  /** Reads that show its effect. */
  readonly changes?: readonly string[];
  /** The state of its target after a success. `output`: it plays on this output. */
  readonly stateAfter?: 'output' | 'available' | 'stopped';
  /** A hub's answer to a success: status and body. A text is sent as text, all other bodies as JSON. */
  readonly answer: readonly [status: number, body?: unknown];
  /** Valid parameters in the initial state of the simulator, if it has any. Some need an item that plays. */
  readonly params?: Params;
  /** Its parameters in the show with every operation, if they differ. */
  readonly inShow?: Params;
  /** A success and a refusal on each dialect. */
  readonly calls: readonly ReturnType<typeof call>[];
  /** One for each command, and one for each further read that shows its effect. Item 2012 plays on program before each. */
  readonly effects?: readonly Effect[];
  /** The sentence of a 404 for each parameter whose thing is missing. */
  readonly missing?: Readonly<Record<string, string>>;
  /** The error for things that the hub answers with a list of the names that exist, so the node reports bad input. */
  readonly badInput?: Readonly<Record<string, RegExp>>;
}

type More = Omit<Card, 'area' | 'kind' | 'request'>;

/** Writes the cards of an area, in which most commands have this lane. */
export function cardsOf(area: string, lane: string) {
  const command =
    (kind: Card['kind']) =>
    (request: string, more: More): Card => ({ area, kind, lane, request, ...more });
  const read = (request: string, more: More): Card => ({ area, kind: 'read', request, ...more });
  return { read, level: command('level'), trigger: command('trigger') };
}
