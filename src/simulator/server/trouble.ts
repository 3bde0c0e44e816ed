import type { Answer } from '../behaviour/answer.js';

/**
 * How matching requests misbehave. One that is answered by the rule (`status`, `body`, `rubbish`), hung up on before
 * or never answered does nothing; the others do what they should and only their answer suffers. A batch meets
 * its own trouble; its entries meet none.
 */
export interface Trouble {
  /** Name of the operation; absent: all. */
  operation?: string;
  /** How many requests it meets; absent: all until it is undone. */
  times?: number;
  /** ms before anything else happens. */
  delay?: number;
  /** Answered in place of the true answer; of the two, what is absent is 200, or nothing. */
  status?: number;
  body?: string;
  /** Of that answer (default `text/plain`), or of the true one. */
  contentType?: string;
  /** Destroys the socket before answering, or in the middle of the body. */
  hangUp?: 'before' | 'during';
  /** One byte each that many ms. */
  drip?: number;
  /** No answer at all. */
  never?: true;
  /** 200 with broken JSON. */
  rubbish?: true;
}

/** A trouble, and how many requests it still meets. */
export interface Rule {
  readonly trouble: Trouble;
  left: number;
}

export const ruleFor = (trouble: Trouble): Rule => ({ trouble, left: trouble.times ?? Number.POSITIVE_INFINITY });

/** The trouble that a request meets, the oldest first; it is counted down. */
export function meet(rules: readonly Rule[], operation: string): Trouble | undefined {
  const rule = rules.find(({ trouble, left }) => left > 0 && (trouble.operation ?? operation) === operation);
  if (rule) rule.left -= 1;
  return rule?.trouble;
}

/** The answer that stands in for the true one; undefined if the trouble brings none. */
export function insteadOf({ rubbish, status, body, contentType = 'text/plain' }: Trouble): Answer | undefined {
  if (rubbish) return { status: 200, type: 'application/json', body: '{"broken": ' };
  if (status === undefined && body === undefined) return undefined;
  return { status: status ?? 200, type: contentType, body: body ?? '' };
}
