import { type Fields, isObject } from '../../base/values.js';
import type { OperationName } from '../../hub/table/operations.js';
import type { RecordedReads } from '../../recording/recorded-reads.js';

/** The rows of a recorded list. Empty if the recording does not have it. */
export const rowsOf = (recording: RecordedReads, operation: OperationName, params: Fields = {}): Fields[] =>
  objectsIn(recording.rows(operation, params));

/** The recorded answer of a single thing. Empty if the recording does not have it. */
export const fieldsOf = (recording: RecordedReads, operation: OperationName, params: Fields): Fields =>
  objectIn(recording.find(operation, params)?.answer);

/** The objects of a list. Empty for every other value. */
export const objectsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const objectIn = (value: unknown): Fields => (isObject(value) ? value : {});

/** A copy of an object that the simulator may change. */
export const dataIn = (value: unknown): Record<string, unknown> => structuredClone({ ...objectIn(value) });

export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const numberIn = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Number(value) : 0);

/** A number, or null for every value without one. */
export const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);
