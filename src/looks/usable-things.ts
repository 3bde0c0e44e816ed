import { thingsIn } from '../hub/lists/index.js';
import type { Candidate } from '../hub/lists/rule.js';

/** True for an id or a path that a request can have. */
export const isId = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value));

/** The things in a list of the hub. A row without an id or a path is left out, since no request could name it. */
export const usableThings = (kind: string, answer: unknown): Candidate[] =>
  thingsIn(kind, answer).filter(({ value }) => isId(value));
