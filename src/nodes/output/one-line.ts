import { inspect } from 'node:util';
import type { Fields } from '../../panels/render/surface.js';

/** No surface nests deeper, and a longer text says no more. */
const LIMITS = { breakLength: Number.POSITIVE_INFINITY, depth: 5, maxArrayLength: 50, maxStringLength: 200 };

/** The message that a surface is sent, as a person reads it: a Buffer as its bytes. */
export const onOneLine = (fields: Fields): string => inspect(fields, LIMITS);
