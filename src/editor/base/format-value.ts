import { roundForDisplay } from '../../base/display.js';

/** A value of the hub as JSON with rounded numbers. */
export const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? roundForDisplay(part) : part));
