/** An answer before it goes over the wire. */
export interface Answer {
  readonly status: number;
  /** Content type; absent where there is nothing to describe. */
  readonly type?: string;
  readonly body: string;
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body });

/** What a behaviour gives for an empty 204, whatever status its operation usually answers. */
export const NO_CONTENT = Symbol('204');

/** To a path, a method or an operation that the hub does not have. */
export const UNKNOWN = text(404, '404: Not found');

/** Thrown by a behaviour that will not do what it is asked; the answer says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly answer: Answer) {
    super(answer.body);
  }
}

/** A refusal in JSON; the hub words others as plain text (docs/interface.md "Errors"). */
export const refuse = (status: 404 | 422, error: string): Refusal => new Refusal(json(status, { error }));

export const refuseInText = (status: 404 | 422, error: string): Refusal => new Refusal(text(status, error));

/** What a request names. Throws a Refusal with 404 where there is none. */
export function found<T>(one: T | undefined, what: string, refusing = refuse): T {
  if (one === undefined) throw refusing(404, `${what} not found`);
  return one;
}
