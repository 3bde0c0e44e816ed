import type { Dialect } from '../../hub/table/operation.js';
import type { OperationName } from '../../hub/table/operations.js';
import type { SimulatorState } from '../state/state.js';

/** A valid request of one operation. */
export interface BehaviourCall {
  readonly state: SimulatorState;
  readonly params: Readonly<Record<string, string>>;
  /** Matches the schema of the operation. */
  readonly body: unknown;
  /** ms of the epoch. */
  readonly now: number;
  readonly dialect: Dialect;
  /** Time that a show of dialect 2 takes to start and to stop, in ms. */
  readonly restartTime: number;
  /** Answers another request. Its path is relative to the version base. Absent inside a batch. */
  readonly ask?: (method: string, path: string, body: unknown) => SimulatorAnswer;
}

/**
 * Runs one operation. Returns the body of the answer: text as text, undefined or NO_CONTENT for none. Throws a
 * RefusalError.
 */
type Behaviour = (call: BehaviourCall) => unknown;

/** Behaviours by the names of their operations. */
export type Behaviours = Readonly<Partial<Record<OperationName, Behaviour>>>;

/** An answer before it goes over the wire. */
export interface SimulatorAnswer {
  readonly status: number;
  /** Content type. Absent if the body is empty. */
  readonly type?: string;
  /** Headers besides the content type. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export const json = (status: number, value: unknown): SimulatorAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export const text = (status: number, body: string): SimulatorAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
});

/** A behaviour returns it for an empty 204, whichever status its operation usually has. */
export const NO_CONTENT = Symbol('204');

/** To a path, a method or an operation that the hub does not have. */
export const UNKNOWN = text(404, '404: Not found');

/** A behaviour throws it to refuse a request. The answer gives the reason. */
export class RefusalError extends Error {
  override readonly name = 'Refusal';

  constructor(readonly answer: SimulatorAnswer) {
    super(answer.body);
  }
}

/** A refusal as JSON. The hub sends some refusals as plain text (docs/develop/interface.md "Errors"). */
export const refuse = (status: 404 | 422, error: string): RefusalError => new RefusalError(json(status, { error }));

export const refuseInText = (status: 404 | 422, error: string): RefusalError => new RefusalError(text(status, error));

/** The item, if it was found. Throws a RefusalError with 404 otherwise. */
export function required<T>(one: T | undefined, what: string, refusing = refuse): T {
  if (one === undefined) throw refusing(404, `${what} not found`);
  return one;
}
